// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.tck;

import java.util.function.Supplier;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;

/** Verifies subscribers that ask for elements by themselves. */
public final class SubscriberTck extends SubscriberBlackboxVerification<Long> {
    private final String name;
    private final Supplier<Subscriber<Long>> made;

    SubscriberTck(String name, Supplier<Subscriber<Long>> made) {
        super(TckRun.environment());
        this.name = name;
        this.made = made;
    }

    @Override
    public Subscriber<Long> createSubscriber() {
        return made.get();
    }

    @Override
    public Long createElement(int element) {
        return (long) element;
    }

    @Override
    public String toString() {
        return name;
    }
}
