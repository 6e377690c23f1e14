// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Track;
import java.util.function.IntUnaryOperator;

/**
 * A column that people see.
 *
 * @param title its heading
 * @param left whether cells stand to the left, as words do; figures stand to the right
 * @param dispensable 0 for a column that always stays; {@link #WHERE_FILLED} for one that goes only where all its cells are blank;
 *     of others that with the highest number goes first where there is not enough room
 * @param axis the scale of a column of {@link Track}s; {@code null} for a column of texts
 * @param footnote words below the table, where the column is shown; may be empty
 */
public record Column(String title, boolean left, int dispensable, TrackAxis axis, String footnote) {
    /** Goes only where all its cells are blank. */
    public static final int WHERE_FILLED = -1;

    /**
     * The scale of a column of tracks.
     *
     * @param end what the right end stands for, the left one being 0; empty where that needs no words
     * @param characters how wide it is on a terminal of a width
     */
    public record TrackAxis(String end, IntUnaryOperator characters) {}

    /** Returns the same, to be left out in another order. */
    Column inOrder(int order) {
        return new Column(title, left, order, axis, footnote);
    }

    /** Returns the same with words below the table. */
    Column withFootnote(String words) {
        return new Column(title, left, dispensable, axis, words);
    }
}
