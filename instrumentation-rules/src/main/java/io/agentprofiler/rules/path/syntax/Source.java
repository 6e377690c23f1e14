// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.List;
import java.util.regex.Pattern;

/** What a path starts from. */
public sealed interface Source {
    /** One object of the call. */
    record Root(Kind kind, int index, String annotation) implements Source {
        private static final Pattern ARGUMENT = Pattern.compile("arg(0|[1-9][0-9]{0,2})");

        /** Returns a root that needs neither a number nor a type. */
        public static Root of(Kind kind) {
            return new Root(kind, -1, null);
        }

        /** Returns the root that a word alone stands for, {@code null} when it stands for none. */
        public static Root named(String word) {
            return switch (word) {
                case "this" -> of(Kind.SELF);
                case "kept" -> of(Kind.KEPT);
                case "return" -> of(Kind.RESULT);
                case "thrown" -> of(Kind.THROWN);
                case "it" -> of(Kind.ELEMENT);
                default -> argument(word);
            };
        }

        /** Reads {@code arg0} to {@code arg254}: a method has no more parameters. */
        private static Root argument(String word) {
            if (!ARGUMENT.matcher(word).matches()) {
                return null;
            }
            int index = Integer.parseInt(word.substring(3));
            return index > 254 ? null : new Root(Kind.ARG, index, null);
        }
    }

    /**
     * {@code (return.a|arg0.b)}: the first whole path that gives an object.
     *
     * @param alternatives at least one
     */
    record OneOf(List<Branch> alternatives) implements Source {
        public OneOf {
            alternatives = List.copyOf(alternatives);
        }
    }

    /** Which object of the call. */
    enum Kind {
        /** {@code this}. */
        SELF,
        /** {@code arg0}; {@link Root#index()} is its number. */
        ARG,
        /** {@code arg*}: all arguments there are, by {@code arg0}, {@code arg1} …. */
        ARGS,
        /** {@code return}. */
        RESULT,
        /** {@code thrown}. */
        THROWN,
        /** {@code arg@fq.Annotation}; {@link Root#annotation()} is the type. */
        ANNOTATED,
        /** {@code kept.name}: what was kept of the span's elements by that name, {@link Root#annotation()}. */
        KEPT,
        /** {@code it}, or nothing at all: the element, inside {@code each}. */
        ELEMENT
    }
}
