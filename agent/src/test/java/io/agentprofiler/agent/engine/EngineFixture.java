// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;

/** An engine and what tests of it need: rules made one by one, and what reaches the ring. */
public abstract class EngineFixture {
    public final RecordedEvents events = new RecordedEvents();
    public final List<Rule> rules = new ArrayList<>();
    public final List<String> disabled = new ArrayList<>();
    public double sample = 1;
    public boolean keeps;
    public final OtherTracers tracers = new OtherTracers();
    public RuleStates states;
    public Engine engine;

    @AfterEach
    public void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(ThreadContext.get().chunking).isNull();
    }

    public JoinPoint joinPoint(RuleFixture fixture) {
        return joinPoint(fixture, Object.class.getName());
    }

    /** Adds a rule; earlier join points keep working, as they share the events and, by the last engine, the bindings. */
    public JoinPoint joinPoint(RuleFixture fixture, String returnType) {
        Lazy lazy = new Lazy(rules.size(), returnType);
        rules.add(fixture.build());
        return lazy;
    }

    public Engine engine() {
        if (engine == null) {
            states = new RuleStates(rules, (index, reason) -> disabled.add(index + " " + reason));
            engine = new Engine(
                    states,
                    RuleFixture.reactive(),
                    RuleFixture.coroutines(),
                    events,
                    FlightSpans.OFF,
                    sample,
                    keeps,
                    true);
            engine.lookFor(tracers);
        }
        return engine;
    }

    public static Object enter(JoinPoint point, Object self, Object... args) {
        Object a0 = args.length > 0 ? args[0] : null;
        return point.enter(self, a0, null, null, null, null, null, null, null);
    }

    public static Object call(JoinPoint point, java.util.function.Supplier<Object> body) {
        return call(point, null, body);
    }

    public static Object call(JoinPoint point, Object self, java.util.function.Supplier<Object> body) {
        Object handle = enter(point, self);
        return point.exit(handle, body.get(), null);
    }

    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static final class Token {}

    public static final class Collected implements Flow.Subscriber<Object> {
        public final List<Object> elements = new ArrayList<>();
        public Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Object element) {
            elements.add(element);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {}
    }

    /** Makes the engine at the first call, when all rules of the test are known. */
    private final class Lazy implements JoinPoint {
        final int index;
        final String returnType;
        JoinPoint target;

        Lazy(int index, String returnType) {
            this.index = index;
            this.returnType = returnType;
        }

        JoinPoint target() {
            if (target == null) {
                target = engine().joinPoint(index, "com.acme.Some", "method", returnType, new String[0][]);
            }
            return target;
        }

        @Override
        public Captures captures() {
            return target().captures();
        }

        @Override
        public Object enter(
                Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
            return target().enter(self, a0, a1, a2, a3, a4, a5, a6, a7);
        }

        @Override
        public Object argument(Object handle) {
            return target().argument(handle);
        }

        @Override
        public Object exit(Object handle, Object result, Throwable thrown) {
            return target().exit(handle, result, thrown);
        }

        @Override
        public void cutOff(Object handle) {
            target().cutOff(handle);
        }
    }
}
