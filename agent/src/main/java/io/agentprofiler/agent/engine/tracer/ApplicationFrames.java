// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import io.agentprofiler.shared.schema.SpanKind;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the application's code that makes a call, on the stack of the call. The nearest frame counts that is of the {@linkplain
 * ApplicationCode application}. Where there is none, as on a thread of a library, nothing is known.
 *
 * <p>A walk takes some microseconds, so all walks together take a thousandth of the time at most; {@link #AHEAD_NANOS} may be spent
 * ahead. Calls beyond that have no frame. Nothing is remembered from one call to the next: two lines may make the same call.
 *
 * <p><b>Threading:</b> application threads; no lock. Runs none of the application's code.
 */
public final class ApplicationFrames {
    /** Frames that are looked at: more are below no library that is known. */
    static final int MOST_FRAMES = 256;

    /** All walks together take at most one part in this many of the time. */
    static final long PART = 1000;

    /** How much time walks may take ahead of that, for the first calls of a program. */
    static final long AHEAD_NANOS = 100_000_000;

    /** More than this a walk does not take; what a clock shows beyond it, the thread has waited for a processor. */
    static final long MOST_NANOS = 250_000;

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final ApplicationCode application;
    private final Function<Stream<StackFrame>, StackFrame> reader = new FrameReader();
    /** When all walks so far will have taken their part of the time, by {@link System#nanoTime}. */
    private final AtomicLong paidAt;

    /** Looks for frames of the application from now on. For the agent's thread. */
    public ApplicationFrames(ApplicationCode application) {
        this.application = application;
        this.paidAt = new AtomicLong(System.nanoTime());
        // loads what a walk needs, here and not in the first call
        WALKER.walk(reader);
    }

    /** Answers whether somebody asks who makes calls of {@code kind}: functions name themselves, and attempts have a call above them. */
    public static boolean areWanted(SpanKind kind) {
        return switch (kind) {
            case WORKFLOW, AGENT, LLM, TOOL, RETRIEVAL, EMBEDDING, RERANK -> true;
            case MEMORY, PROMPT, GUARDRAIL, EVALUATION, HTTP, FUNCTION -> false;
        };
    }

    /**
     * Returns the nearest frame of the application on the calling thread, for {@link CodeAttributes}; {@code null} where there is none, or
     * walks have taken their part of the time.
     */
    public Object find() {
        long begun = System.nanoTime();
        if (paidAt.get() - begun > AHEAD_NANOS * PART) {
            return null;
        }
        StackFrame found = WALKER.walk(reader);
        spend(begun, System.nanoTime() - begun);
        return found;
    }

    /** A walk that began at {@code begun} took {@code nanos}. */
    void spend(long begun, long nanos) {
        long known;
        long next;
        do {
            known = paidAt.get();
            next = (known - begun > 0 ? known : begun) + Math.min(nanos, MOST_NANOS) * PART;
        } while (!paidAt.compareAndSet(known, next));
    }

    private final class FrameReader implements Function<Stream<StackFrame>, StackFrame> {
        @Override
        public StackFrame apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> rest = frames.iterator();
            StackFrame called = null;
            for (int i = 0; i < MOST_FRAMES && rest.hasNext(); i++) {
                StackFrame frame = rest.next();
                Class<?> type = frame.getDeclaringClass();
                if (application.has(type)) {
                    return called != null && isTask(called) ? null : frame;
                }
                if (type.getClassLoader() != null) {
                    called = frame;
                }
            }
            return null;
        }

        /** Answers whether a library's frame is that of a task: who runs it, such as a wrapper of tasks, did not make the call. */
        private boolean isTask(StackFrame called) {
            Class<?> type = called.getDeclaringClass();
            String method = called.getMethodName();
            return method.startsWith(CodeAttributes.LAMBDA)
                    || (method.equals("run") && Runnable.class.isAssignableFrom(type))
                    || (method.equals("call") && Callable.class.isAssignableFrom(type));
        }
    }
}
