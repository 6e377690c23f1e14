// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.plot;

import io.agentprofiler.analyzer.input.Reasons;
import io.agentprofiler.analyzer.view.chart.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the charts as PNG files of one directory. A chart that has nothing to show is not written, and what an earlier report left
 * under its name is removed, so that it does not pass for one of this report.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class PlotPictures {
    private static final String ENDING = ".png";

    public static final String TOKENS = PlotCharts.TOKENS + ENDING;

    private final Path directory;
    private final PlotData data;
    private final List<Path> written = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    public PlotPictures(Path directory, PlotData data) {
        this.directory = directory;
        this.data = data;
    }

    /**
     * Draws all that have something to show.
     *
     * @throws IOException when a picture of an earlier report cannot be removed
     */
    public void write() throws IOException {
        for (PlotCharts.Named one : new PlotCharts(data).all()) {
            draw(one.name() + ENDING, one.chart());
        }
    }

    private void draw(String name, Chart chart) throws IOException {
        Path target = directory.resolve(name);
        Files.deleteIfExists(target);
        if (chart == null) {
            return;
        }
        try {
            chart.write(target);
            written.add(target);
        } catch (IOException e) {
            // a picture needs fonts, which a small Java installation may lack: the other files are written all the same
            failures.add(name + " was not written: " + Reasons.of(e));
        } catch (LinkageError e) {
            failures.add(name + " was not written: this Java installation lacks the module java.desktop (" + e + ")");
        }
    }

    public List<Path> written() {
        return List.copyOf(written);
    }

    /** Returns which pictures are missing, and why, a line each. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
