// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** Writes a picture to a PNG file that appears under its name only when it is complete. */
public final class PngFile {
    private PngFile() {}

    /**
     * Draws a file on a white ground.
     *
     * @throws IOException when it cannot be written, or this Java installation has no fonts
     */
    public static void write(Path file, int width, int height, Consumer<Graphics2D> drawing) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        try {
            Graphics2D graphics = image.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, width, height);
            drawing.accept(graphics);
            graphics.dispose();
        } catch (LinkageError | InternalError | RuntimeException e) {
            // a Java runtime without fontconfig fails in one of these ways, at its first text
            throw new IOException("cannot draw text: this Java installation has no fonts (" + e + ")", e);
        }
        PrivateFiles.write(file, stream -> ImageIO.write(image, "png", stream));
    }
}
