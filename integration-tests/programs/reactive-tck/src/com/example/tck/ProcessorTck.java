// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.tck;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.IdentityProcessorVerification;

/** Verifies processors whose publishing side the agent wraps. */
public final class ProcessorTck extends IdentityProcessorVerification<Long> {
    private final String name;
    private final IntFunction<Processor<Long, Long>> made;
    private final ExecutorService publishing = Executors.newFixedThreadPool(2, ProcessorTck::daemon);

    ProcessorTck(String name, IntFunction<Processor<Long, Long>> made) {
        super(TckRun.environment());
        this.name = name;
        this.made = made;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "publishing");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Processor<Long, Long> createIdentityProcessor(int bufferSize) {
        return made.apply(bufferSize);
    }

    @Override
    public Publisher<Long> createFailedPublisher() {
        return Made.fluxFailed();
    }

    @Override
    public ExecutorService publisherExecutorService() {
        return publishing;
    }

    @Override
    public Long createElement(int element) {
        return (long) element;
    }

    @Override
    public long maxSupportedSubscribers() {
        return 1;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Takes elements by one object, and publishes them by another. */
    record Joined(Subscriber<Long> in, Publisher<Long> out) implements Processor<Long, Long> {
        @Override
        public void subscribe(Subscriber<? super Long> subscriber) {
            out.subscribe(subscriber);
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            in.onSubscribe(subscription);
        }

        @Override
        public void onNext(Long element) {
            in.onNext(element);
        }

        @Override
        public void onError(Throwable failure) {
            in.onError(failure);
        }

        @Override
        public void onComplete() {
            in.onComplete();
        }
    }
}
