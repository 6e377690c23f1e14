// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.List;

/** What a path starts from. */
public sealed interface Source {
    /** One object of the call. */
    record Root(RootKind kind, int index, String annotation) implements Source {
        /** A method has no more parameters than up to this number. */
        private static final int LAST_ARGUMENT = 254;

        /** Returns a root that needs neither a number nor a type. */
        public static Root of(RootKind kind) {
            return new Root(kind, -1, null);
        }

        /** Returns the root that a word alone stands for, {@code null} when it stands for none. */
        public static Root named(String word) {
            return switch (word) {
                case "this" -> of(RootKind.SELF);
                case "kept" -> of(RootKind.KEPT);
                case "return" -> of(RootKind.RESULT);
                case "thrown" -> of(RootKind.THROWN);
                case "it" -> of(RootKind.ELEMENT);
                default -> argument(word);
            };
        }

        /** Reads {@code arg0} to {@code arg254}, without zeros in front. */
        private static Root argument(String word) {
            String number = word.startsWith("arg") ? word.substring("arg".length()) : "";
            if (number.isEmpty() || number.length() > 3 || number.length() > 1 && number.charAt(0) == '0') {
                return null;
            }
            int index = 0;
            for (int i = 0; i < number.length(); i++) {
                char digit = number.charAt(i);
                if (digit < '0' || digit > '9') {
                    return null;
                }
                index = index * 10 + (digit - '0');
            }
            return index > LAST_ARGUMENT ? null : new Root(RootKind.ARG, index, null);
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
    enum RootKind {
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
