// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the shape {@code publisher} promises, on RxJava itself. */
class RxJavaTest {
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
    void shouldMakeASpanASubscriptionOfEveryType() {
        Flowable<String> flowable = traced.call("a", Flowable.class, () -> Flowable.just("x", "yz"));
        Observable<String> observable = traced.call("b", Observable.class, () -> Observable.just("x"));
        Single<String> single = traced.call("a", Single.class, () -> Single.fromCallable(() -> "x"));
        Maybe<String> maybe = traced.call("b", Maybe.class, Maybe::empty);
        Completable completable = traced.call("c", Completable.class, () -> Completable.fromAction(() -> see("run")));
        assertThat(traced.lines()).isEmpty();

        assertThat(flowable.toList().blockingGet()).containsExactly("x", "yz");
        assertThat(flowable.count().blockingGet()).isEqualTo(2);
        assertThat(observable.blockingLast()).isEqualTo("x");
        assertThat(single.blockingGet()).isEqualTo("x");
        assertThat(maybe.blockingGet()).isNull();
        completable.blockingAwait();

        assertThat(seen).containsExactly("run under c");
        assertThat(traced.lines())
                .containsExactly(
                        "start a",
                        "chunk a 0 item 1",
                        "chunk a 1 item 2",
                        "end a ok",
                        "start a",
                        "chunk a 0 item 1",
                        "chunk a 1 item 2",
                        "end a ok",
                        "start b",
                        "chunk b 0 item 1",
                        "end b ok",
                        "start a",
                        "end a ok",
                        "start b",
                        "end b ok",
                        "start c",
                        "end c ok");
        assertThat(traced.events.results).containsExactly("yz", "yz", "x", "x", null, null);
    }

    @Test
    void shouldPassTheVeryErrorOnAndEndBefore() {
        IllegalStateException failure = new IllegalStateException("no");
        Single<String> single = traced.call("a", Single.class, () -> Single.error(failure));

        assertThatThrownBy(() -> single.doOnError(e -> see("error after " + traced.lines()))
                        .blockingGet())
                .isSameAs(failure);

        assertThat(seen).containsExactly("error after [start a, end a error] under none");
        assertThat(traced.events.thrown).containsExactly(failure);
    }

    @Test
    void shouldPassDemandOnUnchanged() {
        List<Long> asked = new ArrayList<>();
        Flowable<Integer> flowable = traced.call(
                "a", Flowable.class, () -> Flowable.range(1, 10).hide().doOnRequest(asked::add));

        TestSubscriber<Integer> slow = flowable.test(2);
        slow.assertValues(1, 2);
        slow.request(3);
        slow.assertValueCount(5);
        slow.cancel();

        assertThat(asked).containsExactly(2L, 3L);
        assertThat(traced.lines()).hasSize(7).endsWith("end a cancelled");
    }

    @Test
    void shouldEndOnceWhenDisposedOf() {
        PublishSubject<String> subject = PublishSubject.create();
        AtomicInteger disposed = new AtomicInteger();
        Observable<String> observable =
                traced.call("a", Observable.class, () -> subject.doOnDispose(disposed::incrementAndGet));
        TestObserver<String> observer = observable.test();
        subject.onNext("x");

        observer.dispose();
        observer.dispose();
        subject.onComplete();

        assertThat(disposed).hasValue(1);
        assertThat(observer.isDisposed()).isTrue();
        assertThat(traced.lines()).containsExactly("start a", "chunk a 0 item 1", "end a cancelled");
    }

    @Test
    void shouldFindTheParentOnTheSubscribingThread() {
        Single<String> inner = traced.call("b", Single.class, () -> Single.just("x"));
        Single<String> outer =
                traced.call("a", Single.class, () -> Single.defer(() -> inner).delay(1, TimeUnit.MILLISECONDS));

        assertThat(outer.map(x -> x + TracedCalls.current()).blockingGet()).isEqualTo("xnone");

        assertThat(traced.lines()).containsExactly("start a", "start b under a", "end b ok", "end a ok");
    }

    @Test
    void shouldLeaveTheUsersPluginsWorking() {
        AtomicInteger assembled = new AtomicInteger();
        RxJavaPlugins.setOnSingleAssembly(single -> {
            assembled.incrementAndGet();
            return single;
        });
        try {
            Single<String> single = traced.call("a", Single.class, () -> Single.just("x"));

            assertThat(single.retry(2).timeout(1, TimeUnit.MINUTES).blockingGet())
                    .isEqualTo("x");
            assertThat(assembled.get()).isGreaterThanOrEqualTo(3);
        } finally {
            RxJavaPlugins.reset();
        }
        assertThat(traced.lines()).containsExactly("start a", "end a ok");
    }
}
