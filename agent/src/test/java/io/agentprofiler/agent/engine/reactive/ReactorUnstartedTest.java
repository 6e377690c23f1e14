// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.rules.model.Shape;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Publishers of a span that begins before, at or after the subscription. */
class ReactorUnstartedTest extends ReactorFixture {
    @Test
    void shouldKeepASpanThatBeganWithTheCallForTheFirstSubscription() {
        Mono<String> mono = mono("a", () -> {
            String eager = traced.sync("x");
            return Mono.fromCallable(() -> eager);
        });
        mono.block();
        mono.block();

        assertThat(traced.lines())
                .containsExactly("start a", "start sync under a", "end sync ok", "end a ok", "start a", "end a ok");
    }

    @Test
    void shouldEndACallWithWorkOfItsOwnWhenTheRecordingEndsBeforeASubscription() {
        Mono<String> kept = mono("a", () -> Mono.just(traced.sync("x")));
        assertThat(traced.lines()).containsExactly("start a", "start sync under a", "end sync ok");

        traced.engine.endUnstarted();
        assertThat(traced.lines()).containsExactly("start a", "start sync under a", "end sync ok", "end a ok");

        kept.block();
        assertThat(traced.lines()).endsWith("end a ok", "start a", "end a ok");
    }

    @Test
    void shouldEndASubscriptionThatTookACallOverByItsOwnEnd() {
        Sinks.One<String> later = Sinks.one();
        Mono<String> mono = mono("a", () -> {
            traced.sync("x");
            return later.asMono();
        });
        CompletableFuture<String> result = mono.toFuture();
        traced.engine.endUnstarted();
        assertThat(traced.lines()).containsExactly("start a", "start sync under a", "end sync ok");

        later.tryEmitValue("y").orThrow();

        assertThat(result.join()).isEqualTo("y");
        assertThat(traced.lines()).endsWith("end sync ok", "end a ok");
    }

    @Test
    void shouldTakeNothingThatIsOnlyPreparedForABeginning() {
        Mono<String> outer = traced.call("b", Mono.class, () -> {
            Mono<String> inner = traced.call("c", Mono.class, () -> Mono.just("x"));
            return inner.map(text -> text + "y");
        });
        assertThat(traced.events.lines).as("not even told to the writer").isEmpty();

        assertThat(outer.block()).isEqualTo("xy");
        assertThat(outer.block()).isEqualTo("xy");

        assertThat(traced.lines())
                .containsExactly(
                        "start b",
                        "start c under b",
                        "end c ok",
                        "end b ok",
                        "start b",
                        "start c under b",
                        "end c ok",
                        "end b ok");
    }

    @Test
    void shouldKeepTheCallInWhichAPreparationFailed() {
        Mono<String> outer = traced.call("b", Mono.class, () -> {
            assertThatThrownBy(() -> traced.call("c", Mono.class, () -> {
                        throw new IllegalStateException("cannot prepare");
                    }))
                    .hasRootCauseMessage("cannot prepare");
            return Mono.just("x");
        });
        outer.block();

        assertThat(traced.lines()).containsExactly("start b", "start c under b", "end c error", "end b ok");
    }

    @Test
    void shouldEndAWaitWhenWorkBeginsBelowItAndPutTheWorkBesideIt() {
        TracedCalls calls = new TracedCalls(
                1,
                RuleFixture.rule("attempts").shape(Shape.PUBLISHER),
                RuleFixture.rule("wait").shape(Shape.DELAY),
                RuleFixture.rule("attempt").shape(Shape.PUBLISHER));
        Mono<String> attempts = calls.call(
                "attempts",
                Mono.class,
                () -> Mono.defer(() -> {
                    Mono<String> attempt = calls.call("attempt", Mono.class, () -> Mono.just("x"));
                    Mono<String> waiting =
                            calls.call("wait", Mono.class, () -> attempt.delaySubscription(Duration.ofMillis(1)));
                    return waiting.then(calls.call("attempt", Mono.class, () -> Mono.just("y")));
                }));

        assertThat(attempts.block()).isEqualTo("y");
        calls.<Mono<String>>call("wait", Mono.class, () -> Mono.just("nothing below"))
                .block();

        assertThat(calls.lines())
                .containsExactly(
                        "start attempts",
                        "start wait under attempts",
                        "end wait ok",
                        "start attempt under attempts",
                        "end attempt ok",
                        "start attempt under attempts",
                        "end attempt ok",
                        "end attempts ok",
                        "start wait",
                        "end wait ok");
    }
}
