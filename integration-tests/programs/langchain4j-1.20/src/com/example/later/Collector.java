// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.later;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Takes elements one by one and says what came. */
final class Collector implements Flow.Subscriber<Object> {
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private Flow.Subscription subscription;
    private int wanted;
    private int taken;

    /** Subscribes, cancels after {@code most} elements, and waits for the end. */
    String subscribedTo(Flow.Publisher<?> publisher, int most) {
        wanted = most;
        publisher.subscribe(this);
        return end.join();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(Object element) {
        taken++;
        if (taken == wanted) {
            subscription.cancel();
            end.complete(taken + " elements, then enough");
        } else {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.complete(taken + " elements, then " + failure);
    }

    @Override
    public void onComplete() {
        end.complete(taken + " elements");
    }
}
