// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.Getters;
import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.Step;

/** {@code @name}: reads a field; {@code @name*}: goes on to the innermost object that the field leads to. */
public final class FieldNode extends Node {
    /** Objects around each other: more than this lead in a circle. */
    private static final int MOST_REPEATED = 64;

    private final String path;
    private final Step.Field step;
    private final Getters field;

    public FieldNode(String path, Step.Field step) {
        this.path = path;
        this.step = step;
        this.field = Getters.ofField(step.name());
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            Object value = step.repeated() ? innermost(on) : field.read(on);
            return value != Getters.MISSING
                    ? value
                    : step.optional() ? null : new Missing(on.getClass(), "@" + step.name());
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }

    /** Follows the field until it holds nothing, or is not there. */
    private Object innermost(Object outermost) {
        Object at = outermost;
        for (int i = 0; i < MOST_REPEATED; i++) {
            Object next = field.read(at);
            if (next == null || next == Getters.MISSING || next instanceof NotRead) {
                return at;
            }
            at = next;
        }
        return new NotRead("@" + step.name() + "*", "the field leads in a circle, or too far");
    }
}
