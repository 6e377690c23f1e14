// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.SpanTree;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs the agent of {@code com.example.trip} together with a neighbour, on the newest LangChain4j by default. */
final class TripRun {
    /** Beginning of both questions. */
    private static final String QUESTION = """
            agent invoke_agent Planner
              memory memory read
              retrieval augment
                retrieval retrieve EmbeddingStoreContentRetriever
                  embedding embeddings text-embedding-3-small in=9
                    http HTTP POST
                  retrieval search InMemoryEmbeddingStore
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
              memory memory add
              memory memory read
              memory memory add
            """;

    private static final String TREE = """
            function ingest
              embedding embeddings text-embedding-3-small in=13
                http HTTP POST
              function addAll InMemoryEmbeddingStore
            """ + QUESTION + """
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST !error dev.langchain4j.exception.HttpException
                function retry back-off
                http HTTP POST
              memory memory add
              | tool execute_tool flights
              | tool execute_tool hotels
              memory memory add
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              memory memory add
              tool execute_tool weather !error java.lang.IllegalStateException
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              memory memory add
              function parse_output
            """ + QUESTION + """
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                http HTTP POST
              | memory memory add
              | tool execute_tool flights
              | tool execute_tool hotels
              memory memory add
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=2
                http HTTP POST
              | memory memory add
              | tool execute_tool weather !error java.lang.IllegalStateException
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                http HTTP POST
              memory memory add
            """;

    private final String program;
    private final Path dir;
    private Jdk jdk = Jdks.current();

    private UnaryOperator<AgentProcess> neighbour = process -> process;

    private TripRun(String program, Path dir) {
        this.program = program;
        this.dir = dir;
    }

    static TripRun of(String program, Path dir) {
        return new TripRun(program, dir);
    }

    TripRun on(Jdk value) {
        jdk = value;
        return this;
    }

    /** Puts the neighbour beside the program. */
    TripRun beside(UnaryOperator<AgentProcess> value) {
        neighbour = value;
        return this;
    }

    /** Runs without our agent. */
    ProcessResult plain() {
        return run("plain", AgentProcess::withoutAgent);
    }

    /** Runs with our agent, and fails unless it recorded LangChain4j's whole tree and nothing else. */
    ProcessResult traced() {
        return traced(TREE);
    }

    /**
     * Runs with our agent, and fails unless it recorded this tree and nothing else, lost nothing, and said no word too many.
     *
     * @param tree the whole tree, {@code null} for any
     */
    ProcessResult traced(String tree) {
        // a wrapper of a model request that takes longer than this to make its inner call is written before it is known
        // as one
        ProcessResult result = run("traced", process -> process.recorded().setting("flush", "10s"));
        assertThat(agentLines(result)).as("lines of the agent in\n%s", result).hasSize(2);
        SpanTree spans = result.segments().assertNothingDropped().tree();
        if (tree != null) {
            spans.assertEquals("segments", tree);
            Recordings.readWithMissionControl(result.recording()).assertEquals("recording", tree);
        }
        return result;
    }

    /** Runs both ways, and fails unless the program said the same. */
    void both() {
        ProcessResult plain = plain();
        ProcessResult traced = traced();
        assertThat(traced.out()).isEqualTo(plain.out());
        assertThat(traced.errWithoutAgentLines()).isEqualTo(plain.err().lines().toList());
        assertThat(traced.exitCode()).isEqualTo(plain.exitCode()).isZero();
    }

    private ProcessResult run(String name, UnaryOperator<AgentProcess> how) {
        try (OpenAiServer server = OpenAiServer.start()) {
            String city = "{\"city\":\"Paris\"}";
            server.script().then(Reply.error(429, "slow down"));
            for (int i = 0; i < 2; i++) {
                server.script()
                        .then(
                                Reply.tool("flights", city).withTool("hotels", city),
                                Reply.tool("weather", city),
                                Reply.text("Have a nice trip."));
            }
            AgentProcess process = AgentProcess.of(program, dir.resolve(name))
                    .jdk(jdk)
                    .server(server)
                    .property("trip.concurrentTools", "true");
            ProcessResult result = how.apply(neighbour.apply(process)).run();
            assertThat(result.out()).as("%s", result).startsWith("Have a nice trip.\nHave a nice trip.\n");
            return result;
        }
    }

    private static List<String> agentLines(ProcessResult result) {
        return result.err()
                .lines()
                .filter(line -> line.startsWith("[agent-profiler]"))
                .collect(Collectors.toList());
    }
}
