// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropagationFaultsTest {
    private final List<String> reasons = new ArrayList<>();
    private final PropagationFaults faults = new PropagationFaults(reasons::add);

    @Test
    void shouldSwitchHopsOffThatKeepFailing() {
        for (int i = 0; i < 4; i++) {
            faults.failed(PropagationStep.values()[0], new IllegalStateException("no"));
        }

        assertThat(reasons).containsExactly(PropagationStep.values()[0] + " failed: java.lang.IllegalStateException");
    }

    @Test
    void shouldNotBlameAHopForTheApplicationsRecursion() {
        for (int i = 0; i < 4; i++) {
            faults.failed(PropagationStep.values()[0], new StackOverflowError());
        }

        assertThat(reasons).isEmpty();
        assertThat(faults.count()).isZero();
    }
}
