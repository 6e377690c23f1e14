// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.CallTargets;
import io.agentprofiler.rules.access.ListedCalls;
import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.path.object.AccessorFinder;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.Step;
import java.lang.invoke.MethodHandle;

/**
 * {@code name()}, {@code name('text')}: calls the method, looked up once a class, and never one of a class made at run time;
 * {@code name!()}: only where the object's class is listed.
 */
public final class CallNode extends Node {
    private final String path;
    private final Step.Accessor step;
    private final Methods methods;

    public CallNode(String path, Step.Accessor step) {
        this.path = path;
        this.step = step;
        this.methods = new Methods(step);
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            Object method = methods.get(on.getClass());
            if (method instanceof MethodHandle handle) {
                String refused = CallTargets.refuses(on);
                return refused != null
                        ? new NotRead(Methods.spelled(step), refused)
                        : Holders.open(roots.call(path, handle, on));
            }
            return step.optional() && method instanceof Missing ? null : method;
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }

    /**
     * What is known of each class: a handle, a {@link NotRead}, or a {@link Missing}. Values refer to the class they are stored
     * in and to nothing of ours that refers back here, so that neither side keeps the other.
     */
    private static final class Methods extends ClassValue<Object> {
        private final Step.Accessor step;

        Methods(Step.Accessor step) {
            this.step = step;
        }

        @Override
        protected Object computeValue(Class<?> type) {
            String refused = step.listed() && !ListedCalls.has(type, step.name())
                    ? type.getName() + " is not one of the classes whose " + spelled(step) + " is called"
                    : CallTargets.refuses(type, step.name());
            if (refused != null) {
                return new NotRead(spelled(step), refused);
            }
            MethodHandle handle = step.argument() == null
                    ? AccessorFinder.find(type, step.name(), true)
                    : AccessorFinder.find(type, step.name(), step.argument());
            return handle != null ? handle : new Missing(type, spelled(step));
        }

        static String spelled(Step.Accessor step) {
            return step.name() + "()";
        }
    }
}
