// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class SwitchesTest {
    private static final int RULES = 40;

    private final Switches switches = new Switches(RULES);

    @Test
    void shouldSwitchOffARuleWhoseSwitchWasFirstTrippedAtTheEndOfTheStack() throws Throwable {
        MethodHandle on = MethodHandles.constant(String.class, "on");
        MethodHandle off = MethodHandles.constant(String.class, "off");
        MethodHandle[] sites = new MethodHandle[RULES];
        for (int rule = 0; rule < RULES; rule++) {
            sites[rule] = switches.point(rule).guardWithTest(on, off);
        }
        new Switches(1).disable(0, "so that no class is initialized at the end of the stack");
        Thread deep = new Thread(
                null,
                () -> {
                    for (int rule = 0; rule < RULES; rule++) {
                        tripAtTheEndOfTheStack(rule);
                    }
                },
                "deep",
                256 * 1024);
        deep.start();
        deep.join();

        for (int rule = 0; rule < RULES; rule++) {
            switches.disable(rule, "too many faults");
            assertThat((String) sites[rule].invokeExact()).isEqualTo("off");
            assertThat(switches.reason(rule)).isEqualTo("too many faults");
        }
    }

    /** A class that is loaded after the agent was stopped is the first that a rule means. */
    @Test
    void shouldHaveSwitchesOffThatAreMadeAfterAllWereSwitchedOff() {
        switches.point(0);
        switches.disableAll("stopped");

        for (int rule = 0; rule < RULES; rule++) {
            assertThat(switches.point(rule).hasBeenInvalidated()).isTrue();
            assertThat(switches.disable(rule, "later")).isFalse();
            assertThat(switches.reason(rule)).isEqualTo("stopped");
        }
    }

    /** Recurses to the end of the stack, and on the way back disables the rule until there is room for it. */
    @SuppressWarnings("InfiniteRecursion") // meant
    private boolean tripAtTheEndOfTheStack(int rule) {
        boolean through = false;
        try {
            through = tripAtTheEndOfTheStack(rule);
        } catch (StackOverflowError e) {
            // here is the end of the stack
        }
        if (!through) {
            switches.disable(rule, "too many faults");
        }
        return true;
    }
}
