// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * LangChain4j's models of other providers, each speaking its provider's own protocol: the tokens of every round, whole and
 * streamed, are those that the server reported, however the provider counts its cache and its reasoning. The client of the last
 * is traced, too, and its calls count once.
 */
@Tag("once")
class ProviderScenarioIT {
    @Test
    void shouldReadTheTokensOfEveryProvider(@TempDir Path dir) {
        Segments segments = Scenario.of(
                        "com.example.providers.ProviderModels", "anthropic", "bedrock", "gemini", "ollama", "azure")
                .answering(ProviderScenarioIT::answers)
                .yields("""
                        agent invoke_agent Guide
                          memory memory add
                          llm chat claude-lake in=100 out=20 cached=40 chunks=1
                            http HTTP POST
                          memory memory add
                          tool execute_tool depth
                          memory memory add
                          memory memory read
                          llm chat claude-lake in=150 out=10 cached=60 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent Guide
                          llm chat claude-lake in=200 out=20 cached=40
                            http HTTP POST
                          tool execute_tool depth
                          llm chat claude-lake in=250 out=10 cached=60
                            http HTTP POST
                          function parse_output
                        agent invoke_agent Guide
                          memory memory add
                          llm chat nova-lake in=300 out=20 cached=40
                            http HTTP POST
                          memory memory add
                          tool execute_tool depth
                          memory memory add
                          memory memory read
                          llm chat nova-lake in=350 out=10 cached=60 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent Guide
                          llm chat nova-lake in=400 out=20 cached=40
                            http HTTP POST
                          tool execute_tool depth
                          llm chat nova-lake in=450 out=10 cached=60
                            http HTTP POST
                          function parse_output
                        agent invoke_agent Guide
                          memory memory add
                          llm chat gemini-lake in=500 out=20 cached=40 reasoning=3
                            http HTTP POST
                          memory memory add
                          tool execute_tool depth
                          memory memory add
                          memory memory read
                          llm chat gemini-lake in=550 out=10 cached=60 reasoning=0 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent Guide
                          llm chat gemini-lake in=600 out=20 cached=40 reasoning=3
                            http HTTP POST
                          tool execute_tool depth
                          llm chat gemini-lake in=650 out=10 cached=60 reasoning=0
                            http HTTP POST
                          function parse_output
                        agent invoke_agent Guide
                          memory memory add
                          llm chat llama-lake in=700 out=20
                            http HTTP POST
                          memory memory add
                          tool execute_tool depth
                          memory memory add
                          memory memory read
                          llm chat llama-lake in=750 out=10 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent Guide
                          llm chat llama-lake in=800 out=20
                            http HTTP POST
                          tool execute_tool depth
                          llm chat llama-lake in=850 out=10
                            http HTTP POST
                          function parse_output
                        agent invoke_agent Guide
                          memory memory add
                          llm chat azure-lake in=900 out=20 chunks=2
                            http HTTP POST
                          memory memory add
                          tool execute_tool depth
                          memory memory add
                          memory memory read
                          llm chat azure-lake in=950 out=10 chunks=3
                            http HTTP POST
                          memory memory add
                        agent invoke_agent Guide
                          llm chat azure-lake in=1000 out=20
                            http HTTP POST
                          tool execute_tool depth
                          llm chat azure-lake in=1050 out=10
                            http HTTP POST
                          function parse_output
                        """)
                .check("langchain4j-providers", Jdks.newest(), dir)
                .segments();

        assertThat(segments.attributes("llm", "gen_ai.provider.name"))
                .containsExactlyElementsOf(
                        Stream.of("anthropic", "aws.bedrock", "gcp.gemini", "ollama", "azure.ai.openai")
                                .flatMap(provider -> Collections.nCopies(4, provider).stream())
                                .toList());
        assertThat(segments.attributes("llm", "gen_ai.usage.cache_creation.input_tokens"))
                .as("Anthropic and Bedrock tell what they put into the cache")
                .startsWith("10", "0", "10", "0", "10", "0", "10", "0")
                .endsWith(Collections.nCopies(12, "").toArray(String[]::new))
                .hasSize(20);
        assertThat(segments.attributes("llm", "gen_ai.response.finish_reasons"))
                .containsOnly("[\"tool_calls\"]", "[\"stop\"]");
    }

    /** Two rounds of every provider, twice. */
    private static void answers(Script script) {
        for (int round = 1; round <= 10; round++) {
            Usage asked = new Usage(100 * round, 20, 40, 3, 10);
            Usage told = new Usage(100 * round + 50, 10, 60, 0, 0);
            script.then(
                    Reply.tool("depth", "{\"arg0\":\"Inari\"}").withUsage(asked),
                    Reply.text("It is deep.").withUsage(told));
        }
    }
}
