// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** An analysis put together of functions; equal to itself alone, since it is the key of its answer. */
final class MadeAnalysis<S> implements Analysis<S> {
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
