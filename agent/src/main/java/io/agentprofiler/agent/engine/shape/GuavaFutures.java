// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/**
 * Guava's {@code ListenableFuture}, which gRPC and the clients built on it return. A future is heard only if the methods called here
 * are Guava's own: one of the application's class may do anything in them.
 *
 * <p><b>Threading:</b> any thread.
 */
final class GuavaFutures {
    private static final String PACKAGE = "com.google.common.util.concurrent";
    private static final Executor DIRECT = Runnable::run;
    private static final AddListener ADD_LISTENER = new AddListener();

    private GuavaFutures() {}

    /** Answers whether the end of {@code future} can be heard here. */
    static boolean isOne(Future<?> future) {
        return ADD_LISTENER.get(future.getClass()).exists();
    }

    /**
     * Returns what is to be handed to {@link #listen}; as long as it is referred to, so is {@code end}.
     *
     * @param end is given the value or the failure
     */
    static Runnable listener(Future<?> future, BiConsumer<Object, Throwable> end) {
        return () -> tell(future, end);
    }

    /** Has {@code listener} called when {@code future} is done, on the thread that completes it; at once if it is. */
    static void listen(Future<?> future, Runnable listener) throws Throwable {
        ADD_LISTENER.get(future.getClass()).method.invoke(future, listener, DIRECT);
    }

    /** Reads a future that is done. Guava's {@code get} looks at the thread's interrupt first, which is the application's. */
    private static void tell(Future<?> future, BiConsumer<Object, Throwable> end) {
        boolean interrupted = Thread.interrupted();
        Object value = null;
        Throwable failure = null;
        try {
            value = future.get();
        } catch (ExecutionException e) {
            failure = e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            interrupted = true;
            failure = e;
        } catch (RuntimeException e) {
            // it was cancelled
            failure = e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        end.accept(value, failure);
    }

    /** {@code addListener} of the interface, for classes that have it from Guava. */
    private static final class AddListener extends ClassValue<Heard> {
        @Override
        protected Heard computeValue(Class<?> type) {
            Class<?> future = TypeHierarchy.of(type).get(PACKAGE + ".ListenableFuture");
            if (future == null || !future.isInterface()) {
                return Heard.NOT;
            }
            try {
                if (!isGuavas(type.getMethod("addListener", Runnable.class, Executor.class)
                                .getDeclaringClass())
                        || !isGuavas(type.getMethod("get").getDeclaringClass())) {
                    return Heard.NOT;
                }
                return new Heard(MethodHandles.publicLookup()
                        .findVirtual(
                                future,
                                "addListener",
                                MethodType.methodType(void.class, Runnable.class, Executor.class)));
            } catch (ReflectiveOperationException | LinkageError e) {
                // another library of this name, or a class whose signatures name classes that are not there
                return Heard.NOT;
            }
        }

        private static boolean isGuavas(Class<?> type) {
            return type.getPackageName().equals(PACKAGE);
        }
    }

    /** @param method {@code null} where the future cannot be heard */
    private record Heard(MethodHandle method) {
        static final Heard NOT = new Heard(null);

        boolean exists() {
            return method != null;
        }
    }
}
