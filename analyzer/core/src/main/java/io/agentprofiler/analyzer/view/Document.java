// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The answer of a command, described once for people and programs: renderers make of it text for a terminal, Markdown, a page or
 * JSON. What people see and what programs read are the same cells, so they cannot disagree.
 *
 * @param format the name and version of its JSON form, for example {@code agent-profiler-costs/1}
 * @param title what it is about, in a word or two
 * @param blocks what it says, in order
 */
public record Document(String format, String title, List<Block> blocks) {
    public Document {
        blocks = List.copyOf(blocks);
    }

    /** Returns the blocks in the order of pages, on which the conclusion comes first. */
    public List<Block> onPages() {
        List<Block> ordered = new ArrayList<>(blocks);
        ordered.sort(Comparator.comparing(
                block -> !(block instanceof Section section && section.place() == Section.Place.CONCLUSION)));
        return ordered;
    }

    /** Starts a document. */
    public static Builder of(String format, String title) {
        return new Builder(format, title);
    }

    /** Puts a document together. */
    public static final class Builder {
        private final String format;
        private final String title;
        private final List<Block> blocks = new ArrayList<>();

        Builder(String format, String title) {
            this.format = format;
            this.title = title;
        }

        /** Adds a block. */
        public Builder add(Block block) {
            blocks.add(block);
            return this;
        }

        /** Adds blocks. */
        public Builder addAll(List<? extends Block> more) {
            blocks.addAll(more);
            return this;
        }

        /** Returns the document. */
        public Document build() {
            return new Document(format, title, blocks);
        }
    }
}
