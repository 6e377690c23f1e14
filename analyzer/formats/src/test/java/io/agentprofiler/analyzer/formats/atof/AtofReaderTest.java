// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.Mutations;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AtofReaderTest {
    private static final Path SAMPLE = Path.of("src/test/resources/atof/calculator.jsonl");

    @TempDir
    private Path directory;

    private ReadTraces read(String... lines) throws Exception {
        return ReadTraces.of(Files.write(directory.resolve("log.jsonl"), List.of(lines)), false);
    }

    private static String event(String phase, String category, String uuid, String parent, String time, String more) {
        return "{\"kind\":\"scope\",\"scope_category\":\"" + phase + "\",\"atof_version\":\"0.1\",\"category\":\""
                + category + "\",\"uuid\":\"" + uuid + "\",\"parent_uuid\":" + parent + ",\"name\":\"n\",\"timestamp\":"
                + time + more + "}";
    }

    @Test
    void shouldMeasureScopes() throws Exception {
        ReadTraces read = ReadTraces.of(SAMPLE, false);
        Trace trace = read.only();

        assertThat(read.problems()).isEmpty();
        assertThat(ReadTraces.tree(trace)).isEqualTo("""
                        agent calculator_agent 7000 ms
                          llm chat gpt-4.1 1000 ms
                          tool calculator__add 1000 ms
                          llm chat gpt-4.1 1000 ms""");
        assertThat(trace.isTimed()).isTrue();
        Span tool = trace.spans().get(2);
        assertThat(tool.attributes().text(Attributes.TOOL_CALL_ID)).isEqualTo("call_abc");
        assertThat(tool.attributes().get(Attributes.TOOL_CALL_RESULT)).isNull();
        assertThat(tool.attributes().get("agentprofiler.content.tool.call.result"))
                .isNotNull();
        Span asked = ReadTraces.of(SAMPLE, true).only().spans().get(1);
        assertThat(asked.attributes().get(Attributes.INPUT_MESSAGES).toString()).contains("What is 3 + 4?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"prompt_tokens\":10,\"completion_tokens\":4,\"prompt_tokens_details\":{\"cached_tokens\":3},\"completion_tokens_details\":{\"reasoning_tokens\":2}} | 10 | 4 | 3 | -1 | 2",
                "{\"input_tokens\":10,\"output_tokens\":4,\"cache_read_input_tokens\":3,\"cache_creation_input_tokens\":5} | 18 | 4 | 3 | 5 | -1",
                "{\"input_tokens\":10,\"output_tokens\":4,\"input_tokens_details\":{\"cached_tokens\":3}} | 10 | 4 | 3 | -1 | -1",
                "{\"prompt_tokens\":10,\"completion_tokens\":4,\"cache_read_tokens\":3,\"cache_write_tokens\":11} | 10 | 4 | 3 | -1 | -1",
            })
    void shouldReadUsageOfEveryProvider(String usage, long input, long output, long read, long write, long reasoning)
            throws Exception {
        Span call = read(
                        event("start", "llm", "a", "null", "1000000", ""),
                        event("end", "llm", "a", "null", "3000000", ",\"data\":{\"usage\":" + usage + "}"))
                .only()
                .root();

        assertThat(call.durationNanos()).isEqualTo(2_000_000_000L);
        assertThat(call.tokens()).isEqualTo(new Tokens(input, output, known(read), known(write), known(reasoning)));
    }

    private static long known(long value) {
        return value < 0 ? Unknown.LONG : value;
    }

    @Test
    void shouldKeepOpenScopesFailuresAndKinds() throws Exception {
        ReadTraces read = read(
                event("start", "agent", "a", "null", "\"2026-01-01T00:00:00Z\"", ""),
                event("start", "retriever", "r", "\"a\"", "\"2026-01-01T00:00:01Z\"", ""),
                "{\"kind\":\"mark\",\"uuid\":\"m\",\"timestamp\":\"2026-01-01T00:00:01Z\",\"name\":\"x\"}",
                event(
                        "end",
                        "retriever",
                        "r",
                        "\"a\"",
                        "\"2026-01-01T00:00:02Z\"",
                        ",\"data\":{\"error\":{\"type\":\"Timeout\"}}"));

        Trace trace = read.only();
        assertThat(trace.root().has(SpanFlag.UNFINISHED)).isTrue();
        Span retriever = trace.spans().get(1);
        assertThat(retriever.kind()).isEqualTo(SpanKind.RETRIEVAL);
        assertThat(retriever.status()).isEqualTo(SpanStatus.ERROR);
        assertThat(retriever.errorType()).isEqualTo("Timeout");
    }

    @Test
    void shouldCountWhatDoesNotFit() throws Exception {
        ReadTraces read = read(
                event("start", "agent", "a", "null", "\"2026-01-01T00:00:00Z\"", ""),
                event("start", "agent", "a", "null", "\"2026-01-01T00:00:00Z\"", ""),
                event("end", "agent", "b", "null", "\"2026-01-01T00:00:00Z\"", ""),
                event("start", "tool", "c", "\"gone\"", "\"2026-01-01T00:00:00Z\"", ""),
                event("start", "tool", "d", "null", "\"soon\"", ""));

        assertThat(read.traces()).hasSize(2);
        assertThat(read.problems())
                .contains("2: /uuid: this scope began before; left out")
                .contains("3: /uuid: no scope that is open has it")
                .contains("4: /parent_uuid: names no scope that began before; taken as none")
                .contains("5: /timestamp: expected a time");
    }

    @Test
    void shouldSurviveEveryMutation() throws Exception {
        Mutations.Fates fates =
                Mutations.readOpen(new AtofReader(), List.of(Files.readString(SAMPLE)), 1500, directory);

        assertThat(fates.counted()).isGreaterThan(100);
    }
}
