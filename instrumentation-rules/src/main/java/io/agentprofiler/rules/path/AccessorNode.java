// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * {@code name}, {@code name('text')}: calls the accessor, looked up once a class; {@code name} on a Map reads the key, {@code
 * message} and {@code cause} of a failure its fields.
 */
final class AccessorNode extends Node {
    private final String path;
    private final Step.Accessor step;
    private final Accessors accessors;

    AccessorNode(String path, Step.Accessor step) {
        this.path = path;
        this.step = step;
        this.accessors = new Accessors(step);
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            if (!step.call() && on instanceof Map<?, ?> map) {
                return Optionals.unwrap(map.get(step.name()));
            }
            if (!step.call() && on instanceof Throwable failure) {
                if (step.name().equals("message")) {
                    return Throwables.message(failure);
                }
                if (step.name().equals("cause")) {
                    return Throwables.cause(failure);
                }
            }
            Object accessor = accessors.get(on.getClass());
            if (accessor instanceof MethodHandle handle) {
                return Optionals.unwrap(roots.call(path, handle, on));
            }
            return step.optional() ? null : accessor;
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }

    /**
     * What is known of each class: a handle, or a {@link Missing}. Values refer to the class they are stored in and to
     * nothing of ours that refers back here, so that neither side keeps the other.
     */
    private static final class Accessors extends ClassValue<Object> {
        private final Step.Accessor step;

        Accessors(Step.Accessor step) {
            this.step = step;
        }

        @Override
        protected Object computeValue(Class<?> type) {
            MethodHandle handle = step.argument() == null
                    ? AccessorFinder.find(type, step.name(), step.call())
                    : AccessorFinder.find(type, step.name(), step.argument());
            return handle != null ? handle : new Missing(type, step.call() ? step.name() + "()" : step.name());
        }
    }
}
