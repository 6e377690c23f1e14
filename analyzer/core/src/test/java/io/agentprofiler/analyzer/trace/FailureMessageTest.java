// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import org.junit.jupiter.api.Test;

class FailureMessageTest {
    @Test
    void shouldSayTheMessageWhereItWasRecorded() {
        assertThat(new FailureMessage("no route", 8, "Ab12Cd34").words()).isEqualTo("no route");
    }

    @Test
    void shouldSayThatItWasNotRecordedAndWhatIsKnownOfIt() {
        assertThat(new FailureMessage(null, 412, "Ab12Cd34").words())
                .isEqualTo("message not recorded, 412 chars, hash Ab12Cd34");
        assertThat(new FailureMessage(null, 1, null).words()).isEqualTo("message not recorded, 1 char");
        assertThat(new FailureMessage(null, Unknown.LONG, null).words()).isEqualTo("message not recorded");
    }
}
