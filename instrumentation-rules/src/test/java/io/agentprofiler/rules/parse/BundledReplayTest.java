// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BundledReplayTest {
    /** Whoever replays expects calls of these to be answered. */
    private static final Set<SpanKind> EXPECTED =
            Set.of(SpanKind.TOOL, SpanKind.RETRIEVAL, SpanKind.MEMORY, SpanKind.RERANK);

    @Test
    void shouldSayOfEachToolRetrievalAndStoreWhetherItIsAnswered() throws Exception {
        List<String> silent = new ArrayList<>();
        for (String file : RuleFiles.bundled()) {
            RuleFiles.loadBundled(file).rules().stream()
                    .filter(rule -> rule.kind() != null && EXPECTED.contains(rule.kind()) && rule.replay() == null)
                    .map(Rule::qualifiedId)
                    .forEach(silent::add);
        }

        assertThat(silent).isEmpty();
    }
}
