// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every column of spans.csv survives, in every vocabulary: nothing is lost, and nothing is made up. */
class ReadBackTest {
    @TempDir
    private Path directory;

    private String spans(Path input, String name) throws IOException {
        CommandRun analyzer = new CommandRun();
        Path out = directory.resolve(name);
        assertThat(analyzer.run("report", "--out", out, "--format", "spans", input))
                .as(analyzer.err())
                .isZero();
        return Files.readString(out.resolve("spans.csv"));
    }

    private static TestRun conversation() {
        return ExportRun.random(new Random(11), 30)
                .trace(900)
                .start(90_001, 0, 0, "workflow", "talk", "\"gen_ai.conversation.id\":\"c-1\"")
                .start(90_002, 90_001, 1, "embedding", "embed", "\"gen_ai.request.model\":\"small\"")
                .end(90_002, 2, "\"gen_ai.response.model\":\"small-2\",\"gen_ai.usage.input_tokens\":3")
                .start(90_003, 90_001, 3, "llm", "answer", "")
                .end(90_003, 4, "\"gen_ai.response.model\":\"large-2\",\"gen_ai.usage.output_tokens\":3")
                .start(90_004, 90_001, 5, "retrieval", "find", "\"gen_ai.agent.name\":\"finder\"")
                .end(90_004, 6)
                .end(90_001, 7);
    }

    @ParameterizedTest
    @CsvSource({
        "genai,json,true",
        "openinference,json,true",
        "openinference,protobuf,false",
        "both,protobuf,true",
        "both,json,false",
        "langfuse,protobuf,true"
    })
    void shouldReadBackWhatWasRecorded(String profile, String encoding, boolean content) throws IOException {
        Path run = conversation().write(directory.resolve("run/segment-000001.jsonl"));
        Path file = directory.resolve("exported");
        List<Object> words = new ArrayList<>(
                List.of("export", "otlp", "--profile", profile, "--encoding", encoding, "--out", file, run));
        if (content) {
            words.add("--content");
        }
        assertThat(new CommandRun().run(words.toArray())).isZero();

        String before = spans(run, "before");
        if (!content) {
            // messages of failures, and how long they are
            before = before.replace("," + ExportRun.SECRET + "," + ExportRun.SECRET.length() + ",", ",,,");
        }
        assertThat(spans(file, "after")).isEqualTo(before);
    }
}
