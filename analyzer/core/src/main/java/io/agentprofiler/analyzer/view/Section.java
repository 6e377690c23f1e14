// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks under a heading, or in one JSON object, or both.
 *
 * @param key the name of the object that holds the blocks' figures; {@code null} where they belong to what is around
 * @param title the heading; {@code null} for none
 * @param explanation words beside the heading; may be empty
 * @param place where it stands, and how open
 * @param blocks what is in it, in order
 */
public record Section(String key, String title, String explanation, Place place, List<Block> blocks) implements Block {
    public Section {
        blocks = List.copyOf(blocks);
    }

    /** Makes a section that stands where it is added. */
    public Section(String key, String title, String explanation, List<Block> blocks) {
        this(key, title, explanation, Place.BODY, blocks);
    }

    /** Where a section stands, and how open. */
    public enum Place {
        /** Where it was added, for everybody. */
        BODY,
        /** What decides: on a terminal where it was added, which is best last, on pages first. It has to be on the top level. */
        CONCLUSION,
        /** Detail, which Markdown folds. */
        FOLDED,
        /** Detail that a terminal has no room for, and which Markdown folds. */
        PAGES;

        /** Answers whether Markdown folds it. */
        public boolean isFolded() {
            return this == FOLDED || this == PAGES;
        }
    }

    /** Returns blocks under a heading. */
    public static Section titled(String title, String explanation, Block... blocks) {
        return new Section(null, title, explanation, Arrays.asList(blocks));
    }

    /** Returns blocks whose figures are in an object of their own. */
    public static Section keyed(String key, Block... blocks) {
        return new Section(key, null, "", Arrays.asList(blocks));
    }

    /** Starts a section to which blocks are added one after the other. */
    public static Builder under(String title, String explanation) {
        return new Builder(title, explanation);
    }

    /** Puts a section together. */
    public static final class Builder {
        private final String title;
        private final String explanation;
        private final List<Block> blocks = new ArrayList<>();
        private String key;
        private Place place = Place.BODY;

        Builder(String title, String explanation) {
            this.title = title;
            this.explanation = explanation;
        }

        /** Names the object that holds the figures. */
        public Builder key(String name) {
            key = name;
            return this;
        }

        /** Sets where it stands. */
        public Builder place(Place where) {
            place = where;
            return this;
        }

        /** Adds a block. */
        public Builder add(Block block) {
            blocks.add(block);
            return this;
        }

        /** Adds a block where there is one. */
        public Builder add(boolean condition, java.util.function.Supplier<? extends Block> block) {
            return condition ? add(block.get()) : this;
        }

        /** Returns the section. */
        public Section build() {
            return new Section(key, title, explanation, place, blocks);
        }
    }
}
