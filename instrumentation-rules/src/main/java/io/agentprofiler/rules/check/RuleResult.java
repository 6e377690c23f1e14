// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.model.Rule;
import java.util.List;

/**
 * How one rule fits a class path.
 *
 * @param rule the rule
 * @param version version of what it looks at, {@code null} when the class path does not tell
 * @param state the sum of it
 * @param methods signatures of which there is a method
 * @param paths what became of its paths
 * @param problems what is not there though it should be, one line each
 * @param notes signatures of which only others are there, and ranges that say less than is there, one line each
 */
public record RuleResult(
        Rule rule,
        String version,
        State state,
        List<String> methods,
        Paths paths,
        List<String> problems,
        List<String> notes) {
    /**
     * What became of a rule's paths.
     *
     * @param resolved paths whose every step is there
     * @param absent paths that lead through an optional step that is not there
     * @param unchecked paths that lead through types nothing is known of
     * @param calls what paths call, as {@code key: path: Type.method()}: each runs the application's code
     * @param notRead classes in which a step is not read, as {@code 'step' on Class: why}; in others it is
     */
    public record Paths(
            List<String> resolved,
            List<String> absent,
            List<String> unchecked,
            List<String> calls,
            List<String> notRead) {
        private static final Paths NONE = new Paths(List.of(), List.of(), List.of(), List.of(), List.of());

        public Paths {
            resolved = List.copyOf(resolved);
            absent = List.copyOf(absent);
            unchecked = List.copyOf(unchecked);
            calls = List.copyOf(calls);
            notRead = List.copyOf(notRead);
        }
    }

    /** The sum of it. */
    public enum State {
        /** Types, a method and all paths are there. */
        FITS,
        /** All paths are there, but not in every class or method that the rule is about: {@link Paths#notRead}. */
        PARTIAL,
        /** Nothing is known to be missing, but not all could be checked: {@link Paths#unchecked}. */
        UNCHECKED,
        /** The rule is for other versions, and says so. */
        OTHER_VERSION,
        /** The part of the framework the rule looks at is not on the class path, and the rule says that this may be. */
        ABSENT,
        /** Something is not there. */
        BROKEN
    }

    /** Returns the state of a rule of which there is a method. */
    static State stateOf(List<String> problems, List<String> unchecked, List<String> notRead) {
        if (!problems.isEmpty()) {
            return State.BROKEN;
        }
        return !notRead.isEmpty() ? State.PARTIAL : !unchecked.isEmpty() ? State.UNCHECKED : State.FITS;
    }

    /** Answers whether the rule is about something on the class path, and nothing of it is known to be missing everywhere. */
    public boolean isThere() {
        return state == State.FITS || state == State.PARTIAL || state == State.UNCHECKED;
    }

    public RuleResult {
        methods = List.copyOf(methods);
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /** Returns the same result with other words for its problems. */
    public RuleResult withProblems(List<String> others) {
        return new RuleResult(rule, version, state, methods, paths, others, notes);
    }

    /** Returns the result of a rule without a type or method. */
    static RuleResult notThere(Rule rule, String version, State state, String... problems) {
        return new RuleResult(rule, version, state, List.of(), Paths.NONE, List.of(problems), List.of());
    }
}
