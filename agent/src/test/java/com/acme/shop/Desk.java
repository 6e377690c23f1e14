// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.shop;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A program of a user, by its name: what calls a library, in different ways. */
public final class Desk {
    /** The line in {@link #ask}. */
    public static final int ASKS = 16;

    private Desk() {}

    public static Object ask(Supplier<Object> library) {
        return library.get();
    }

    public static Object askByLambda(Supplier<Object> library) {
        Callable<Object> task = () -> ask(library);
        try {
            return task.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What wraps tasks of others, for an executor. */
    public static Runnable wrap(Runnable task) {
        return new Wrapped(task);
    }

    /** A task with another around it. */
    private record Wrapped(Runnable task) implements Runnable {
        @Override
        public void run() {
            task.run();
        }
    }

    /** Asks with so many frames of its own below. */
    public static Object askBelow(int frames, Supplier<Object> library) {
        return frames == 0 ? library.get() : askBelow(frames - 1, library);
    }
}
