// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.FailingPath;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rules that fail are switched off and never felt. */
class FaultsTest extends EngineFixture {
    private static final Object HOSTILE = new Object();

    @Test
    void shouldSwitchOffARuleThatFailsAndNeverLetTheApplicationSeeIt() {
        JoinPoint point = joinPoint(rule("a").unless(new FailingPath(() -> new IllegalStateException("hostile"))));
        Object hostile = new Object();

        for (int i = 0; i < RuleState.FAULTS_IN_A_ROW; i++) {
            assertThat(enter(point, null, hostile)).isNull();
        }

        assertThat(disabled).containsExactly("0 java.lang.IllegalStateException");
        assertThat(states.get(0).report().faults()).isEqualTo(RuleState.FAULTS_IN_A_ROW);
    }

    @Test
    void shouldSwitchOffADriftedRuleAtOnce() {
        JoinPoint point = joinPoint(rule("a").unless(new FailingPath(() -> new NoSuchMethodError("gone"))));
        Object drifted = new Object();

        enter(point, null, drifted);

        assertThat(disabled).containsExactly("0 java.lang.NoSuchMethodError: gone");
    }

    @Test
    void shouldSwitchOffARuleWhoseExitAlwaysFails() {
        JoinPoint point = joinPoint(rule("a").openedFor(new HostileResult()));
        for (int i = 0; i < RuleState.FAULTS_IN_A_ROW; i++) {
            assertThat(disabled).isEmpty();
            assertThat(call(point, () -> HOSTILE)).isSameAs(HOSTILE);
        }

        assertThat(disabled).containsExactly("0 java.lang.IllegalStateException");
    }

    @Test
    void shouldKeepARuleOnWhoseFaultsAreFarBetween() {
        JoinPoint point = joinPoint(rule("a").openedFor(new HostileResult()));
        for (int i = 0; i < 2 * RuleState.FAULTS_IN_A_ROW; i++) {
            call(point, () -> HOSTILE);
            call(point, () -> "x");
        }

        assertThat(disabled).isEmpty();
        assertThat(states.get(0).report().faults()).isEqualTo(2 * RuleState.FAULTS_IN_A_ROW);
    }

    @Test
    void shouldNotBlameARuleForTheApplicationsRecursion() {
        JoinPoint point = joinPoint(rule("a").unless(new FailingPath(StackOverflowError::new)));
        Object deep = new Object();

        for (int i = 0; i < RuleState.FAULTS_IN_A_ROW; i++) {
            assertThat(enter(point, null, deep)).isNull();
        }

        assertThat(disabled).isEmpty();
        assertThat(states.get(0).report().faults()).isZero();
    }

    @Test
    void shouldTryAgainToSwitchOffARuleWhenThatWasCutOffByTheEndOfTheStack() {
        AtomicInteger tries = new AtomicInteger();
        RuleStates own = new RuleStates(List.of(rule("a").build()), (index, reason) -> {
            if (tries.incrementAndGet() == 1) {
                throw new StackOverflowError();
            }
        });
        RuleState state = own.get(0);
        assertThatThrownBy(() -> state.failed(new NoSuchMethodError("gone"))).isInstanceOf(StackOverflowError.class);
        assertThat(state.isOff()).isFalse();

        state.failed(new NoSuchMethodError("gone"));

        assertThat(tries).hasValue(2);
        assertThat(state.isOff()).isTrue();
        assertThat(own.disabledRules()).isEqualTo(1);
    }

    @Test
    void shouldTakeSpansOfASwitchedOffRuleOffTheThreadWhenTheyLieBelowOthers() {
        JoinPoint off = joinPoint(rule("off"));
        JoinPoint other = joinPoint(rule("other"));

        Object cutOff = enter(off, null); // its exit is cut off by the switch
        Object open = enter(other, null);
        states.get(0).failed(new NoSuchMethodError("gone"));
        call(other, () -> "x");
        other.exit(open, "x", null);
        call(other, () -> "x");

        assertThat(cutOff).isNotNull();
        assertThat(events.lines)
                .containsExactly(
                        "start off",
                        "start other under off",
                        "start other under other",
                        "end other ok",
                        "abandoned off",
                        "end other ok",
                        "start other",
                        "end other ok");
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

    /** Leads to what a call returns, and fails for one result. */
    private record HostileResult() implements Path {
        private static final Path RESULT = PathParser.parse("return");

        @Override
        public Object read(PathRoots call) {
            if (call.result() == HOSTILE) {
                throw new IllegalStateException("hostile");
            }
            return RESULT.read(call);
        }

        @Override
        public Roots roots() {
            return RESULT.roots();
        }

        @Override
        public Branch syntax() {
            return RESULT.syntax();
        }
    }
}
