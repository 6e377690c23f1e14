// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rules that fail are switched off and never felt. */
class FaultsTest extends EngineFixture {
    @Test
    void shouldSwitchOffARuleThatFailsAndNeverLetTheApplicationSeeIt() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "x"));
        Object hostile = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("hostile");
            }
        };

        for (int i = 0; i < RuleState.FAULTS_IN_A_ROW; i++) {
            assertThat(enter(point, null, hostile)).isNull();
        }

        assertThat(tripped).containsExactly("0 java.lang.IllegalStateException: hostile");
        assertThat(states.reports().get(0).faults()).isEqualTo(RuleState.FAULTS_IN_A_ROW);
    }

    @Test
    void shouldSwitchOffADriftedRuleAtOnce() {
        JoinPoint point = joinPoint(rule("a").unless("arg0", "x"));
        Object drifted = new Object() {
            @Override
            public String toString() {
                throw new NoSuchMethodError("gone");
            }
        };

        enter(point, null, drifted);

        assertThat(tripped).containsExactly("0 java.lang.NoSuchMethodError: gone");
    }

    @Test
    void shouldTakeSpansOfASwitchedOffRuleOffTheThread() {
        JoinPoint off = joinPoint(rule("off"));
        JoinPoint other = joinPoint(rule("other"));

        enter(off, null); // its exit is cut off by the switch
        states.get(0).failed(new NoSuchMethodError("gone"));
        call(other, () -> "x");

        assertThat(events.lines).containsExactly("start off", "abandoned off", "start other", "end other ok");
    }
}
