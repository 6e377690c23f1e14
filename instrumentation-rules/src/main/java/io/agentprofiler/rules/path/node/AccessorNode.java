// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.Getters;
import io.agentprofiler.rules.access.JdkObjects;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.path.object.AccessorFinder;
import io.agentprofiler.rules.path.object.Throwables;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.Step;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * {@code name}: reads the state behind the accessor, on a Map the key; runs nothing of the application.
 *
 * <p>Getters of plain classes of the JDK are called; they are looked up once a class.
 */
public final class AccessorNode extends Node {
    private final String path;
    private final Step.Accessor step;
    private final Getters getters;
    private final GettersOfClass jdk;

    public AccessorNode(String path, Step.Accessor step) {
        this.path = path;
        this.step = step;
        this.getters = Getters.named(step.name());
        this.jdk = new GettersOfClass(step);
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            Object ordinary = getters.readOrdinary(on);
            if (ordinary != Getters.NOT_ORDINARY) {
                return ordinary == Getters.MISSING ? missingIn(on.getClass()) : ordinary;
            }
            if (on instanceof Map<?, ?> map) {
                return PlainCollections.isPlain(map)
                        ? Holders.open(PlainCollections.get(map, step.name()))
                        : Unread.collection(step.name(), on);
            }
            Class<?> type = on.getClass();
            if (JdkObjects.isPlain(type, step.name())) {
                Object accessor = jdk.get(type);
                return accessor instanceof MethodHandle handle
                        ? Holders.open((Object) handle.invokeExact(on))
                        : missing(accessor);
            }
            if (on instanceof Enum<?> constant && step.name().equals("name")) {
                return constant.name();
            }
            if (on instanceof Throwable failure) {
                if (step.name().equals("message")) {
                    return Throwables.message(failure);
                }
                if (step.name().equals("cause")) {
                    return Throwables.cause(failure);
                }
            }
            Object from = Getters.behind(on);
            Object value = getters.read(from);
            return value == Getters.MISSING ? missingIn(from.getClass()) : value;
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }

    private Object missingIn(Class<?> type) {
        return step.optional() ? null : new Missing(type, step.name());
    }

    private Object missing(Object missing) {
        return step.optional() ? null : missing;
    }

    /**
     * What is known of each class: a handle, or a {@link Missing}. Values refer to the class they are stored in and to
     * nothing of ours that refers back here, so that neither side keeps the other.
     */
    private static final class GettersOfClass extends ClassValue<Object> {
        private final Step.Accessor step;

        GettersOfClass(Step.Accessor step) {
            this.step = step;
        }

        @Override
        protected Object computeValue(Class<?> type) {
            MethodHandle handle = AccessorFinder.find(type, step.name(), false);
            return handle != null ? handle : new Missing(type, step.name());
        }
    }
}
