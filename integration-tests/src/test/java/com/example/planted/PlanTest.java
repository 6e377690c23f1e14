// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.planted.Plan.Call;
import com.example.planted.Plan.Said;
import com.example.planted.Plan.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void shouldReadStepsCallsAndWords() {
        Plan plan = Plan.in(
                "Is it there? [[stock(item=red lamp,shop=two) city-price(); queue 300 busy 14 slow 5 anew 1 say 25]]");

        assertThat(plan.steps())
                .containsExactly(
                        new Step(
                                List.of(
                                        new Call("stock", "{\"item\":\"red lamp\",\"shop\":\"two\"}"),
                                        new Call("city-price", "{}")),
                                said(20),
                                0,
                                0,
                                1,
                                0,
                                false),
                        new Step(List.of(), said(25), 300, 14, 5, 0, true));
    }

    private static Said said(int tokens) {
        return new Said(null, tokens, 0, false);
    }

    @Test
    void shouldTellAWordThinkAndEndAtTheLimit() {
        assertThat(Plan.in("[[think 600 cut 1 say 40; tell PASS]]").steps())
                .extracting(Step::said)
                .containsExactly(new Said(null, 40, 600, true), new Said("PASS", 1, 0, false));
    }

    @Test
    void shouldStayAtTheLastStep() {
        Plan plan = Plan.in("[[refuse 429 say 7]]");

        assertThat(plan.step(3)).isEqualTo(new Step(List.of(), said(7), 0, 0, 1, 429, false));
    }

    @Test
    void shouldTakeTheLastPlanOfAText() {
        assertThat(Plan.in("[[say 1]] and then [[say 2]]").step(0).said().tokens())
                .isEqualTo(2);
    }

    @Test
    void shouldSayALittleWithoutAPlan() {
        assertThat(Plan.in("Hello").step(0)).isEqualTo(new Step(List.of(), said(20), 0, 0, 1, 0, false));
    }

    @Test
    void shouldRefuseAStepThatSaysNothing() {
        assertThatThrownBy(() -> Plan.in("[[say 3; sing]]")).hasMessage("not a step of a plan:  sing");
    }
}
