// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessSamplerTest {
    private final ProcessSampler sampler = new ProcessSampler(TraceClock.now());

    @Test
    void shouldSayUnknownForWhatItDoesNotLookAt() {
        ProcessSample sample = sampler.partial();
        assertThat(sample.heapBytes()).isPositive();
        assertThat(sample.gcMillis()).isEqualTo(-1);
        assertThat(sample.cpu()).isEqualTo(-1);
    }

    @Test
    void shouldLoadNothingForTheLastSample() {
        assertThat(sampler.last().gcMillis()).isEqualTo(-1);
        sampler.full();
        assertThat(sampler.last().gcMillis()).isNotNegative();
        assertThat(sampler.last().cpu()).isNotNegative();
    }

    @Test
    void shouldTellResidentMemoryWhereThePlatformDoes() {
        if (Files.isReadable(Path.of("/proc/self/status"))) {
            assertThat(sampler.partial().rssBytes()).isGreaterThan(1 << 20);
        } else {
            assertThat(sampler.partial().rssBytes()).isEqualTo(-1);
        }
    }

    @Test
    void shouldTellCpuSinceTheStartAndThenSinceTheSampleBefore() {
        // this JVM has computed since it started, on no more than all processors
        assertThat(sampler.full().cpu())
                .isGreaterThan(0)
                .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors() + 0.5);
        ProcessSample second = sampler.full();
        assertThat(second.cpu()).isNotNegative();
        assertThat(second.gcMillis()).isNotNegative();
        assertThat(sampler.heapShareAfterGc()).isBetween(-1.0, 1.0);
    }
}
