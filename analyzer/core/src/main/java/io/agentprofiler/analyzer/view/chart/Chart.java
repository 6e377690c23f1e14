// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.view.cell.Fields;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A chart: a picture of it, or what a page needs to draw the same with its own script. A Java installation without the module
 * {@code java.desktop} can tell the latter: these classes leave to {@link Frame} what the JVM would look for before it runs them.
 */
public interface Chart {
    /**
     * Draws the file.
     *
     * @throws IOException when it cannot be written, or this Java installation has no fonts
     */
    void write(Path file) throws IOException;

    /** Returns labels, axes with their marks, and what is drawn, as far as the chart says it. */
    Fields fields();
}
