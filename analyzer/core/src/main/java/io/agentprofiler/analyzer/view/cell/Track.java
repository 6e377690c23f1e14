// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import java.util.List;

/**
 * What is drawn on a scale from 0 to 1, such as the time of a workflow: stretches, later ones over earlier ones, and a mark.
 *
 * @param stretches what is drawn, in order
 * @param tick where the first chunk of a streamed answer came; {@link Double#NaN} for none
 */
public record Track(List<Stretch> stretches, double tick) implements Cell.Drawing {
    public Track {
        stretches = List.copyOf(stretches);
    }

    /** How strongly a stretch is drawn. */
    public enum Shade {
        SOLID,
        LINE,
        FAINT
    }

    /**
     * A part of the scale.
     *
     * @param from where it starts, 0 to 1
     * @param to where it ends, 0 to 1
     */
    public record Stretch(double from, double to, Shade shade) {}

    /** Returns a single stretch. */
    public static Track of(double from, double to) {
        return new Track(List.of(new Stretch(from, to, Shade.SOLID)), Double.NaN);
    }

    /** Returns the same with the mark of a first chunk. */
    public Track first(double at) {
        return new Track(stretches, at);
    }
}
