// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a call that a recording answered, no output says how long it took. */
class ReplayedCallsTest {
    private static final String REPLAYED = "\"agentprofiler.replayed\":true";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    @BeforeEach
    void writeRun() {
        run = TestRun.run("shop-42-20250615T150640.000Z")
                .start(1, 0, 0, "agent", "clerk")
                .start(2, 1, 10, "tool", "stock", "\"gen_ai.tool.name\":\"stock\"")
                .end(2, 11, REPLAYED)
                .start(3, 1, 20, "tool", "price", "\"gen_ai.tool.name\":\"price\"")
                .end(3, 60)
                .end(1, 100)
                .write(directory.resolve("segment-000001.jsonl"));
    }

    private Json json(Object... command) {
        List<Object> line = new ArrayList<>(List.of(command));
        line.addAll(List.of("--format", "json", run));
        assertThat(analyzer.run(line.toArray())).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out());
    }

    @Test
    void shouldMarkThemInTheTree() {
        assertThat(analyzer.run("tree", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .containsPattern("stock +replayed +1\\.00 ms")
                .doesNotContainPattern("price +replayed");
        List<Json> spans =
                json("tree").get("workflows").items().get(0).get("spans").items();
        assertThat(spans.get(1).has("replayed")).isTrue();
        assertThat(spans.get(2).has("replayed")).isFalse();
    }

    @Test
    void shouldSayInEveryAnswerHowManyThereAre() {
        for (String command : List.of("report", "tree", "tokens")) {
            assertThat(analyzer.run(command, run)).isEqualTo(ExitCode.OK);
            assertThat(analyzer.out().replaceAll("\\s+", " "))
                    .as(command)
                    .contains("1 span whose calls were not made: a recording answered them");
        }
        assertThat(json("report").get("data").get("replayed").count()).isEqualTo(1);
    }

    @Test
    void shouldTakeNoTimeOfAnAnswerForThatOfACall() {
        Json kinds = json("report").get("operations").get("by_kind");

        Json tools = kinds.items().stream()
                .filter(row -> row.get("name").text().equals("tool"))
                .findFirst()
                .orElseThrow();
        assertThat(tools.get("calls").count()).isEqualTo(2);
        assertThat(tools.get("duration_ns").get("n").count())
                .as("that were made")
                .isEqualTo(1);
        assertThat(tools.get("duration_ns").get("max").count()).isEqualTo(40_000_000);
    }
}
