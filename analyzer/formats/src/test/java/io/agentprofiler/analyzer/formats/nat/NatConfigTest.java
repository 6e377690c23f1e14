// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.formats.nat.NatConfig.NatConfigException;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations of the toolkit, as its users write them. */
class NatConfigTest {
    @TempDir
    private Path directory;

    private NatConfig read(String text) throws Exception {
        return NatConfig.read(Files.writeString(directory.resolve("config.yml"), text));
    }

    @Test
    void shouldReadTheProfilersSection() throws Exception {
        NatConfig config = read("""
                # the evaluation of the e-mail agent
                general:
                  use_uvloop: true
                llms:
                  nim_llm:
                    _type: nim
                    temperature: 0.0
                workflow: {_type: react_agent, tool_names: [one, two]}
                eval:
                  general:
                    output_dir: ./.tmp/eval   # kept
                    dataset:
                      _type: csv
                      id_key: "subject"
                    profiler:
                      token_uniqueness_forecast: true
                      compute_llm_metrics: True
                      csv_exclude_io_text: true
                      prompt_caching_prefixes:
                        enable: true
                        min_frequency: 0.1
                      bottleneck_analysis:
                        # can also be simple_stack
                        enable_nested_stack: true
                      concurrency_spike_analysis: {enable: true, spike_threshold: 7}
                      prefix_span_analysis:
                        min_support: 3
                        top_k: 5
                  evaluators:
                    - accuracy
                """);

        assertThat(config.llmMetrics()).isTrue();
        assertThat(config.excludesText()).isTrue();
        assertThat(config.over(CallLimits.DEFAULT)).isEqualTo(new CallLimits(0.1, 7, new Limits(3, -1, 0, 5, 1)));
    }

    @Test
    void shouldKeepWhatIsNotSet() throws Exception {
        NatConfig config = read("eval:\n  general:\n    profiler:\n      base_metrics: true\n");

        assertThat(config.llmMetrics()).isFalse();
        assertThat(config.over(CallLimits.DEFAULT)).isEqualTo(CallLimits.DEFAULT);
    }

    @Test
    void shouldReadJsonInItsPlaceOrAlone() throws Exception {
        for (String json : new String[] {
            "{\"compute_llm_metrics\": true, \"prefix_span_analysis\": {\"min_support\": 0.5}}",
            "{\"eval\": {\"general\": {\"profiler\": {\"compute_llm_metrics\": true,"
                    + " \"prefix_span_analysis\": {\"min_support\": 0.5}}}}}"
        }) {
            NatConfig config = read(json);

            assertThat(config.llmMetrics()).isTrue();
            assertThat(config.over(CallLimits.DEFAULT).patterns()).isEqualTo(new Limits(1, -1, 0.5, 10, 1));
        }
    }

    @Test
    void shouldNameWhatCannotBe() {
        assertThatThrownBy(() -> read("profiler:\n  prompt_caching_prefixes:\n    min_frequency: often\n"))
                .isInstanceOf(NatConfigException.class)
                .hasMessageEndingWith(
                        "config.yml: prompt_caching_prefixes.min_frequency is often, expected a number from 0 to 1");
        assertThatThrownBy(() -> read("profiler:\n  concurrency_spike_analysis: {spike_threshold: 0}\n"))
                .hasMessageEndingWith(
                        "concurrency_spike_analysis.spike_threshold is 0, expected a number of 1 or more");
    }
}
