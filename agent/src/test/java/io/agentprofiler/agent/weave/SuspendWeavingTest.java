// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.path.root.Roots;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Call sites in functions that can be suspended, and where coroutines go on. */
class SuspendWeavingTest {
    private static final Coroutines NAMES = new Coroutines(
            Later.class.getName(),
            new Coroutines.NamedMember("com.acme.Mark", "SUSPENDED"),
            new Coroutines.NamedMember("com.acme.Failed", "cause"),
            "com.acme.Nothing",
            new Coroutines.Frame(
                    Frame.class.getName(),
                    new MethodSignature("run", List.of("java.lang.Object"), "java.lang.Object"),
                    "label"),
            Map.of(Frame.class.getName(), "caller"),
            Set.of(),
            Set.of(Frame.class.getName()));

    private static final Roots ARGUMENTS = new Roots(false, Set.of(0, 1, 2), true, false, Set.of());

    @Test
    void shouldPassTheContinuationAndNotTakeItForAnArgument() throws Exception {
        WovenFixture woven = new WovenFixture(
                NAMES, TestRules.rule(Match.By.CLASS, Service.class.getName(), List.of(), ARGUMENTS, Shape.AUTO, "*"));
        Class<?> service = woven.load(Service.class);
        Object object = service.getDeclaredConstructor().newInstance();
        Later later = new Later() {};

        assertThat(call(service, object, "ask", "x", later)).isEqualTo("x");
        assertThat(call(service, object, "many", 1L, 2.0, 3, 4, 5, 6, 7, 8, 9, later))
                .isEqualTo(3.0);
        assertThat(call(service, null, "still", later)).isEqualTo("still");
        assertThatThrownBy(() -> call(service, object, "fail", later)).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(call(service, object, "plain", later)).isEqualTo(1);

        assertThat(woven.calls)
                .containsExactly(
                        "suspending 0 ask [x, null, null] " + later,
                        "exit 0 handle 0 x null",
                        "suspending 0 many [1, 2.0, 3] " + later,
                        "exit 0 handle 0 3.0 null",
                        "suspending 0 still [null, null, null] " + later,
                        "exit 0 handle 0 still null",
                        "suspending 0 fail [null, null, null] " + later,
                        "exit 0 handle 0 null java.lang.IllegalStateException",
                        "enter 0 plain - [" + later + ", null, null, null, null, null, null, null]",
                        "exit 0 handle 0 1 null");
    }

    @Test
    void shouldTellOfEachFrameThatRuns() throws Exception {
        WovenFixture woven = new WovenFixture(
                NAMES, TestRules.rule(Role.RESUME, Match.By.SUBTYPE, Later.class.getName(), "resume(..):void"));
        Class<?> frame = woven.load(Frame.class);
        Object outer = frame.getConstructor(Object.class, String.class).newInstance(null, "outer");
        Object inner = frame.getConstructor(Object.class, String.class).newInstance(outer, "inner");

        frame.getMethod("resume", Object.class).invoke(inner, "x");

        assertThat(woven.calls)
                .containsExactly(
                        "enter 0 resume Frame [x, null, null, null, null, null, null, null]",
                        "step 0 inner x",
                        "step 0 outer inner of x",
                        "exit 0 handle 0 null null");
    }

    @Test
    void shouldLeaveAloneWhatTheCompilerMade() throws Exception {
        WovenFixture woven =
                new WovenFixture(NAMES, TestRules.rule(Match.By.PREFIX, SuspendWeavingTest.class.getName(), "*"));

        assertThat(woven.weaver.transform(
                        null, woven, internalName(Made.class), null, null, WovenFixture.bytes(Made.class)))
                .isNull();
        assertThat(woven.weaver.transform(
                        null, woven, internalName(Service.class), null, null, WovenFixture.bytes(Service.class)))
                .isNotNull();

        WovenFixture late = new WovenFixture(
                NAMES, TestRules.rule(Role.RESUME, Match.By.SUBTYPE, Later.class.getName(), "resume(..):void"));
        assertThat(late.weaver.missedAmong(new Class<?>[] {Frame.class, Made.class}))
                .containsExactly(Frame.class);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static Object call(Class<?> type, Object on, String name, Object... arguments) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method.invoke(on, arguments);
            }
        }
        throw new InvocationTargetException(null, name);
    }

    /** What a caller goes on with. */
    public interface Later {}

    /** Functions as a compiler makes them. */
    public static class Service {
        public Object ask(String text, Later later) {
            return text;
        }

        public Object many(long a, double b, int c, int d, int e, int f, int g, int h, int i, Later later) {
            return a + b;
        }

        public static Object still(Later later) {
            return "still";
        }

        public Object fail(Later later) {
            throw new IllegalStateException();
        }

        public int plain(Later later) {
            return 1;
        }
    }

    /** Goes on with one frame after the other. */
    public static class Frame implements Later {
        private final Object caller;
        private final String name;

        public Frame(Object caller, String name) {
            this.caller = caller;
            this.name = name;
        }

        public final void resume(Object outcome) {
            Frame frame = this;
            Object of = outcome;
            while (frame != null) {
                try {
                    of = frame.run(of);
                } catch (RuntimeException e) {
                    of = e;
                }
                frame = (Frame) frame.caller;
            }
        }

        protected Object run(Object outcome) {
            return name + " of " + outcome;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A function's own frame. */
    public static final class Made extends Frame {
        public Made(Object caller) {
            super(caller, "made");
        }

        @Override
        public Object run(Object outcome) {
            return outcome;
        }
    }
}
