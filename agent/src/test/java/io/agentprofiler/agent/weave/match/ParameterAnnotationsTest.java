// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterAnnotationsTest {
    @Test
    void shouldReadWhatItWrote() {
        String text = ParameterAnnotations.encode(List.of(List.of(), List.of("a.Id", "b.V"), List.of("c.Name")));

        assertThat(ParameterAnnotations.decode(text)).isDeepEqualTo(new String[][] {{}, {"a.Id", "b.V"}, {"c.Name"}});
    }

    @Test
    void shouldWriteNothingForParametersWithoutAnnotations() {
        assertThat(ParameterAnnotations.encode(List.of(List.of(), List.of()))).isEmpty();
        assertThat(ParameterAnnotations.decode("")).isEmpty();
    }
}
