// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * A few facts in a row behind a label.
 *
 * @param label what they are about
 * @param cells the facts, each readable by itself
 */
public record Facts(String label, List<Cell> cells) implements Block {
    public Facts {
        cells = List.copyOf(cells);
    }

    /** Starts a row of facts. */
    public static Builder about(String label) {
        return new Builder(label);
    }

    /** Puts facts together. */
    public static final class Builder {
        private final String label;
        private final List<Cell> cells = new ArrayList<>();

        Builder(String label) {
            this.label = label;
        }

        /** Adds a fact. */
        public Builder add(Cell cell) {
            cells.add(cell);
            return this;
        }

        /** Adds a fact in words of ours. */
        public Builder add(String words) {
            return add(Cell.words(words));
        }

        /** Adds facts. */
        public Builder addAll(List<Cell> more) {
            cells.addAll(more);
            return this;
        }

        /** Returns the row. */
        public Facts build() {
            return new Facts(label, cells);
        }
    }
}
