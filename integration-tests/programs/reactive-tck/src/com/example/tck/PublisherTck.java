// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.tck;

import java.util.concurrent.Flow;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** Verifies publishers that one method makes. */
public final class PublisherTck extends PublisherVerification<Long> {
    private final String name;
    private final long most;
    private final LongFunction<? extends Publisher<Long>> made;
    private final Supplier<? extends Publisher<Long>> failed;

    private PublisherTck(
            String name,
            long most,
            LongFunction<? extends Publisher<Long>> made,
            Supplier<? extends Publisher<Long>> failed) {
        super(TckRun.environment());
        this.name = name;
        this.most = most;
        this.made = made;
        this.failed = failed;
    }

    static PublisherTck ofMany(
            String name, LongFunction<? extends Publisher<Long>> made, Supplier<? extends Publisher<Long>> failed) {
        return new PublisherTck(name, Long.MAX_VALUE - 1, made, failed);
    }

    static PublisherTck ofOne(
            String name, LongFunction<? extends Publisher<Long>> made, Supplier<? extends Publisher<Long>> failed) {
        return new PublisherTck(name, 1, made, failed);
    }

    static PublisherTck ofFlow(
            String name,
            LongFunction<? extends Flow.Publisher<Long>> made,
            Supplier<? extends Flow.Publisher<Long>> failed) {
        return ofMany(name, n -> FlowAdapters.toPublisher(made.apply(n)), () -> FlowAdapters.toPublisher(failed.get()));
    }

    @Override
    public long maxElementsFromPublisher() {
        return most;
    }

    @Override
    public Publisher<Long> createPublisher(long elements) {
        return made.apply(elements);
    }

    @Override
    public Publisher<Long> createFailedPublisher() {
        return failed.get();
    }

    @Override
    public String toString() {
        return name;
    }
}
