// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.Match.By;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.path.root.Roots;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Methods that a recording answers, woven into class files of the compiler and run by a JVM that verifies them. */
class ReplayWeavingTest {
    private static final String HANDLE = "handle 0";

    private static Rule rule(String... signatures) {
        return TestRules.replayed(By.CLASS, Everything.class.getName(), signatures);
    }

    private static Object call(WovenFixture fixture, String name, Object... arguments) throws Exception {
        Class<?> woven = fixture.load(Everything.class);
        for (Method method : woven.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return method.invoke(woven.getConstructor().newInstance(), arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void shouldWeaveAsBeforeWhereReplayIsOff() throws Exception {
        Rule without = TestRules.rule(
                By.CLASS,
                Everything.class.getName(),
                List.of(),
                new Roots(true, Set.of(0), false, false, Set.of()),
                Shape.CALL,
                "*(..):*");
        byte[] original = WovenFixture.bytes(Everything.class);
        String name = Everything.class.getName().replace('.', '/');

        byte[] off = new WovenFixture(rule("*(..):*"))
                .weaver.transform(null, getClass().getClassLoader(), name, null, null, original);
        byte[] plain = new WovenFixture(without)
                .weaver.transform(null, getClass().getClassLoader(), name, null, null, original);
        byte[] on = WovenFixture.replaying(Replaying.OR_REFUSES, rule("*(..):*"))
                .weaver
                .transform(null, getClass().getClassLoader(), name, null, null, original);

        assertThat(off).isEqualTo(plain).isNotEqualTo(on);
    }

    @Test
    void shouldAnswerEveryTypeOfResult() throws Exception {
        Map<String, Object> answers = Map.of(
                "truth",
                true,
                "small",
                (byte) 7,
                "letter",
                'x',
                "few",
                (short) 300,
                "number",
                70_000,
                "many",
                1L << 40,
                "single",
                0.5f,
                "twice",
                0.25,
                "text",
                "recorded",
                "array",
                new int[] {1, 2});
        for (Map.Entry<String, Object> answer : answers.entrySet()) {
            WovenFixture fixture = WovenFixture.replaying(Replaying.OR_REFUSES, rule("*(..):*"));
            fixture.answers = method -> new Object[] {answer.getValue()};
            assertThat(call(fixture, answer.getKey(), 1L)).as(answer.getKey()).isEqualTo(answer.getValue());
            assertThat(fixture.calls).hasSize(3).last().isEqualTo("exit 0 " + HANDLE + " null null");
        }
    }

    @Test
    void shouldNotRunMethodsThatAreAnswered() throws Exception {
        WovenFixture fixture = WovenFixture.replaying(Replaying.OR_REFUSES, rule("nothing(java.util.List):void"));
        List<String> seen = new ArrayList<>();

        call(fixture, "nothing", seen);
        assertThat(seen).containsExactly("ran");

        WovenFixture answering = WovenFixture.replaying(Replaying.OR_REFUSES, rule("nothing(java.util.List):void"));
        answering.answers = method -> new Object[] {null};
        call(answering, "nothing", seen);
        assertThat(seen).containsExactly("ran");
        assertThat(answering.calls).contains("asked " + HANDLE + " nothing:void [ran]");
    }

    @Test
    void shouldRunMethodsThatAreNotAnsweredAsTheyAre() throws Exception {
        WovenFixture fixture = WovenFixture.replaying(Replaying.OR_CALLS, rule("*(..):*"));

        assertThat(call(fixture, "loop", 5L)).isEqualTo("0 1 2 3 4 ");
        assertThat(fixture.calls.get(1)).isEqualTo("asked " + HANDLE + " loop:java.lang.String 5");
    }

    @Test
    void shouldEndTheSpanOfARefusedCall() throws Exception {
        WovenFixture fixture = WovenFixture.replaying(Replaying.OR_REFUSES, rule("text(long):java.lang.String"));
        fixture.answers = method -> {
            throw new IllegalStateException("not recorded");
        };

        assertThatThrownBy(() -> call(fixture, "text", 1L))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not recorded");
        assertThat(fixture.calls)
                .last()
                .isEqualTo("exit 0 " + HANDLE + " null java.lang.IllegalStateException: not recorded");
    }

    @Test
    void shouldRefuseCallsOfARuleThatIsOff() throws Exception {
        WovenFixture refusing = WovenFixture.replaying(Replaying.OR_REFUSES, rule("text(long):java.lang.String"));
        refusing.switches.disable(0, "it failed");
        assertThatThrownBy(() -> call(refusing, "text", 1L))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its rule is off: it failed")
                .hasMessageContaining("agentprofiler.replay.miss=call");

        WovenFixture calling = WovenFixture.replaying(Replaying.OR_CALLS, rule("text(long):java.lang.String"));
        calling.switches.disable(0, "it failed");
        assertThat(call(calling, "text", 1L)).isEqualTo("text 1");
    }

    /** A method for every type, some with frames of their own at the beginning and in handlers. */
    public static class Everything {
        public boolean truth(long n) {
            return n > 100;
        }

        public byte small(long n) {
            return (byte) n;
        }

        public char letter(long n) {
            return (char) n;
        }

        public short few(long n) {
            return (short) n;
        }

        public int number(long n) {
            return (int) n;
        }

        public long many(long n) {
            return n;
        }

        public float single(long n) {
            return n;
        }

        public static double twice(long n) {
            return n;
        }

        public String text(long n) {
            return "text " + n;
        }

        public int[] array(long n) {
            return new int[(int) n];
        }

        public void nothing(List<String> seen) {
            seen.add("ran");
        }

        public static String loop(long most) {
            long n = 0;
            StringBuilder text = new StringBuilder();
            while (true) {
                try {
                    if (n == most) {
                        return text.toString();
                    }
                    text.append(n++).append(' ');
                } catch (IllegalStateException e) {
                    n = most;
                } finally {
                    text.append("");
                }
            }
        }
    }
}
