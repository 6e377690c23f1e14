// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How a path, or a part of one, fared.
 *
 * @param state whether it is there
 * @param types what it may read; empty unless resolved
 * @param missing the step that is not there, in words; {@code null} when there is nothing to say
 * @param expected what could stand there instead, as the end of a sentence; empty where that is not known
 */
public record Outcome(PathState state, Set<TypeRef> types, String missing, String expected) {
    /** In falling order of what is to be preferred where one of several will do. */
    public enum PathState {
        /** Every step is there. */
        RESOLVED,
        /** It leads through a type nothing is known of. */
        UNCHECKED,
        /** A step marked optional is not there. */
        ABSENT,
        /** A step is not there. */
        UNRESOLVED
    }

    static final Outcome UNCHECKED = new Outcome(PathState.UNCHECKED, Set.of(), null, "");
    static final Outcome ABSENT = new Outcome(PathState.ABSENT, Set.of(), null, "");

    public Outcome {
        // in the order they came in: what is said of them is compared word by word
        types = Collections.unmodifiableSet(new LinkedHashSet<>(types));
    }

    static Outcome resolved(TypeRef type) {
        return resolved(Set.of(type));
    }

    static Outcome resolved(Set<TypeRef> types) {
        return new Outcome(PathState.RESOLVED, types, null, "");
    }

    static Outcome unresolved(String missing) {
        return unresolved(missing, "");
    }

    static Outcome unresolved(String missing, String expected) {
        return new Outcome(PathState.UNRESOLVED, Set.of(), missing, expected);
    }

    boolean isResolved() {
        return state == PathState.RESOLVED;
    }

    /** Returns the better of two, with the types of both when both are resolved. */
    public Outcome or(Outcome other) {
        if (isResolved() && other.isResolved()) {
            Set<TypeRef> both = new LinkedHashSet<>(types);
            both.addAll(other.types);
            return resolved(both);
        }
        return other.state.compareTo(state) < 0 ? other : this;
    }
}
