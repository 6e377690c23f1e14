// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.List;

/**
 * A path from a call to an object: {@code arg0.parameters.modelName}.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public interface Path {
    /**
     * {@code current}: no path but the word that stands for the current span, where a span is looked for. Reads nothing.
     */
    Path CURRENT = new CurrentSpan();

    /**
     * Makes a path of what a parser made of it before.
     *
     * @param text as it is written
     * @param syntax what {@link #syntax} returned of the path that was parsed
     */
    static Path of(String text, Branch syntax) {
        return new CompiledPath(text, syntax);
    }

    /**
     * Reads the object.
     *
     * <p>Never throws for what it meets on the way: a step whose accessor the object's class lacks is told to
     * {@link PathRoots#unresolved}, an accessor that throws to {@link PathRoots#failed}; both make the value absent.
     *
     * @return the object, optionals unwrapped, otherwise as the application holds it; {@code null} when it, or any step
     *     on the way, is absent
     */
    Object read(PathRoots roots);

    /** Returns what {@link #read} starts from. */
    Roots roots();

    /** Returns the parsed path, for checking it against declared types. */
    Branch syntax();

    /** Answers whether a step calls a method of whatever class its object is of, which may be code of the application. */
    default boolean callsApplication() {
        return calls(syntax());
    }

    private static boolean calls(Branch branch) {
        boolean source = branch.source() instanceof Source.OneOf choice
                && choice.alternatives().stream().anyMatch(Path::calls);
        return source || calls(branch.steps());
    }

    private static boolean calls(List<Step> steps) {
        return steps.stream()
                .anyMatch(step -> step instanceof Step.Accessor accessor && accessor.call() && !accessor.listed()
                        || step instanceof Step.Choice choice
                                && choice.alternatives().stream().anyMatch(Path::calls));
    }

    /** Returns the path as written in the rule file. */
    @Override
    String toString();

    /** See {@link Path#CURRENT}. */
    final class CurrentSpan implements Path {
        private final Branch syntax = new Branch(new Source.OneOf(List.of()), List.of());

        @Override
        public Object read(PathRoots roots) {
            return null;
        }

        @Override
        public Roots roots() {
            return Roots.NONE;
        }

        @Override
        public Branch syntax() {
            return syntax;
        }

        @Override
        public String toString() {
            return "current";
        }
    }
}
