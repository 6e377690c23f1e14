// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RecordedEvents;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Of which publishers the application keeps its own, and what is still seen of those that are replaced. */
class LeftAloneTest {
    private final TracedCalls traced = TracedCalls.reactive();

    @Test
    void shouldLeaveAloneWhatMayBeAskedForMore() throws Exception {
        shouldBeLeftAlone(Flux.class, Flux.just("x").publish());
        shouldBeLeftAlone(Object.class, Flux.just("x").publish());
        shouldBeLeftAlone(Flux.class, Flux.just("x").groupBy(String::length).blockFirst());
        shouldBeLeftAlone(Publisher.class, Flux.just("x").parallel());
        shouldBeLeftAlone(Flowable.class, Flowable.just("x").publish());
        shouldBeLeftAlone(Observable.class, PublishSubject.create());
        shouldBeLeftAlone(Multi.class, UnicastProcessor.create());
        try (SubmissionPublisher<String> submission = new SubmissionPublisher<>()) {
            shouldBeLeftAlone(Object.class, submission);
        }
    }

    /** A public type that its callers may know, as a cast of what a generic method returns does. */
    public static class Named extends Mono<String> {
        @Override
        public void subscribe(CoreSubscriber<? super String> actual) {
            Mono.just("x").subscribe(actual);
        }
    }

    /** What an application may know of a publisher beside that it is one. */
    public interface Titled {
        /** Returns the title. */
        String title();
    }

    private static final class TitledPublisher implements Publisher<String>, Titled {
        @Override
        public void subscribe(Subscriber<? super String> subscriber) {
            Flux.just("x").subscribe(subscriber);
        }

        @Override
        public String title() {
            return "title";
        }
    }

    @Test
    void shouldLeaveAloneWhatACallerMayCast() {
        shouldBeLeftAlone(Object.class, new Named());
        shouldBeLeftAlone(Publisher.class, new Named());

        Mono<String> mono = traced.call("a", Mono.class, Named::new);
        assertThat(mono.block()).isEqualTo("x");
        Publisher<String> publisher = traced.call("b", Publisher.class, TitledPublisher::new);
        assertThat(((Titled) publisher).title()).isEqualTo("title");
        assertThat(Flux.from(publisher).blockLast()).isEqualTo("x");

        assertThat(traced.lines())
                .containsSubsequence("start a", "end a ok", "start b", "chunk b 0 item 1", "end b ok");
    }

    @Test
    void shouldAnswerAsThePublisherDoes() {
        Flux<Integer> flux = Flux.range(1, 3).publishOn(reactor.core.scheduler.Schedulers.immediate(), 7);
        Flux<Integer> wrapped = traced.call("a", Flux.class, () -> flux);

        assertThat(wrapped).isNotSameAs(flux).hasToString(flux.toString());
        assertThat(wrapped.getPrefetch()).isEqualTo(flux.getPrefetch()).isEqualTo(7);
        assertThat(wrapped.getClass().getSimpleName()).isEqualTo(flux.getClass().getSimpleName());
        assertThat(wrapped.collectList().block()).containsExactly(1, 2, 3);
    }

    private void shouldBeLeftAlone(Class<?> declared, Object publisher) {
        TracedCalls calls = TracedCalls.reactive();

        assertThat((Object) calls.call("a", declared, () -> publisher)).isSameAs(publisher);
        assertThat(calls.lines()).containsExactly("start a", "end a ok");
    }

    @Test
    void shouldTakeALibrarysOwnMethodsForCallsLikeOthers() {
        List<Rule> rules = List.of(RuleFixture.rule("all").shape(Shape.AUTO).build());
        RuleStates states = new RuleStates(rules, (index, reason) -> {});
        RecordedEvents events = new RecordedEvents();
        Engine engine =
                new Engine(states, RuleFixture.reactive(), RuleFixture.coroutines(), events, FlightSpans.OFF, 1, true);
        for (Object[] own : new Object[][] {
            {"reactor.core.publisher.Flux", Flux.class, Flux.just("x")},
            {
                "io.smallrye.mutiny.groups.MultiCreate",
                Multi.class,
                Multi.createFrom().item("x")
            },
            {"io.reactivex.rxjava3.internal.operators.flowable.FlowableMap", Flowable.class, Flowable.just("x")}
        }) {
            JoinPoint point =
                    engine.joinPoint(0, (String) own[0], "some", ((Class<?>) own[1]).getName(), new String[0][]);
            Object handle = point.enter(null, null, null, null, null, null, null, null, null);

            assertThat(point.captures().replacesResult()).isFalse();
            assertThat(point.exit(handle, own[2], null)).isSameAs(own[2]);
        }
        assertThat(events.lines)
                .containsExactly("start all", "end all ok", "start all", "end all ok", "start all", "end all ok");
    }

    /** A library that a rule file describes: it can be wrapped by its own factory only, which runs hooks. */
    public static class Later {
        static final List<Runnable> HOOKS = new ArrayList<>();

        private final Source source;

        Later(Source source) {
            this.source = source;
        }

        /** Makes one. */
        public static Later from(Source source) {
            HOOKS.forEach(Runnable::run);
            return new Later(source);
        }

        /** Subscribes. */
        public void subscribe(Listener listener) {
            source.subscribe(listener);
        }
    }

    /** What a {@link Later} is made from. */
    public interface Source {
        /** Subscribes. */
        void subscribe(Listener listener);
    }

    /** Who subscribes. */
    public interface Listener {
        /** The start. */
        void onSubscribe(Runnable cancel);

        /** The value. */
        void onSuccess(String value);
    }

    @Test
    void shouldDisableTheRuleAloneWhoseLibraryCannotBeWrapped() {
        ReactiveType.TypeDraft draft = new ReactiveType.TypeDraft();
        draft.type = Later.class.getName();
        draft.wrap = "from";
        draft.source = Source.class.getName();
        draft.subscriber = Listener.class.getName();
        draft.single = true;
        draft.signals = ReactiveType.Signals.STANDARD;
        ReactiveType type = draft.build();
        List<Rule> rules = List.of(
                RuleFixture.rule("later").shape(Shape.AUTO).build(),
                RuleFixture.rule("plain").build());
        List<String> disabled = new ArrayList<>();
        RuleStates states = new RuleStates(
                rules, (index, reason) -> disabled.add(rules.get(index).id()));
        Engine engine = new Engine(
                states, List.of(type), RuleFixture.coroutines(), new RecordedEvents(), FlightSpans.OFF, 1, true);
        JoinPoint later = engine.joinPoint(0, "com.acme.Some", "later", Later.class.getName(), new String[0][]);
        JoinPoint plain = engine.joinPoint(1, "com.acme.Some", "plain", "java.lang.String", new String[0][]);
        AtomicInteger nested = new AtomicInteger();
        Later result = new Later(listener -> listener.onSuccess("x"));
        // the hook is traced itself, so that each factory call would make another
        Later.HOOKS.add(() -> {
            nested.incrementAndGet();
            Object inner = later.enter(null, null, null, null, null, null, null, null, null);
            later.exit(inner, result, null);
        });

        Object handle = later.enter(null, null, null, null, null, null, null, null, null);
        assertThat(later.exit(handle, result, null)).isInstanceOf(Later.class).isNotSameAs(result);
        assertThat(nested).hasValue(1);
        assertThat(disabled).isEmpty();

        Later.HOOKS.set(0, () -> {
            throw new IllegalStateException("no hook");
        });
        for (int i = 0; i < 100 && disabled.isEmpty(); i++) {
            Object failing = later.enter(null, null, null, null, null, null, null, null, null);
            assertThat(later.exit(failing, result, null)).isSameAs(result);
        }
        Later.HOOKS.clear();

        assertThat(disabled).containsExactly("later");
        Object other = plain.enter(null, null, null, null, null, null, null, null, null);
        assertThat(plain.exit(other, "x", null)).isEqualTo("x");
    }
}
