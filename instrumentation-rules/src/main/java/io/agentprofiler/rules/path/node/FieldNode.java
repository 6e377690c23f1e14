// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.Getters;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.Step;

/** {@code @name}: reads a field. */
public final class FieldNode extends Node {
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
            Object value = field.read(on);
            return value != Getters.MISSING
                    ? value
                    : step.optional() ? null : new Missing(on.getClass(), "@" + step.name());
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }
}
