// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.engine.coroutine.SuspendedCalls;
import io.agentprofiler.agent.engine.shape.TypeHierarchy;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.ReactiveType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The reactive libraries of the application, found by the classes of results.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ReactiveLibraries {
    private final List<ResolvedOfClass> known = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> general = new HashSet<>(Set.of(Object.class.getName()));
    private final LibraryOfClass found = new LibraryOfClass();

    /** {@code null} where nothing is known of coroutines. */
    private final Supplier<SuspendedCalls> coroutines;

    /**
     * Creates a finder.
     *
     * @param types of several that a result has, the first counts
     * @param coroutines the calls that are suspended; {@code null} where nothing is known of coroutines, and types that are
     *     collected by functions that can be suspended are left alone
     */
    public ReactiveLibraries(List<ReactiveType> types, Supplier<SuspendedCalls> coroutines) {
        this.coroutines = coroutines;
        for (ReactiveType type : types) {
            if (type.collect() != null && coroutines == null) {
                continue;
            }
            known.add(new ResolvedOfClass(type));
            names.add(type.type());
            general.add(type.type());
            general.add(type.source());
        }
    }

    /** Answers whether {@code type} names one of the types itself, so that a method returning it is taken to be reactive. */
    public boolean isReactive(String type) {
        return names.contains(type);
    }

    /** Answers whether {@code type} names a type that reactive and other results have in common. */
    public boolean mayBeReactive(String type) {
        return general.contains(type);
    }

    /**
     * Answers whether {@code className} is of a library itself. Its methods put publishers together, which is no operation, and
     * much of what they do relies on the very classes of what they return.
     */
    public boolean isOwn(String className) {
        for (ResolvedOfClass each : known) {
            for (String own : each.type.packages()) {
                if (className.startsWith(own)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the calls that are suspended. Only asked where a type is collected. */
    SuspendedCalls coroutines() {
        return coroutines.get();
    }

    /** Returns the library {@code result} belongs to, or {@code null}. */
    ReactiveLibrary of(Object result) {
        return result == null ? null : found.get(result.getClass());
    }

    /**
     * Returns what makes publishers that ask for their one value when they are subscribed to; {@code null} if {@code returns} is no
     * type that the library has such a factory for.
     *
     * @param returns what a method is declared to return
     */
    public Function<Supplier<CompletableFuture<Object>>, Object> deferred(Class<?> returns) {
        for (ResolvedOfClass each : known) {
            if (each.type.type().equals(returns.getName())
                    && !each.type.deferred().isEmpty()) {
                try {
                    return new DeferredValue(each.type, returns)::make;
                } catch (ReflectiveOperationException | LinkageError e) {
                    AgentLog.info("results of type " + returns.getName()
                            + " are not answered from a recording: this version of the library lacks "
                            + e.getMessage());
                }
            }
        }
        return null;
    }

    private final class LibraryOfClass extends ClassValue<ReactiveLibrary> {
        @Override
        protected ReactiveLibrary computeValue(Class<?> type) {
            Map<String, Class<?>> all = TypeHierarchy.of(type);
            for (ResolvedOfClass candidate : known) {
                Class<?> loaded = all.get(candidate.type.type());
                if (loaded != null) {
                    return candidate.get(loaded).orNull;
                }
            }
            return null;
        }
    }

    /** A type, resolved once a class of its name. */
    private static final class ResolvedOfClass extends ClassValue<Resolved> {
        final ReactiveType type;

        ResolvedOfClass(ReactiveType type) {
            this.type = type;
        }

        @Override
        protected Resolved computeValue(Class<?> loaded) {
            try {
                return new Resolved(new ReactiveLibrary(type, loaded));
            } catch (ReflectiveOperationException | LinkageError e) {
                AgentLog.info("results of type " + type.type()
                        + " are left alone, spans end with the call: this version of the library lacks "
                        + e.getMessage());
                return new Resolved(null);
            }
        }
    }

    private record Resolved(ReactiveLibrary orNull) {}
}
