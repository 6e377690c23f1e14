// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.support.SupportAgent;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.openai.OpenAiServer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo's application: retrieval, two tools at once, memory, streaming, a tool that fails. */
class SupportAgentIT {
    private static final String RETRIEVAL = """
              memory memory read
              retrieval augment
                retrieval retrieve EmbeddingStoreContentRetriever
                  embedding embeddings hashing-384
                  retrieval search InMemoryEmbeddingStore
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
              memory memory add
              memory memory read
              memory memory add
            """;
    private static final String TREE = """
            function ingest
              function split_documents DocumentByParagraphSplitter
              embedding embeddings hashing-384
              function addAll InMemoryEmbeddingStore
            """
            + "agent invoke_agent SupportAssistant\n" + RETRIEVAL + """
              llm chat gpt-4o-mini in=328 out=30 cached=0 reasoning=0 chunks=6
                http HTTP POST
              | memory memory add
              | tool execute_tool deliveryEstimate
              | tool execute_tool orderStatus
              memory memory add
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=467 out=29 cached=320 reasoning=0 chunks=19
                http HTTP POST
              memory memory add
            """
            + "agent invoke_agent SupportAssistant\n" + RETRIEVAL + """
              llm chat gpt-4o-mini in=603 out=16 cached=448 reasoning=0 chunks=13
                http HTTP POST
              memory memory add
            """
            + "agent invoke_agent SupportAssistant\n" + RETRIEVAL + """
              llm chat gpt-4o-mini in=319 out=16 cached=0 reasoning=0 chunks=3
                http HTTP POST
              | memory memory add
              | tool execute_tool refund !error java.lang.IllegalStateException
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=383 out=27 cached=256 reasoning=0 chunks=22
                http HTTP POST
              memory memory add
            """
            + "agent invoke_agent SupportAssistant\n" + RETRIEVAL + """
              llm chat gpt-4o-mini in=515 out=17 cached=320 reasoning=0 chunks=14
                http HTTP POST
              memory memory add
            """;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldYieldTheWholeTreeOfTheDemo(Jdk jdk) {
        try (OpenAiServer server = OpenAiServer.start()) {
            new SupportScript().addTo(server.script());

            ProcessResult result = AgentProcess.of(SupportAgent.class, dir)
                    .jdk(jdk)
                    .property("support.baseUrl", server.baseUrl())
                    .property("support.apiKey", "no-key")
                    .property("support.model", "gpt-4o-mini")
                    .recorded()
                    .run();

            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).contains("arrives on Thursday between 10 and 12");
            assertWhole(result);
            Recordings.readWithMissionControl(result.recording()).assertEquals("recording", TREE);
        }
    }

    /** Fails unless a run of the application has all of its calls, tools, tokens and chunks. */
    static void assertWhole(ProcessResult result) {
        result.segments().assertNothingDropped().tree().assertEquals("segments", TREE);
    }
}
