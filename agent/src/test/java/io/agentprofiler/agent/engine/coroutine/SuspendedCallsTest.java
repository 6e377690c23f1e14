// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.RecordedEvents;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Functions that can be suspended, compiled by hand as a compiler would. */
class SuspendedCallsTest {
    private static final Coroutines NAMES = new Coroutines(
            Later.class.getName(),
            new Coroutines.NamedMember(Mark.class.getName(), "SUSPENDED"),
            new Coroutines.NamedMember(Failed.class.getName(), "cause"),
            Nothing.class.getName(),
            new Coroutines.Frame(
                    Frame.class.getName(),
                    new MethodSignature("run", List.of(Object.class.getName()), Object.class.getName()),
                    "label"),
            Map.of(Frame.class.getName(), "caller", Scope.class.getName(), "outer"),
            Set.of(Coroutine.class.getName()),
            Set.of());

    private final RecordedEvents events = new RecordedEvents();
    private final List<String> disabled = new ArrayList<>();
    private double sample = 1;
    private RuleStates states;
    private Engine made;
    private JoinPoint point;

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(ThreadContext.get().resumption).isNull();
        assertThat(disabled).isEmpty();
    }

    @Test
    void shouldEndAFunctionThatIsNotSuspendedWithItsCall() {
        Object result = called(() -> "at once", new Frame(null));

        assertThat(result).isEqualTo("at once");
        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(events.results).containsExactly("at once");
    }

    @Test
    void shouldBeOneSpanHoweverOftenItIsSuspended() throws Exception {
        Frame caller = new Frame(null);
        Frame own = new Frame(caller);

        called(() -> Mark.SUSPENDED, caller);
        for (Object returned : new Object[] {Mark.SUSPENDED, Mark.SUSPENDED, "value"}) {
            onAnotherThread(() -> resume(own, "more", () -> enteredAgain(own, () -> returned)));
        }

        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(events.results).containsExactly("value");
    }

    @Test
    void shouldEndWhatCannotRunAgainWhenItsCallerGoesOn() throws Exception {
        Frame caller = new Frame(null);

        called(() -> called(() -> Mark.SUSPENDED, caller), caller);
        assertThat(events.lines).containsExactly("start a", "start a under a");
        onAnotherThread(() -> resume(caller, "value", () -> "more"));

        assertThat(events.lines).containsExactly("start a", "start a under a", "end a ok", "end a ok");
        assertThat(events.results).containsExactly("value", "value");
        assertThat(events.started.get(1).parent).isSameAs(events.started.get(0));
    }

    @Test
    void shouldEndWhatACallerThatIsNoFrameWaitedFor() {
        Later caller = new Later() {};

        called(() -> Mark.SUSPENDED, caller);
        Object handle = resumption().enter(caller, "value", null, null, null, null, null, null, null);
        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(ThreadContext.get().current).isNull();
        resumption().exit(handle, null, null);

        assertThat(events.results).containsExactly("value");
    }

    @Test
    void shouldTellFailureFromCancellation() {
        Frame caller = new Frame(null);
        IllegalStateException failure = new IllegalStateException("no");

        called(() -> Mark.SUSPENDED, caller);
        resume(caller, new Failed(failure), () -> Mark.SUSPENDED);
        called(() -> Mark.SUSPENDED, caller);
        resume(caller, new Failed(new CancellationException()), () -> Mark.SUSPENDED);
        Frame own = new Frame(caller);
        called(() -> Mark.SUSPENDED, caller);
        resume(own, "more", () -> {
            own.label = Integer.MIN_VALUE | 1;
            Object handle = enter(own);
            own.label = 1;
            point().exit(handle, null, failure);
            return Mark.SUSPENDED;
        });
        Object handle = enter(caller);
        point().exit(handle, null, new CancellationException());

        assertThat(events.lines)
                .filteredOn(line -> line.startsWith("end"))
                .containsExactly("end a error", "end a cancelled", "end a error", "end a cancelled");
        assertThat(events.thrown).element(0).isSameAs(failure);
        assertThat(events.thrown).element(2).isSameAs(failure);
    }

    @Test
    void shouldKeepTheSpanCurrentForWhateverRunsInsideIt() throws Exception {
        Frame caller = new Frame(null);
        Frame own = new Frame(caller);
        Frame helper = new Frame(new Scope(own));
        List<Span> seen = new ArrayList<>();

        called(
                () -> {
                    seen.add(ThreadContext.get().current);
                    return Mark.SUSPENDED;
                },
                caller);
        assertThat(ThreadContext.get().current).isNull();
        onAnotherThread(() -> resume(helper, "more", () -> {
            seen.add(ThreadContext.get().current);
            return Mark.SUSPENDED;
        }));
        onAnotherThread(() -> resume(own, "more", () -> {
            seen.add(ThreadContext.get().current);
            return enteredAgain(own, () -> {
                seen.add(ThreadContext.get().current);
                return "value";
            });
        }));

        Span span = events.started.get(0);
        assertThat(seen).containsExactly(span, span, span, span);
    }

    @Test
    void shouldRunEachFrameOfAResumptionUnderItsOwnSpan() throws Exception {
        Frame outer = new Frame(null);
        Frame first = new Frame(outer);
        Frame second = new Frame(first);
        called(() -> called(() -> Mark.SUSPENDED, first), outer);
        List<Span> seen = new ArrayList<>();

        onAnotherThread(() -> {
            Object handle = resumption().enter(second, "x", null, null, null, null, null, null, null);
            resumption().step(second, "x");
            seen.add(ThreadContext.get().current);
            resumption().step(first, "inner");
            seen.add(ThreadContext.get().current);
            resumption().step(outer, new Failed(new IllegalStateException()));
            seen.add(ThreadContext.get().current);
            resumption().exit(handle, null, null);
            assertThat(ThreadContext.get().current).isNull();
        });

        assertThat(seen).containsExactly(events.started.get(1), events.started.get(0), null);
        assertThat(events.lines).containsExactly("start a", "start a under a", "end a ok", "end a error");
    }

    @Test
    void shouldEndWhereAnotherThreadGoesOnBeforeTheFirstHasLeft() {
        Frame caller = new Frame(null);
        Frame own = new Frame(caller);

        called(
                () -> {
                    onAnotherThread(() -> resume(own, "more", () -> enteredAgain(own, () -> "value")));
                    return Mark.SUSPENDED;
                },
                caller);

        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(events.results).containsExactly("value");
    }

    @Test
    void shouldTakeNothingForAResult() {
        Frame caller = new Frame(null);

        called(Nothing::new, caller);
        called(() -> Mark.SUSPENDED, caller);
        resume(caller, new Nothing(), () -> Mark.SUSPENDED);

        assertThat(events.results).containsExactly(null, null);
    }

    @Test
    void shouldLeaveAWorkflowOutThatGoesOn() throws Exception {
        sample = 0;
        Frame caller = new Frame(null);
        Frame own = new Frame(caller);
        List<Span> seen = new ArrayList<>();

        called(() -> Mark.SUSPENDED, caller);
        onAnotherThread(() -> resume(
                own,
                "more",
                () -> enteredAgain(own, () -> {
                    seen.add(ThreadContext.get().current);
                    return "value";
                })));
        resume(caller, "value", () -> {
            seen.add(ThreadContext.get().current);
            return Mark.SUSPENDED;
        });

        assertThat(seen).containsExactly(Span.UNSAMPLED, null);
        assertThat(events.lines).isEmpty();
    }

    @Test
    void shouldHoldAnyNumberOfCallsThatOneCallerWaitsFor() {
        Frame caller = new Frame(null);
        int depth = 200;

        down(depth, caller);
        assertThat(events.lines).hasSize(depth);
        resume(caller, "value", () -> Mark.SUSPENDED);

        assertThat(events.lines.subList(depth, 2 * depth)).containsOnly("end a ok");
    }

    private Object down(int depth, Frame caller) {
        return called(() -> depth == 1 ? Mark.SUSPENDED : down(depth - 1, caller), caller);
    }

    @Test
    void shouldGiveUpACallWhoseCallerIsCollected() {
        called(() -> Mark.SUSPENDED, new Frame(null));

        Awaitility.await().untilAsserted(() -> {
            System.gc();
            engine().sweep();
            assertThat(events.lines).containsExactly("start a", "abandoned a");
        });
    }

    @Test
    void shouldGiveUpACallWhoseRuleWasSwitchedOff() {
        Frame caller = new Frame(null);
        called(() -> Mark.SUSPENDED, caller);

        states.get(0).failed(new LinkageError("drifted"));
        resume(caller, "value", () -> Mark.SUSPENDED);

        assertThat(events.lines).containsExactly("start a", "abandoned a");
        assertThat(disabled).hasSize(1);
        disabled.clear();
    }

    @Test
    void shouldTakeTheSpanOfItsLaunchAlong() throws Exception {
        Coroutine coroutine = new Coroutine();
        Frame body = new Frame(coroutine);
        List<Span> seen = new ArrayList<>();

        called(
                () -> {
                    launch().exit(enter(launch(), coroutine), null, null);
                    return "value";
                },
                new Frame(null));
        onAnotherThread(() -> resume(body, "begin", () -> {
            seen.add(ThreadContext.get().current);
            return Mark.SUSPENDED;
        }));
        enter(resumption(), coroutine);
        onAnotherThread(() -> resume(body, "after its end", () -> {
            seen.add(ThreadContext.get().current);
            return Mark.SUSPENDED;
        }));

        assertThat(seen).containsExactly(events.started.get(0), null);
    }

    @Test
    void shouldTellACoroutineOfItsOwnFromWhatIsRunInPlace() {
        List<Span> seen = new ArrayList<>();
        Supplier<Object> look = () -> {
            seen.add(ThreadContext.get().current);
            return Mark.SUSPENDED;
        };

        called(
                () -> {
                    resume(new Frame(new Coroutine()), "x", look);
                    resume(new Frame(null), "x", look);
                    resume(new Frame(new Later() {}), "x", look);
                    return "value";
                },
                new Frame(null));

        Span span = events.started.get(0);
        assertThat(seen).containsExactly(null, span, span);
    }

    private Engine engine() {
        if (made == null) {
            List<Rule> rules = List.of(
                    rule("a").build(),
                    rule("resume").role(Role.RESUME, "resume").build(),
                    rule("launch").role(Role.LAUNCH, "launch").build());
            states = new RuleStates(rules, (index, reason) -> disabled.add(index + " " + reason));
            made = new Engine(states, List.of(), NAMES, events, FlightSpans.OFF, sample, true);
        }
        return made;
    }

    private JoinPoint point() {
        if (point == null) {
            point = engine().suspending(0, "com.acme.Some", "method", "java.lang.Object", new String[0][]);
        }
        return point;
    }

    private JoinPoint resumption() {
        return engine().joinPoint(1, "com.acme.Frame", "resume", "void", new String[0][]);
    }

    private JoinPoint launch() {
        return engine().joinPoint(2, "com.acme.Coroutine", "start", "void", new String[0][]);
    }

    private Object enter(Later continuation) {
        return point().enterSuspending(null, null, null, null, null, null, null, null, null, continuation);
    }

    private static Object enter(JoinPoint at, Object self) {
        return at.enter(self, null, null, null, null, null, null, null, null);
    }

    /** Calls the function for a caller that goes on with {@code continuation}. */
    private Object called(Supplier<Object> body, Later continuation) {
        Object handle = enter(continuation);
        return point().exit(handle, body.get(), null);
    }

    /** What the function's own frame does to go on. */
    private Object enteredAgain(Frame own, Supplier<Object> body) {
        own.label = Integer.MIN_VALUE | 1;
        Object handle = enter(own);
        own.label = 1;
        return point().exit(handle, body.get(), null);
    }

    /** What a frame does that goes on, and its callers, while results come. */
    private void resume(Frame frame, Object outcome, Supplier<Object> body) {
        Object handle = resumption().enter(frame, outcome, null, null, null, null, null, null, null);
        resumption().step(frame, outcome);
        assertThat(body.get()).isNotNull();
        resumption().exit(handle, null, null);
    }

    private static void onAnotherThread(Runnable work) {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                work.run();
                assertThat(ThreadContext.get().resumption).isNull();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        thread.start();
        EngineFixture.join(thread);
        assertThat(failures).isEmpty();
    }

    interface Later {}

    enum Mark {
        SUSPENDED
    }

    static final class Nothing {}

    static final class Failed {
        final Throwable cause;

        Failed(Throwable cause) {
            this.cause = cause;
        }
    }

    static final class Coroutine implements Later {}

    static final class Scope implements Later {
        final Later outer;

        Scope(Later outer) {
            this.outer = outer;
        }
    }

    static final class Frame implements Later {
        final Later caller;
        int label = 1;

        Frame(Later caller) {
            this.caller = caller;
        }
    }
}
