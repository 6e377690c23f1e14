// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
    private static final Labels LABELS = new Labels("title", "x", "y", "caption");
    /** Where a frame puts values does not need anything to draw on. */
    private static final Graphics2D NOTHING = null;

    @TempDir
    private Path directory;

    private static Color at(BufferedImage image, int x, int y) {
        return new Color(image.getRGB(x, y));
    }

    @Test
    void shouldHaveRoundMarks() {
        assertThat(Axis.linear(100).marks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0);
        assertThat(Axis.linear(-1, 3).marks())
                .as("holds 0 and both ends")
                .containsExactly(-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5);
        assertThat(Axis.linear(0).end()).as("as of 1").isEqualTo(Axis.linear(1).end());
    }

    @Test
    void shouldHaveALogarithmicAxis() {
        Axis axis = Axis.logarithmic(0.03, 7);
        assertThat(axis.marks()).containsExactly(0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0);
        assertThat(axis.marks().stream().map(axis::text))
                .startsWith("0.02", "0.05", "0.1")
                .endsWith("5", "10");
        Axis decades = Axis.logarithmic(1, 100_000);
        assertThat(decades.marks()).containsExactly(1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0);
        assertThat(decades.text(100_000)).isEqualTo("100,000");
        assertThat(decades.share(10)).isEqualTo(0.2);
        assertThat(decades.share(0)).isZero();
        assertThat(Axis.logarithmic(3, 3).marks()).as("one value").containsExactly(2.0, 5.0);
    }

    /** The edge of a box may lie between an outlier and the next value, which is inside the box. */
    @Test
    void shouldNotEndAWhiskerInsideTheBox() {
        Box low = Box.of(new double[] {1, 10, 10, 10});
        Box high = Box.of(new double[] {10, 10, 10, 19});

        assertThat(low).isEqualTo(new Box(4, 7.75, 7.75, 10, 10, 10, List.of(1.0), 0));
        assertThat(low.min()).isEqualTo(1);
        assertThat(high).isEqualTo(new Box(4, 10, 10, 10, 12.25, 12.25, List.of(19.0), 0));
        assertThat(high.max()).isEqualTo(19);
    }

    @Test
    void shouldMakeABoxAsTukeyDoes() {
        Box box = Box.of(new double[] {100, 4, 1, 3, 2, 5});

        assertThat(box).isEqualTo(new Box(6, 1, 2.25, 3.5, 4.75, 5, List.of(100.0), 0));
        assertThat(box.min()).isEqualTo(1);
        assertThat(box.max()).isEqualTo(100);
    }

    @Test
    void shouldPutPointsWhereTheyBelong() throws IOException {
        Path file = directory.resolve("xy.png");
        new XyPlot(LABELS)
                .add("one", 0, Marker.CIRCLE, Style.DOTS, new double[] {30, Double.NaN}, new double[] {5, 7})
                .add("two", 1, Marker.SQUARE, Style.DOTS, new double[] {100}, new double[] {10})
                .write(file);

        BufferedImage image = ImageIO.read(file.toFile());
        Frame frame = new Frame(NOTHING, Axis.linear(100).end(), Axis.linear(10));
        assertThat(image.getWidth()).isEqualTo(1600);
        assertThat(image.getHeight()).isEqualTo(1000);
        assertThat(at(image, frame.x(30), frame.y(5))).isEqualTo(Palette.series(0));
        assertThat(at(image, frame.x(100), frame.y(10))).isEqualTo(Palette.series(1));
        assertThat(at(image, frame.x(70) + 3, frame.y(7) + 9))
                .as("nothing there")
                .isEqualTo(Color.WHITE);
    }

    @Test
    void shouldPutBoxesWhereTheyBelong() throws IOException {
        Path file = directory.resolve("box.png");
        Box large = Box.of(new double[] {10, 20, 30, 40, 50, 5_000});
        new BoxPlot(LABELS)
                .add("small", Box.of(new double[] {1, 2, 3}))
                .add("large", large)
                .write(file);

        BufferedImage image = ImageIO.read(file.toFile());
        Frame frame = new Frame(NOTHING, 2, Axis.logarithmic(1, 5_000));
        assertThat(at(image, frame.x(0.5) + 20, frame.y(1.7))).isEqualTo(Palette.series(0));
        assertThat(at(image, frame.x(1.5) + 20, frame.y(large.median()))).isEqualTo(Palette.TEXT);
        assertThat(at(image, frame.x(1.5) + 20, frame.y(25))).isEqualTo(Palette.series(1));
        assertThat(at(image, frame.x(1.5), frame.y(5_000) + 1)).as("beyond").isEqualTo(Palette.series(1));
        assertThat(at(image, frame.x(1.5) + 20, frame.y(700))).as("outside").isEqualTo(Color.WHITE);
    }

    @Test
    void shouldPutBarsWhereTheyBelong() throws IOException {
        Path file = directory.resolve("bar.png");
        new BarPlot(LABELS, false, 2, List.of("good", "fast"))
                .add("small", "", 0.5, Double.NaN)
                .add("large", "", 1, -0.5)
                .write(file);

        BufferedImage image = ImageIO.read(file.toFile());
        Frame frame = new Frame(NOTHING, 2, Axis.linear(-0.5, 1));
        int first = frame.x(BarPlot.edge(0, 0, 2)) + 9;
        assertThat(at(image, first, frame.y(0.4))).isEqualTo(Palette.series(0));
        assertThat(at(image, first, frame.y(0.7))).isEqualTo(Color.WHITE);
        assertThat(at(image, frame.x(BarPlot.edge(0, 1, 2)) + 9, frame.y(0.1)))
                .as("not known is no bar")
                .isEqualTo(Color.WHITE);
        assertThat(at(image, frame.x(BarPlot.edge(1, 1, 2)) + 9, frame.y(-0.4)))
                .as("below 0")
                .isEqualTo(Palette.series(1));
    }

    @Test
    void shouldDrawTheSameAgain() throws IOException {
        for (String name : List.of("a.png", "b.png")) {
            new BarPlot(LABELS, true, 0, List.of("tokens")).add("m", "n=1", 12).write(directory.resolve(name));
        }
        assertThat(Files.mismatch(directory.resolve("a.png"), directory.resolve("b.png")))
                .isEqualTo(-1);
    }
}
