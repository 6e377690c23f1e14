// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Named things as circles over two axes that begin at 0; a third figure is the circle's area. Only pages draw it: a table has to hold
 * the same figures for everybody else.
 *
 * @param title the heading
 * @param explanation words beside the heading; may be empty
 * @param x the axis to the right
 * @param y the axis upwards
 * @param dots the things, in the order of the table
 */
public record Scatter(String title, String explanation, Scale x, Scale y, List<Dot> dots) implements Block {
    /** Takes a list that may change afterwards. */
    public Scatter {
        dots = List.copyOf(dots);
    }

    /**
     * An axis.
     *
     * @param label what it shows
     * @param text how a value reads
     */
    public record Scale(String label, DoubleFunction<String> text) {}

    /**
     * A thing.
     *
     * @param name its name, which may be text of a trace
     * @param x its figure on that axis; 0 or more
     * @param y its figure on that axis; 0 or more
     * @param size its third figure; 0 or more
     * @param told how the third figure reads
     * @param emphasis its colour
     */
    public record Dot(String name, double x, double y, double size, String told, Emphasis emphasis) {}
}
