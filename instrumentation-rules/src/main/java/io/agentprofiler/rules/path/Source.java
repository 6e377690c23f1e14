// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import java.util.List;

/** What a path starts from. */
public sealed interface Source {
    /** One object of the call. */
    record Root(Kind kind, int index, String annotation) implements Source {
        /** Returns a root that needs neither a number nor a type. */
        static Root of(Kind kind) {
            return new Root(kind, -1, null);
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
