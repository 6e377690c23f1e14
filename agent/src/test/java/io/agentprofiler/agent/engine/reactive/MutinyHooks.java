// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.MultiInterceptor;
import io.smallrye.mutiny.infrastructure.UniInterceptor;
import io.smallrye.mutiny.subscription.UniSubscriber;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Mutiny's hooks, which it finds as services; they do nothing unless a test says what. */
public final class MutinyHooks {
    private static final BiConsumer<String, Object> NOTHING = (hook, on) -> {};

    /** Told of each call of a hook. */
    static BiConsumer<String, Object> told = NOTHING;

    /** What becomes of each {@link Multi}. */
    static UnaryOperator<Object> decorated = UnaryOperator.identity();

    private MutinyHooks() {}

    static void reset() {
        told = NOTHING;
        decorated = UnaryOperator.identity();
    }

    /** Hooks of {@link Multi}. */
    public static final class OnMulti implements MultiInterceptor {
        @Override
        @SuppressWarnings("unchecked")
        public <T> Multi<T> onMultiCreation(Multi<T> multi) {
            told.accept("creation", multi);
            return (Multi<T>) decorated.apply(multi);
        }

        @Override
        public <T> Flow.Subscriber<? super T> onSubscription(
                Flow.Publisher<? extends T> instance, Flow.Subscriber<? super T> subscriber) {
            told.accept("subscription", instance);
            return subscriber;
        }
    }

    /** Hooks of {@link Uni}. */
    public static final class OnUni implements UniInterceptor {
        @Override
        public <T> Uni<T> onUniCreation(Uni<T> uni) {
            told.accept("creation", uni);
            return uni;
        }

        @Override
        public <T> UniSubscriber<? super T> onSubscription(Uni<T> instance, UniSubscriber<? super T> subscriber) {
            told.accept("subscription", instance);
            return subscriber;
        }
    }
}
