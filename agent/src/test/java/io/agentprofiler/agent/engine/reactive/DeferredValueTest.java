// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class DeferredValueTest {
    private final AtomicInteger asked = new AtomicInteger();

    private static Function<Supplier<CompletableFuture<Object>>, Object> maker(Class<?> type) throws RuleFileException {
        return new ReactiveLibraries(RuleFiles.loadReactive().reactive(), null).deferred(type);
    }

    private <T> T made(Class<T> type) throws RuleFileException {
        return type.cast(
                maker(type).apply(() -> CompletableFuture.completedFuture("answer " + asked.incrementAndGet())));
    }

    private static <T> T failing(Class<T> type) throws RuleFileException {
        return type.cast(maker(type).apply(() -> {
            throw new IllegalStateException("not recorded");
        }));
    }

    @Test
    void shouldAskOnceForEachSubscription() throws Exception {
        Mono<?> mono = made(Mono.class);
        assertThat(asked).hasValue(0);
        assertThat(mono.block()).isEqualTo("answer 1");
        assertThat(mono.block()).isEqualTo("answer 2");
        assertThat(made(Single.class).blockingGet()).isEqualTo("answer 3");
        assertThat(made(Maybe.class).blockingGet()).isEqualTo("answer 4");
        made(Completable.class).blockingAwait();
        assertThat(asked).hasValue(5);
        assertThat(made(Uni.class).await().indefinitely()).isEqualTo("answer 6");
    }

    @Test
    void shouldBeEmptyWhereNothingCame() throws Exception {
        Mono<?> mono = (Mono<?>) maker(Mono.class).apply(() -> CompletableFuture.completedFuture(null));

        assertThat(mono.blockOptional()).isEmpty();
    }

    @Test
    void shouldFailTheSubscriptionAndNotTheCall() throws Exception {
        Mono<?> mono = failing(Mono.class);
        Single<?> single = failing(Single.class);
        Uni<?> uni = failing(Uni.class);

        assertThatThrownBy(mono::block)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not recorded");
        assertThatThrownBy(single::blockingGet)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not recorded");
        assertThatThrownBy(() -> uni.await().indefinitely())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not recorded");
    }

    @Test
    void shouldNotAnswerForStreams() throws Exception {
        assertThat(maker(Flux.class)).isNull();
        assertThat(maker(String.class)).isNull();
    }
}
