// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.propagation.PropagationFaults;
import io.agentprofiler.agent.context.propagation.PropagationStep;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An application made up from a list of numbers: agents, models behind decorators, streams of all shapes, tasks, nested and
 * one after the other, that succeed, fail, are cancelled, cut off or forgotten. What runs later is done at the end, as a
 * thread without a span would; what is forgotten is held by nothing of this once {@link #run} returns.
 */
public final class RandomWorkflow {
    private static final int DEEPEST = 6;
    private static final int LONGEST = 300;

    private final List<Integer> choices;
    private final Engine engine;
    private final List<Rule> rules;
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private final ArrayDeque<Span> written = new ArrayDeque<>();
    private final BiConsumer<Object, Object> handOver = step(PropagationStep.HAND_OVER);
    private final BiConsumer<Object, Object> beginWork = step(PropagationStep.BEGIN_WORK);
    private final BiConsumer<Object, Object> endWork = step(PropagationStep.END_WORK);
    private final JoinPoint service;
    private final JoinPoint carry;
    private final JoinPoint start;
    private final JoinPoint model;
    private final JoinPoint onChunk;
    private final JoinPoint close;
    private final JoinPoint fail;
    private final JoinPoint cancel;
    private final JoinPoint work;
    private final JoinPoint stream;
    private final JoinPoint published;
    private final JoinPoint future;
    private final JoinPoint request;
    private final JoinPoint extend;
    private final JoinPoint complete;
    private int next;

    public RandomWorkflow(List<Integer> choices, SpanEvents events) {
        this(choices, events, 1);
    }

    /** Where {@code sample} is below 1, the others are recorded, too, until it is known how they go. */
    public RandomWorkflow(List<Integer> choices, SpanEvents events, double sample) {
        this.choices = choices;
        rules = Stream.of(
                        rule("service").unstarted(EngineFixture.Token.class).nested(Nesting.OUTERMOST),
                        rule("carry").role(Role.CARRY, "service", "arg0"),
                        rule("start").role(Role.SCOPE, "service", "this"),
                        rule("model").role(Role.OPEN, "model", "arg0").nested(Nesting.INNERMOST),
                        rule("chunk").role(Role.CHUNK, "model", "this").chunk("text", "arg0"),
                        rule("close").role(Role.CLOSE, "model", "this"),
                        rule("fail").role(Role.FAIL, "model", "this").thrown("arg0"),
                        rule("cancel").role(Role.CANCEL, "model", "this"),
                        rule("work"),
                        rule("stream").shape(Shape.AUTO),
                        rule("published").shape(Shape.PUBLISHER).nested(Nesting.INNERMOST),
                        rule("future").shape(Shape.FUTURE).nested(Nesting.INNERMOST),
                        rule("request").lazy().nested(Nesting.OUTERMOST),
                        rule("extend").role(Role.EXTEND, "request", "arg0"),
                        rule("complete").role(Role.CLOSE, "request", "this"))
                .map(RuleFixture::build)
                .toList();
        RuleStates states = new RuleStates(rules, (index, reason) -> {
            throw new AssertionError(rules.get(index).id() + " failed: " + reason);
        });
        engine = new Engine(
                states, RuleFixture.reactive(), RuleFixture.coroutines(), events, FlightSpans.OFF, sample, true, true);
        service = point("service", Object.class);
        carry = point("carry", Object.class);
        start = point("start", void.class);
        model = point("model", void.class);
        onChunk = point("chunk", void.class);
        close = point("close", void.class);
        fail = point("fail", void.class);
        cancel = point("cancel", void.class);
        work = point("work", Object.class);
        stream = point("stream", Iterator.class);
        published = point("published", Flow.Publisher.class);
        future = point("future", CompletionStage.class);
        request = point("request", Object.class);
        extend = point("extend", void.class);
        complete = point("complete", void.class);
    }

    private JoinPoint point(String id, Class<?> returns) {
        int index = 0;
        while (!rules.get(index).id().equals(id)) {
            index++;
        }
        return engine.joinPoint(index, "com.acme.Some", id, returns.getName(), new String[0][]);
    }

    private static BiConsumer<Object, Object> step(PropagationStep step) {
        return TaskPropagation.receiver(step, new PropagationFaults(off -> {
            throw new AssertionError(off);
        }));
    }

    public Engine engine() {
        return engine;
    }

    /** Runs all of it, on this thread. */
    public void run() {
        do {
            steps(0);
            while (!later.isEmpty()) {
                (choose(2) == 0 ? later.pollFirst() : later.pollLast()).run();
            }
        } while (next < choices.size() && next < LONGEST);
    }

    /** The consumer may settle at any moment that a span is no wrapper. */
    public void started(Span span) {
        written.add(span);
    }

    private int choose(int of) {
        return next < choices.size() && next < LONGEST ? choices.get(next++) % of : 0;
    }

    /** Runs it now, when this thread is under no span any more, or never. */
    private void sooner(int depth, Runnable end) {
        switch (choose(4)) {
            case 0 -> end.run();
            case 1 -> {
                steps(depth + 1);
                end.run();
            }
            case 2 -> later.add(end);
            default -> {}
        }
    }

    private void steps(int depth) {
        for (int left = depth < DEEPEST ? choose(4) : 0; left > 0; left--) {
            if (choose(3) == 1 && !written.isEmpty()) {
                written.poll().confirm();
            }
            switch (choose(10)) {
                case 0 -> call(work, null, null, () -> inside(depth, "x"));
                case 1 -> agent(depth);
                case 2 -> decorated(depth, choose(4), new Object());
                case 3 -> iterator(depth);
                case 4 -> publisher(depth);
                case 5 -> future(depth);
                case 6 -> task(depth);
                case 7, 8 -> request(depth);
                default -> call(model, null, new Object(), () -> inside(depth, null));
            }
        }
    }

    private Object inside(int depth, Object result) {
        steps(depth + 1);
        return result;
    }

    /** As woven code calls: now and then the call throws, or its rule is switched off meanwhile. */
    private Object call(JoinPoint point, Object self, Object arg, Supplier<Object> body) {
        Object handle = EngineFixture.enter(point, self, arg);
        Object result = body.get();
        switch (choose(8)) {
            case 6 -> {
                point.exit(handle, null, new IllegalStateException("failed"));
                return null;
            }
            case 7 -> {
                point.cutOff(handle);
                return result;
            }
            default -> {
                Object returned = point.exit(handle, result, null);
                return returned == null ? result : returned;
            }
        }
    }

    private void agent(int depth) {
        boolean early = choose(2) == 1;
        boolean plain = choose(4) == 3;
        Object result = call(service, null, null, () -> {
            steps(depth + 1);
            if (early) {
                Object own = new Object();
                call(carry, null, own, () -> null);
                call(start, own, null, () -> inside(depth, null));
            }
            return plain ? "x" : new EngineFixture.Token();
        });
        if (!early && !plain && result != null) {
            sooner(depth, () -> call(start, result, null, () -> inside(depth, null)));
        }
    }

    /** A model behind decorators; each hands the handler on that it was given, or one of its own that calls it. */
    private void decorated(int depth, int decorators, Object handler) {
        call(model, null, handler, () -> {
            if (decorators > 0) {
                boolean own = choose(2) == 1;
                Object handedOn = own ? new Object() : handler;
                decorated(depth, decorators - 1, handedOn);
                if (own) {
                    sooner(depth, () -> ends(depth, handler));
                }
            } else {
                sooner(depth, () -> ends(depth, handler));
                if (choose(4) == 3) {
                    sooner(depth, () -> ends(depth, handler));
                }
            }
            return null;
        });
    }

    private void ends(int depth, Object handler) {
        switch (choose(5)) {
            case 0 -> call(close, handler, null, () -> inside(depth, null));
            case 1 -> call(fail, handler, new IllegalStateException("cut"), () -> inside(depth, null));
            case 2 -> call(cancel, handler, null, () -> null);
            case 3 -> {
                call(onChunk, handler, "text", () -> inside(depth, null));
                call(close, handler, null, () -> inside(depth, null));
            }
            default -> call(onChunk, handler, "text", () -> null);
        }
    }

    /** A request of the web, which is a span only if something else is below it; its answer may be written later. */
    private void request(int depth) {
        Object async = choose(3) == 0 ? new Object() : null;
        call(request, null, null, () -> {
            steps(depth + 1);
            if (async != null) {
                call(extend, null, async, () -> null);
            }
            return "x";
        });
        if (async != null) {
            sooner(depth, () -> call(complete, async, null, () -> inside(depth, null)));
        }
    }

    private void iterator(int depth) {
        List<String> elements = List.of("a", "b");
        Object result = call(stream, null, null, () -> {
            steps(depth + 1);
            Iterator<String> all = elements.iterator();
            return new Iterator<String>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public String next() {
                    steps(depth + 1);
                    if (choose(6) == 5) {
                        throw new IllegalStateException("no more");
                    }
                    return all.next();
                }
            };
        });
        if (result != null) {
            sooner(depth, () -> {
                Iterator<?> iterator = (Iterator<?>) result;
                try {
                    for (int left = choose(4); left >= 0 && iterator.hasNext(); left--) {
                        iterator.next();
                    }
                } catch (IllegalStateException e) {
                    steps(depth + 1);
                }
            });
        }
    }

    private void publisher(int depth) {
        Object result = call(published, null, null, () -> {
            steps(depth + 1);
            return (Flow.Publisher<Object>) subscriber -> {
                steps(depth + 1);
                subscriber.onSubscribe(new Demand());
                sooner(depth, () -> subscriber.onNext("a"));
                sooner(depth, () -> {
                    if (choose(3) == 2) {
                        subscriber.onError(new IllegalStateException("cut"));
                    } else {
                        subscriber.onComplete();
                    }
                });
            };
        });
        for (int subscriptions = choose(3); result != null && subscriptions > 0; subscriptions--) {
            sooner(depth, () -> ((Flow.Publisher<?>) result).subscribe(new Subscriber(depth)));
        }
    }

    private void future(int depth) {
        CompletableFuture<Object> completing = new CompletableFuture<>();
        call(future, null, null, () -> inside(depth, completing));
        sooner(depth, () -> {
            switch (choose(3)) {
                case 0 -> completing.complete("x");
                case 1 -> completing.completeExceptionally(new IllegalStateException("cut"));
                default -> completing.cancel(false);
            }
        });
    }

    /** Handed to a pool, which runs it once it is free, or never. */
    private void task(int depth) {
        Object task = new Object();
        handOver.accept(this, task);
        if (choose(3) != 2) {
            later.add(() -> {
                beginWork.accept(this, task);
                steps(depth + 1);
                endWork.accept(this, task);
            });
        }
    }

    private static final class Demand implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }

    private final class Subscriber implements Flow.Subscriber<Object> {
        private final int depth;
        private Flow.Subscription subscription;

        Subscriber(int depth) {
            this.depth = depth;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(Object element) {
            steps(depth + 1);
            if (choose(4) == 3) {
                subscription.cancel();
            }
        }

        @Override
        public void onError(Throwable failure) {
            steps(depth + 1);
        }

        @Override
        public void onComplete() {
            steps(depth + 1);
        }
    }

    /** What is left on the thread; nothing is. */
    public static Span leftCurrent() {
        return ThreadContext.get().current;
    }
}
