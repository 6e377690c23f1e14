// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.boot.EnabledRules.BundledRules;
import io.agentprofiler.rules.compiled.CompiledRules;
import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** What the build wrote is what the rule files say. */
class BundledRulesTest {
    @Test
    void shouldMeanWhatTheRuleFilesMean() throws RuleFileException {
        BundledRules bundled = BundledRules.open(true);

        assertThat(bundled.frameworks()).extracting(FileOutline::name).isEqualTo(RuleFiles.bundled());
        for (String name : RuleFiles.bundled()) {
            assertThat(bundled.framework(name)).isEqualTo(RuleFiles.loadBundled(name));
        }
        assertThat(bundled.reactive()).isEqualTo(RuleFiles.loadReactive());
        assertThat(bundled.coroutines()).isEqualTo(RuleFiles.loadCoroutines());
    }

    @Test
    void shouldBeWrittenTheSameByEachBuild() throws IOException, RuleFileException {
        assertThat(written("rules.bin")).isEqualTo(FrameworkIndex.rules());
        for (RuleFile file : FrameworkIndex.all()) {
            assertThat(written(BundledRules.resource(file.name()))).isEqualTo(CompiledRules.compile(file));
        }
    }

    private static byte[] written(String resource) throws IOException {
        try (InputStream written = BundledRules.class.getResourceAsStream(resource)) {
            return written.readAllBytes();
        }
    }
}
