// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * An analysis of traces: it maps a trace to a result and merges results.
 *
 * <p>{@link #merge} is associative and commutative in what its result says, and {@link #empty} changes nothing: the
 * order in which traces are read never changes a report. To add a question, implement this and put the instance, which
 * is also the key of its answer, into the list a command gives to {@link RunSummary}.
 *
 * <p><b>Threading:</b> stateless. A result belongs to the thread that made it until it is handed on.
 *
 * @param <S> the answer
 */
public interface Analysis<S> {
    /** Returns the answer of no trace. */
    S empty();

    /** Returns the answer of one trace; depends on the trace alone. */
    S of(Trace trace);

    /**
     * Adds the answer of one trace to {@code into} and returns the sum: the same as {@code merge(into, of(trace))}. To be
     * overridden where that would make and throw away much for every trace.
     */
    default S addTrace(S into, Trace trace) {
        return merge(into, of(trace));
    }

    /** Adds {@code more} to {@code into} and returns the sum. May change {@code into}, never {@code more}. */
    S merge(S into, S more);

    /**
     * Returns an analysis that answers for each trace by itself and adds up the answers.
     *
     * @param name what it is called in messages
     * @param empty makes the answer of no trace
     * @param add adds a trace to an answer
     * @param merge adds the second answer to the first
     */
    static <S> Analysis<S> of(String name, Supplier<S> empty, BiConsumer<S, Trace> add, BiConsumer<S, S> merge) {
        return new MadeAnalysis<>(name, empty, add, merge, false);
    }

    /** Returns the same, but adds each trace to the sum at once: for answers that cost much to make for every trace. */
    static <S> Analysis<S> direct(String name, Supplier<S> empty, BiConsumer<S, Trace> add, BiConsumer<S, S> merge) {
        return new MadeAnalysis<>(name, empty, add, merge, true);
    }

    /** An analysis put together of functions; equal to itself alone, since it is the key of its answer. */
    public static final class MadeAnalysis<S> implements Analysis<S> {
        private final String name;
        private final Supplier<S> empty;
        private final BiConsumer<S, Trace> add;
        private final BiConsumer<S, S> merge;
        private final boolean direct;

        MadeAnalysis(String name, Supplier<S> empty, BiConsumer<S, Trace> add, BiConsumer<S, S> merge, boolean direct) {
            this.name = name;
            this.empty = empty;
            this.add = add;
            this.merge = merge;
            this.direct = direct;
        }

        @Override
        public S empty() {
            return empty.get();
        }

        @Override
        public S of(Trace trace) {
            S answer = empty();
            add.accept(answer, trace);
            return answer;
        }

        @Override
        public S addTrace(S into, Trace trace) {
            if (!direct) {
                return merge(into, of(trace));
            }
            add.accept(into, trace);
            return into;
        }

        @Override
        public S merge(S into, S more) {
            merge.accept(into, more);
            return into;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
