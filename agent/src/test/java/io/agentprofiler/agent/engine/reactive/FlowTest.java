// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RecordedEvents;
import io.agentprofiler.agent.engine.TracedCalls;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that are collected by functions that can be suspended. Kotlin's own flows are in whole programs. */
class FlowTest {
    private static final Coroutines NAMES = new Coroutines(
            Later.class.getName(),
            new Coroutines.NamedMember(Mark.class.getName(), "SUSPENDED"),
            new Coroutines.NamedMember(Failed.class.getName(), "cause"),
            "com.acme.Nothing",
            new Coroutines.Frame(
                    Frame.class.getName(),
                    new MethodSignature("run", List.of(Object.class.getName()), Object.class.getName()),
                    "label"),
            Map.of(Frame.class.getName(), "caller"),
            Set.of(),
            Set.of());

    private final RecordedEvents events = new RecordedEvents();
    private final List<String> disabled = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private final Engine engine = engine(1);
    private final Frame caller = new Frame(null);

    @AfterEach
    void shouldLeaveTheThreadClean() {
        assertThat(ThreadContext.get().current).isNull();
        assertThat(ThreadContext.get().resumption).isNull();
        assertThat(disabled).isEmpty();
    }

    @Test
    void shouldBeASpanForEachCollection() {
        Flow flow = traced(new Words("ab", "c"));
        assertThat(events.lines).isEmpty();

        for (int time = 0; time < 2; time++) {
            assertThat(flow.collect(this::take, caller)).isEqualTo("done");
        }

        assertThat(events.lines)
                .containsExactly(
                        "start a",
                        "chunk a 0 text 2",
                        "chunk a 1 text 1",
                        "end a ok",
                        "start a",
                        "chunk a 0 text 2",
                        "chunk a 1 text 1",
                        "end a ok");
        assertThat(events.results).containsExactly("c", "c");
        assertThat(seen)
                .containsExactly(
                        "brings ab under a",
                        "takes ab under none",
                        "brings c under a",
                        "takes c under none",
                        "brings ab under a",
                        "takes ab under none",
                        "brings c under a",
                        "takes c under none");
    }

    @Test
    void shouldKeepCollectorAndSourceApartWhileTheyAreSuspended() {
        Frame source = new Frame(caller);
        Frame collector = new Frame(source);
        Flow flow = traced((to, later) -> to.emit("ab", source));

        Object result = flow.collect((element, later) -> Mark.SUSPENDED, caller);

        assertThat(result).isEqualTo(Mark.SUSPENDED);
        assertThat(ThreadContext.get().current).isNull();
        assertThat(resumed(collector, "x")).isEqualTo("none");
        assertThat(resumed(source, "x")).isEqualTo("a");
        assertThat(events.lines).containsExactly("start a", "chunk a 0 text 2");
        assertThat(resumed(caller, "done")).isEqualTo("none");
        assertThat(events.lines).containsExactly("start a", "chunk a 0 text 2", "end a ok");
        assertThat(events.results).containsExactly("ab");
    }

    @Test
    void shouldRunWhatACollectorCallsInItsLastActBesideTheSpan() {
        Frame inner = new Frame(caller);
        Flow flow = traced((to, later) -> to.emit("ab", later));

        flow.collect((element, later) -> Mark.SUSPENDED, caller);

        assertThat(resumed(inner, "x")).isEqualTo("none");
        assertThat(resumed(caller, "done")).isEqualTo("none");
        assertThat(events.lines).containsExactly("start a", "chunk a 0 text 2", "end a ok");
    }

    @Test
    void shouldTellAFlowThatFailedFromOneThatWasCutShort() {
        IllegalStateException failure = new IllegalStateException("no");
        IllegalArgumentException enough = new IllegalArgumentException("enough");
        Flow failing = traced((to, later) -> {
            throw failure;
        });
        Flow flow = traced(new Words("ab", "c"));

        assertThatThrownBy(() -> failing.collect(this::take, caller)).isSameAs(failure);
        assertThatThrownBy(() -> flow.collect(
                        (element, later) -> {
                            throw enough;
                        },
                        caller))
                .isSameAs(enough);
        Frame source = new Frame(caller);
        traced((to, later) -> to.emit("ab", source)).collect((element, later) -> Mark.SUSPENDED, caller);
        resumed(source, new Failed(enough));
        resumed(caller, new Failed(enough));
        traced((to, later) -> Mark.SUSPENDED).collect(this::take, caller);
        resumed(caller, new Failed(failure));

        assertThat(events.lines)
                .filteredOn(line -> line.startsWith("end"))
                .containsExactly("end a error", "end a cancelled", "end a cancelled", "end a error");
        assertThat(events.thrown).containsExactly(failure, null, null, failure);
    }

    @Test
    void shouldStayTheSameOperationWithOtherSettings() {
        Fusing fusing = new Fusing("ab");
        Flow flow = traced(fusing);

        Flow derived = ((Fusible) flow).fuse("c");
        assertThat(((Fusible) derived).fuse("")).isSameAs(derived);
        derived.collect(this::take, caller);

        assertThat(events.lines).containsExactly("start a", "chunk a 0 text 2", "chunk a 1 text 1", "end a ok");
    }

    @Test
    void shouldRecordNothingOfWhatIsLeftOut() {
        Engine none = engine(0);
        Flow flow = traced(none, new Words("ab"));

        flow.collect(this::take, caller);

        assertThat(events.lines).isEmpty();
        assertThat(seen).containsExactly("brings ab under unsampled", "takes ab under unsampled");
    }

    @Test
    void shouldGoOnFromASuspendFunctionToTheFirstCollection() {
        JoinPoint point = engine.suspending(0, "com.acme.Some", "words", Object.class.getName(), new String[0][]);
        Object handle = point.enterSuspending(null, null, null, null, null, null, null, null, null, caller);
        Flow flow = (Flow) point.exit(handle, new Words("ab"), null);
        assertThat(events.lines).containsExactly("start a");
        assertThat(resumed(caller, "goes on meanwhile")).isEqualTo("none");

        flow.collect(this::take, caller);
        flow.collect(this::take, caller);

        assertThat(events.lines)
                .containsExactly("start a", "chunk a 0 text 2", "end a ok", "start a", "chunk a 0 text 2", "end a ok");
        assertThat(seen)
                .containsExactly(
                        "brings ab under a", "takes ab under none", "brings ab under a", "takes ab under none");
    }

    @Test
    void shouldGoOnFromASuspendFunctionThatWasSuspended() {
        JoinPoint point = engine.suspending(0, "com.acme.Some", "words", Object.class.getName(), new String[0][]);
        Object handle = point.enterSuspending(null, null, null, null, null, null, null, null, null, caller);
        assertThat(point.exit(handle, Mark.SUSPENDED, null)).isEqualTo(Mark.SUSPENDED);
        Frame own = new Frame(caller, Integer.MIN_VALUE);

        Object again = point.enterSuspending(null, null, null, null, null, null, null, null, null, own);
        Flow flow = (Flow) point.exit(again, new Words("ab"), null);
        assertThat(resumed(caller, flow)).isEqualTo("none");
        assertThat(events.lines).containsExactly("start a");

        flow.collect(this::take, caller);

        assertThat(events.lines).containsExactly("start a", "chunk a 0 text 2", "end a ok");
    }

    @Test
    void shouldEndASuspendFunctionThatReturnsSomethingElse() {
        JoinPoint point = engine.suspending(0, "com.acme.Some", "words", Object.class.getName(), new String[0][]);
        Object handle = point.enterSuspending(null, null, null, null, null, null, null, null, null, caller);

        assertThat(point.exit(handle, "text", null)).isEqualTo("text");

        assertThat(events.lines).containsExactly("start a", "end a ok");
        assertThat(events.results).containsExactly("text");
    }

    @Test
    void shouldTellACallOfTheElementsOfAFlowThatAnotherMethodIsGiven() {
        JoinPoint ask = engine.joinPoint(2, "com.acme.Some", "ask", "void", new String[0][]);
        JoinPoint given = engine.joinPoint(3, "com.acme.Listener", "on", Flow.class.getName(), new String[0][]);
        Frame source = new Frame(caller);
        Frame collector = new Frame(source);
        Object asking = ask.enter(null, null, null, null, null, null, null, null, null);
        Object handle = given.enter(null, new Words("ab"), null, null, null, null, null, null, null);
        assertThat(TracedCalls.current()).isEqualTo("none");

        Flow flow = (Flow) given.argument(handle);
        flow.collect(this::take, caller);
        flow.collect(this::take, caller);
        given.exit(handle, null, null);
        Object next = given.enter(
                null, (Flow) (to, later) -> to.emit("cde", source), null, null, null, null, null, null, null);
        ((Flow) given.argument(next)).collect((element, later) -> Mark.SUSPENDED, caller);
        given.exit(next, Mark.SUSPENDED, null);
        assertThat(resumedElsewhere(collector)).isEqualTo("none");
        assertThat(resumedElsewhere(source)).isEqualTo("ask");
        assertThat(resumedElsewhere(caller)).isEqualTo("none");
        assertThat(resumedElsewhere(source)).isEqualTo("none");
        ask.exit(asking, null, null);

        assertThat(seen)
                .containsExactly(
                        "brings ab under ask", "takes ab under none", "brings ab under none", "takes ab under none");
        assertThat(events.lines).containsExactly("start ask", "chunk ask 0 text 2", "chunk ask 1 text 3", "end ask ok");
    }

    private Object take(Object element, Later later) {
        seen.add("takes " + element + " under " + TracedCalls.current());
        return "taken";
    }

    private Engine engine(double sample) {
        List<Rule> rules = List.of(
                rule("a").shape(Shape.PUBLISHER).chunk("text", "return").build(),
                rule("resume").role(Role.RESUME, "resume").build(),
                rule("ask").operation("ask").build(),
                rule("given")
                        .role(Role.CHUNK, "ask", "current")
                        .from(0)
                        .chunk("text", "return")
                        .build());
        RuleStates states = new RuleStates(rules, (index, reason) -> disabled.add(index + " " + reason));
        ReactiveType.TypeDraft type = new ReactiveType.TypeDraft();
        type.type = Flow.class.getName();
        type.source = Flow.class.getName();
        type.subscriber = Collector.class.getName();
        type.collect = "collect";
        type.signals = new ReactiveType.Signals("-", "emit", "-", "-", "-", "-", "-");
        type.derive = List.of("fuse");
        return new Engine(states, List.of(type.build()), NAMES, events, FlightSpans.OFF, sample, true);
    }

    private Flow traced(Flow flow) {
        return traced(engine, flow);
    }

    private static Flow traced(Engine by, Flow flow) {
        JoinPoint point = by.joinPoint(0, "com.acme.Some", "words", Flow.class.getName(), new String[0][]);
        Object handle = point.enter(null, null, null, null, null, null, null, null, null);
        return (Flow) point.exit(handle, flow, null);
    }

    /** Goes on with {@code frame}; returns what its callers then run under. */
    private String resumed(Frame frame, Object outcome) {
        JoinPoint resumption = engine.joinPoint(1, "com.acme.Frame", "resume", "void", new String[0][]);
        Object handle = resumption.enter(frame, outcome, null, null, null, null, null, null, null);
        resumption.step(frame, outcome);
        String under = TracedCalls.current();
        resumption.exit(handle, null, null);
        return under;
    }

    private String resumedElsewhere(Frame frame) {
        return CompletableFuture.supplyAsync(() -> resumed(frame, "x"), command -> new Thread(command).start())
                .join();
    }

    /** A flow. */
    public interface Flow {
        Object collect(Collector to, Later later);
    }

    /** One that can be made anew. */
    public interface Fusible extends Flow {
        Flow fuse(String more);
    }

    /** Who takes elements. */
    public interface Collector {
        Object emit(Object element, Later later);
    }

    /** What goes on. */
    public interface Later {}

    enum Mark {
        SUSPENDED
    }

    static final class Failed {
        final Throwable cause;

        Failed(Throwable cause) {
            this.cause = cause;
        }
    }

    static final class Frame implements Later {
        final Later caller;
        final int label;

        Frame(Later caller) {
            this(caller, 1);
        }

        Frame(Later caller, int label) {
            this.caller = caller;
            this.label = label;
        }
    }

    final class Words implements Flow {
        private final String[] words;

        Words(String... words) {
            this.words = words;
        }

        @Override
        public Object collect(Collector to, Later later) {
            for (String word : words) {
                seen.add("brings " + word + " under " + TracedCalls.current());
                to.emit(word, later);
            }
            return "done";
        }
    }

    static final class Fusing implements Fusible {
        private final String[] words;

        Fusing(String... words) {
            this.words = words;
        }

        @Override
        public Flow fuse(String more) {
            return more.isEmpty() ? this : new Fusing(words[0], more);
        }

        @Override
        public Object collect(Collector to, Later later) {
            for (String word : words) {
                to.emit(word, later);
            }
            return "done";
        }
    }
}
