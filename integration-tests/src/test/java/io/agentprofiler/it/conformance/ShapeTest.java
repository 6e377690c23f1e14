// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeTest {
    @TempDir
    private Path dir;

    private final StringBuilder lines = new StringBuilder();
    private int last;

    @Test
    void shouldContractWhatFrameworksWrapAround() throws IOException {
        int agent = span(0, 0, 100, "agent", "invoke_agent Planner", "");
        int advisor = span(agent, 1, 60, "function", "advisor", "");
        int augment = span(advisor, 2, 10, "retrieval", "augment", "");
        int retrieve = span(augment, 3, 9, "retrieval", "retrieve", "");
        int embedding = span(retrieve, 4, 5, "embedding", "embeddings small", "");
        span(embedding, 4, 5, "http", "HTTP POST", "");
        span(augment, 9, 10, "prompt", "inject", "");
        int model = span(advisor, 11, 40, "llm", "chat gpt", "\"gen_ai.usage.input_tokens\":7");
        span(model, 12, 15, "http", "HTTP POST", "!error");
        span(model, 16, 20, "function", "retry back-off", "");
        span(model, 20, 40, "http", "HTTP POST", "");
        span(agent, 90, 95, "function", "parse_output", "");

        assertThat(shape()).isEqualTo("""
                workflow
                  retrieval
                    embedding
                  llm gpt in=7
                    http !error
                    http
                """);
    }

    @Test
    void shouldOrderToolsByNameAndMarkThoseThatOverlap() throws IOException {
        int agent = span(0, 0, 100, "agent", "a", "");
        span(agent, 1, 5, "llm", "chat gpt", "");
        span(agent, 6, 20, "tool", "execute_tool zoo", "");
        span(agent, 7, 9, "tool", "execute_tool bus", "!error");
        span(agent, 30, 31, "tool", "execute_tool art", "");
        span(agent, 40, 50, "llm", "chat gpt", "");
        span(agent, 51, 52, "tool", "execute_tool air", "");

        assertThat(shape()).isEqualTo("""
                workflow
                  llm gpt
                  tool art
                  & tool bus !error
                  & tool zoo
                  llm gpt
                  tool air
                """);
    }

    @Test
    void shouldKeepOfMemoryWhetherItWasTouchedBeforeAndAfter() throws IOException {
        int agent = span(0, 0, 100, "agent", "a", "");
        span(agent, 1, 2, "retrieval", "augment", "");
        int read = span(agent, 3, 6, "memory", "memory read", "");
        span(read, 4, 5, "memory", "store read", "");
        span(agent, 7, 8, "memory", "memory add", "");
        span(agent, 10, 20, "llm", "chat gpt", "");
        span(agent, 21, 22, "memory", "memory add", "");
        span(agent, 30, 40, "llm", "chat gpt", "");
        int other = span(0, 200, 300, "workflow", "b", "");
        span(other, 210, 220, "llm", "chat gpt", "");
        span(other, 221, 222, "memory", "memory add", "");

        assertThat(shape()).isEqualTo("""
                workflow
                  memory
                  retrieval
                  llm gpt
                  llm gpt
                workflow
                  llm gpt
                  memory
                """);
    }

    @Test
    void shouldShowALostParentAsOneMoreRoot() throws IOException {
        int agent = span(0, 0, 100, "agent", "a", "");
        span(agent, 10, 20, "llm", "chat gpt", "");
        span(0, 30, 40, "tool", "execute_tool bus", "");
        span(0, 50, 60, "function", "parse", "");

        assertThat(shape()).isEqualTo("""
                workflow
                  llm gpt
                tool bus
                workflow
                """);
    }

    @Test
    void shouldSayOfTheLastRequestOnlyThatItWasStreamed() throws IOException {
        int agent = span(0, 0, 100, "agent", "a", "!cancelled");
        span(agent, 10, 20, "llm", "chat gpt", "chunks 3");
        span(agent, 30, 40, "llm", "chat gpt", "chunks 4");

        assertThat(shape()).isEqualTo("""
                workflow !cancelled
                  llm gpt
                  llm gpt streamed
                """);
    }

    private String shape() throws IOException {
        Files.writeString(dir.resolve("segment-000001.jsonl"), lines);
        SpanTree tree = Segments.read(dir).tree();
        return Shape.of(tree);
    }

    /** Adds a span; {@code more} is an attribute, {@code !status}, or {@code chunks n}. Returns its number. */
    private int span(int parent, long start, long end, String kind, String name, String more) {
        last++;
        String trace = "\"trace\":\"t\"";
        lines.append(String.format(
                Locale.ROOT,
                "{\"event\":\"SPAN_START\",%s,\"span\":\"%d\",\"t\":%d,\"kind\":\"%s\",\"name\":\"%s\"%s}\n",
                trace,
                last,
                start,
                kind,
                name,
                parent == 0 ? "" : ",\"parent\":\"" + parent + "\""));
        String status = more.startsWith("!") ? more.substring(1) : "ok";
        String chunks = more.startsWith("chunks") ? ",\"chunks\":{\"count\":" + more.substring(7) + "}" : "";
        lines.append(String.format(
                Locale.ROOT,
                "{\"event\":\"SPAN_END\",%s,\"span\":\"%d\",\"t\":%d,\"status\":\"%s\"%s,\"attributes\":{%s}}\n",
                trace,
                last,
                end,
                status,
                chunks,
                more.startsWith("\"") ? more : ""));
        return last;
    }
}
