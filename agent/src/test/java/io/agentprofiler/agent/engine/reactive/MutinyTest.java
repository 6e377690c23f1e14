// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the shape {@code publisher} promises, on Mutiny itself. */
class MutinyTest {
    private final TracedCalls traced = TracedCalls.reactive();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(traced.disabled).isEmpty();
    }

    private void see(String what) {
        seen.add(what + " under " + TracedCalls.current());
    }

    @Test
    void shouldMakeASpanASubscriptionOfAUni() {
        Uni<String> uni = traced.call(
                "b",
                Uni.class,
                () -> Uni.createFrom().item(() -> {
                    see("supply");
                    return "x";
                }));
        assertThat(traced.lines()).isEmpty();

        Uni<Integer> length = uni.onItem().transform(text -> {
            see("transform");
            return text.length();
        });
        assertThat(length.await().indefinitely()).isEqualTo(1);
        assertThat(uni.subscribeAsCompletionStage().join()).isEqualTo("x");

        assertThat(seen).containsExactly("supply under b", "transform under none", "supply under b");
        assertThat(traced.lines()).containsExactly("start b", "end b ok", "start b", "end b ok");
        assertThat(traced.events.results).containsExactly("x", "x");
    }

    @Test
    void shouldEndWithAUniThatHasNoItem() {
        Uni<String> uni = traced.call("b", Uni.class, () -> Uni.createFrom().nullItem());

        assertThat(uni.await().indefinitely()).isNull();

        assertThat(traced.lines()).containsExactly("start b", "end b ok");
    }

    @Test
    void shouldEndACallWithWorkOfItsOwnWhoseMultiNobodySubscribesTo() {
        traced.call("b", Multi.class, () -> Multi.createFrom().item("x"));
        Multi<String> kept =
                traced.call("b", Multi.class, () -> Multi.createFrom().item(traced.sync("x")));

        traced.engine.endUnstarted();

        assertThat(traced.lines()).containsExactly("start b", "start sync under b", "end sync ok", "end b ok");
        assertThat(kept).isNotNull();
    }

    @Test
    void shouldCountTheItemsOfAMulti() {
        Multi<String> multi =
                traced.call("b", Multi.class, () -> Multi.createFrom().items("x", "yz"));
        assertThat(traced.lines()).isEmpty();

        assertThat(multi.map(text -> text + "!").collect().asList().await().indefinitely())
                .containsExactly("x!", "yz!");

        assertThat(traced.lines()).containsExactly("start b", "chunk b 0 item 1", "chunk b 1 item 2", "end b ok");
    }

    @Test
    void shouldPassTheVeryFailureOn() {
        IllegalStateException failure = new IllegalStateException("no");
        Uni<String> uni = traced.call("b", Uni.class, () -> Uni.createFrom().failure(failure));
        Multi<String> multi =
                traced.call("c", Multi.class, () -> Multi.createFrom().failure(failure));

        assertThatThrownBy(() -> uni.await().indefinitely()).isSameAs(failure);
        assertThatThrownBy(() -> multi.collect().asList().await().indefinitely())
                .isSameAs(failure);

        assertThat(traced.lines()).containsExactly("start b", "end b error", "start c", "end c error");
        assertThat(traced.events.thrown).containsExactly(failure, failure);
    }

    @Test
    void shouldPassCancellationOn() {
        CompletableFuture<String> never = new CompletableFuture<>();
        AtomicInteger cancelled = new AtomicInteger();
        Uni<String> uni = traced.call(
                "b",
                Uni.class,
                () -> Uni.createFrom().completionStage(never).onCancellation().invoke(cancelled::incrementAndGet));

        Cancellable subscription = uni.subscribe().with(item -> see("item"));
        assertThat(traced.lines()).containsExactly("start b");
        subscription.cancel();

        assertThat(cancelled).hasValue(1);
        assertThat(traced.lines()).containsExactly("start b", "end b cancelled");
    }

    @Test
    void shouldCancelWhatIsBeingSubscribedTo() {
        Uni<Integer> uni = traced.call(
                "b",
                Uni.class,
                () -> Uni.createFrom()
                        .item(63)
                        .eventually(() -> see("eventually"))
                        .onCancellation()
                        .invoke(() -> see("cancelled")));

        uni.subscribe().withSubscriber(new UniSubscriber<Integer>() {
            @Override
            public Context context() {
                return Context.empty();
            }

            @Override
            public void onSubscribe(UniSubscription subscription) {
                see("subscribed");
                subscription.cancel();
            }

            @Override
            public void onItem(Integer item) {
                see("item " + item);
            }

            @Override
            public void onFailure(Throwable failure) {
                see("failure " + failure);
            }
        });

        assertThat(seen).containsExactly("subscribed under none", "cancelled under b", "eventually under b");
        assertThat(traced.lines()).containsExactly("start b", "end b cancelled");
    }

    @Test
    void shouldNotCancelWhatHasAnswered() {
        AtomicInteger cancelled = new AtomicInteger();
        Uni<String> uni = traced.call(
                "b",
                Uni.class,
                () -> Uni.createFrom().item("x").onCancellation().invoke(cancelled::incrementAndGet));

        assertThat(uni.await().indefinitely()).isEqualTo("x");

        assertThat(cancelled).hasValue(0);
    }

    @Test
    void shouldPassTheContextThrough() {
        Uni<String> uni = traced.call(
                "b",
                Uni.class,
                () -> Uni.createFrom()
                        .context(context -> Uni.createFrom().item(context.<String>getOrElse("tenant", () -> "none"))));
        Multi<String> multi = traced.call(
                "c",
                Multi.class,
                () -> Multi.createFrom()
                        .context(
                                context -> Multi.createFrom().item(context.<String>getOrElse("tenant", () -> "none"))));

        assertThat(uni.awaitUsing(Context.of("tenant", "acme")).indefinitely()).isEqualTo("acme");
        assertThat(multi.collect()
                        .asList()
                        .awaitUsing(Context.of("tenant", "acme"))
                        .indefinitely())
                .containsExactly("acme");
    }

    @Test
    void shouldPutWhatHappensInASubscriptionBelowIt() {
        Uni<String> uni = traced.call("b", Uni.class, () -> Uni.createFrom().item(() -> traced.sync("x")));

        assertThat(uni.await().indefinitely()).isEqualTo("x");

        assertThat(traced.lines()).containsExactly("start b", "start sync under b", "end sync ok", "end b ok");
    }
}
