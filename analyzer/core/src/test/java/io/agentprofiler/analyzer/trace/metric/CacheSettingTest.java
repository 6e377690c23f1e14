// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.trace.metric.CacheSetting.Share;
import org.junit.jupiter.api.Test;

class CacheSettingTest {
    @Test
    void shouldVaryOneThingAtATime() {
        CacheSetting setting = new CacheSetting(100, 300_000_000_000L, Share.CONVERSATION);

        assertThat(setting.others())
                .extracting(CacheSetting::words)
                .containsExactly(
                        "10 answers, valid for 300 s, shared within a conversation",
                        "1,000 answers, valid for 300 s, shared within a conversation",
                        "10,000 answers, valid for 300 s, shared within a conversation",
                        "100 answers, valid for 60 s, shared within a conversation",
                        "100 answers, valid for 3,600 s, shared within a conversation",
                        "100 answers, valid forever, shared within a conversation",
                        "100 answers, valid for 300 s, shared within a workflow");
        assertThat(new CacheSetting(1000, Long.MAX_VALUE, Share.RUN).words()).isEqualTo("1,000 answers, valid forever");
    }
}
