// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.replay.RecordedAnswers.RecordedAnswer;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings as the agent writes them, and what they answer. */
class ReplayTest {
    private static final String HEADER =
            "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"settings\":{\"content\":\"%s\"}}";

    @TempDir
    private Path dir;

    private final Rule rule;
    private int spans;
    /** When the next calls end; 0 for at once. */
    private long end;

    private final StringBuilder lines = new StringBuilder(HEADER.formatted("full")).append('\n');

    ReplayTest() throws RuleFileException {
        rule = TraceSpec.parse("agentprofiler.trace", "com.acme.Stock#*")
                .rules()
                .get(0);
    }

    /** Writes a call of an own method with one argument, as text; returns its span. */
    private String call(String argument, String result, String more) {
        String id = "%016x".formatted(++spans);
        lines.append(("{\"event\":\"SPAN_START\",\"trace\":\"1\",\"span\":\"%s\",\"t\":%d,\"kind\":\"function\","
                        + "\"name\":\"Stock.count\",\"rule\":\"trace/com.acme.*#*\",\"attributes\":{"
                        + "\"agentprofiler.content.agentprofiler.input\":{\"chars\":%d},"
                        + "\"agentprofiler.input\":{\"arg0\":\"%s\"}}}%n")
                .formatted(id, spans, 7 + argument.length(), argument));
        lines.append("{\"event\":\"SPAN_END\",\"span\":\"%s\",\"t\":%d,%s,\"attributes\":{%s}}%n"
                .formatted(
                        id, end == 0 ? spans : end, more, result == null ? "" : "\"agentprofiler.output\":" + result));
        return id;
    }

    private Replay open(boolean refuses, boolean texts) throws IOException {
        Path run = dir.resolve("shop-1-20261121T051500.000Z");
        Files.createDirectories(run);
        Files.writeString(run.resolve("segment-000001.jsonl"), lines);
        return Replay.open(dir.toString(), List.of(rule), ReplaySpeed.INSTANT, refuses, texts);
    }

    private Object ask(Replay replay, String argument) {
        RecordedAnswer answer = replay.ask(rule, "Stock.count", List.of(Map.of("arg0", argument)), true);
        return answer == null ? null : answer.values().get("agentprofiler.output");
    }

    @Test
    void shouldAnswerEqualCallsInTheirOrderAndThenFromTheFirstAgain() throws IOException {
        call("a", "1", "\"status\":\"ok\"");
        call("b", "5", "\"status\":\"ok\"");
        call("a", "2", "\"status\":\"ok\"");
        Replay replay = open(true, false);

        assertThat(ask(replay, "a")).isEqualTo(1L);
        assertThat(ask(replay, "a")).isEqualTo(2L);
        assertThat(ask(replay, "a")).isEqualTo(1L);
        assertThat(ask(replay, "b")).isEqualTo(5L);
        assertThat(replay.beginning().get(0)).contains("3 x Stock.count").contains("replay.miss=fail");
    }

    @Test
    void shouldTellHowLongTheRecordedCallTook() throws IOException {
        end = 9;
        call("a", "1", "\"status\":\"ok\"");

        assertThat(open(true, false)
                        .ask(rule, "Stock.count", List.of(Map.of("arg0", "a")), true)
                        .nanos())
                .as("from 1 to 9")
                .isEqualTo(8);
    }

    @Test
    void shouldNotGuessWhichOfTwoCallsAtTheSameTimeHadWhichResult() throws IOException {
        end = 9;
        call("a", "1", "\"status\":\"ok\"");
        call("a", "2", "\"status\":\"ok\"");
        call("b", "5", "\"status\":\"ok\"");
        call("b", "5", "\"status\":\"ok\"");
        call("a", "1", "\"status\":\"ok\"");
        Replay replay = open(true, false);

        assertThatThrownBy(() -> ask(replay, "a"))
                .hasMessageContaining("another at the same time had another result, and nothing says which is which");
        assertThat(ask(replay, "b")).isEqualTo(5L);
        assertThat(replay.beginning())
                .anyMatch(line -> line.contains("2 x Stock.count"))
                .anyMatch(line -> line.contains("answer nothing: 3 x Stock.count: another at the same time"));
    }

    @Test
    void shouldAnswerWhereOnlyEmbeddingsWereMadeBelow() throws IOException {
        String span = call("a", "1", "\"status\":\"ok\"");
        lines.append(
                "{\"event\":\"SPAN_START\",\"span\":\"e\",\"parent\":\"%s\",\"t\":5,\"kind\":\"embedding\",\"name\":\"embeddings\"}%n"
                        .formatted(span));

        assertThat(ask(open(true, false), "a")).isEqualTo(1L);
    }

    @Test
    void shouldRefuseWhatWasNotRecordedAndNameTheField() throws IOException {
        call("sunny", "1", "\"status\":\"ok\"");
        Replay replay = open(true, false);

        assertThatThrownBy(() -> ask(replay, "cloudy"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("agentprofiler.replay does not answer Stock.count")
                .hasMessageContaining("agentprofiler.input differs: asked 13 characters, recorded 12 characters")
                .hasMessageNotContaining("cloudy");
        assertThat(replay.ending())
                .containsExactly(
                        "replay: 0 answered, 0 made, 1 refused in all",
                        "replay: Stock.count: 0 answered, 0 made, 1 refused; first not answered: agentprofiler.input"
                                + " differs: asked 13 characters, recorded 12 characters");
    }

    @Test
    void shouldTellTextsWhereTheyMayBeTold() throws IOException {
        call("sunny", "1", "\"status\":\"ok\"");
        Replay replay = open(false, true);

        assertThat(ask(replay, "cloudy")).isNull();
        assertThat(replay.ending().get(1))
                .contains("0 answered, 1 made, 0 refused")
                .contains("asked \"arg0: cloudy\", recorded \"arg0: sunny\"");
    }

    @Test
    void shouldNotAnswerWhatCannotBeMadeAgain() throws IOException {
        call("failed", null, "\"status\":\"error\"");
        call("nothing", null, "\"status\":\"ok\"");
        call("secret [redacted]", "1", "\"status\":\"ok\"");
        String plan = call("plan", "1", "\"status\":\"ok\"");
        lines.append(
                "{\"event\":\"SPAN_START\",\"span\":\"f\",\"parent\":\"%s\",\"t\":5,\"kind\":\"llm\",\"name\":\"chat\"}%n"
                        .formatted(plan));
        lines.append(
                "{\"event\":\"SPAN_START\",\"span\":\"e\",\"t\":5,\"kind\":\"tool\",\"name\":\"other\",\"rule\":\"x/y\"}\n{\"ev");
        Replay replay = open(true, false);

        assertThatThrownBy(() -> ask(replay, "failed")).hasMessageContaining("it failed when it was recorded");
        assertThatThrownBy(() -> ask(replay, "nothing")).hasMessageContaining("was not recorded, or is null");
        assertThat(ask(replay, "plan")).isNull();
        assertThat(replay.beginning())
                .hasSize(4)
                .anyMatch(line -> line.contains("answer methods that return nothing: 1 x Stock.count"))
                .anyMatch(
                        line -> line.contains("made again: 1 x Stock.count (models were called below), 1 x tool other"))
                .anyMatch(line ->
                        line.contains("answer nothing:") && line.contains("agentprofiler.input was cut or blanked"));
    }

    @Test
    void shouldAnswerMethodsThatReturnNothingByCallsThatSucceeded() throws IOException {
        call("failed", null, "\"status\":\"error\"");
        call("stored", null, "\"status\":\"ok\"");
        Replay replay = open(true, false);

        assertThat(replay.ask(rule, "Stock.count", List.of(Map.of("arg0", "stored")), false)
                        .values())
                .isEmpty();
        assertThatThrownBy(() -> replay.ask(rule, "Stock.count", List.of(Map.of("arg0", "failed")), false))
                .hasMessageContaining("it failed when it was recorded");
    }

    @Test
    void shouldTakeATextThatIsShorterThanItWasForCut() throws IOException {
        lines.append("{\"event\":\"SPAN_START\",\"span\":\"1\",\"t\":1,\"kind\":\"function\",\"name\":\"Stock.count\","
                + "\"rule\":\"trace/x\",\"attributes\":{\"agentprofiler.input\":{\"arg0\":\"a\"}}}\n"
                + "{\"event\":\"SPAN_END\",\"span\":\"1\",\"t\":2,\"status\":\"ok\",\"attributes\":{\"agentprofiler.output\":"
                + "\"abc\",\"agentprofiler.content.agentprofiler.output\":{\"chars\":4}}}\n");
        Replay replay = open(true, false);

        assertThatThrownBy(() -> ask(replay, "a")).hasMessageContaining("agentprofiler.output was cut or blanked");
    }

    @Test
    void shouldSayWhatARecordingWithoutTextsLacks() throws IOException {
        lines.setLength(0);
        lines.append(HEADER.formatted("hash")).append('\n');
        Replay replay = open(true, false);

        assertThat(replay.beginning())
                .singleElement()
                .asString()
                .contains(
                        "answers nothing: it was recorded with" + " agentprofiler.content=hash",
                        "record it again with -Dagentprofiler.content=full");
        assertThatThrownBy(() -> ask(replay, "a")).hasMessageContaining("agentprofiler.content=hash");
    }

    @Test
    void shouldSayWhatIsWrongWithTheDirectory() {
        assertThat(Replay.open(dir.resolve("none").toString(), List.of(rule), ReplaySpeed.INSTANT, true, false)
                        .beginning()
                        .get(0))
                .contains("there is no such directory");
        assertThat(Replay.open(dir.toString(), List.of(rule), ReplaySpeed.INSTANT, true, false)
                        .beginning()
                        .get(0))
                .contains("there is no run in it");
    }

    @Test
    void shouldReadCompressedFilesAndTakeTheNewestRun() throws IOException {
        call("a", "1", "\"status\":\"ok\"");
        open(true, false);
        lines.setLength(0);
        lines.append(HEADER.formatted("full")).append('\n');
        call("a", "2", "\"status\":\"ok\"");
        Path newest = Files.createDirectories(dir.resolve("a-2-20261121T051500.001Z"));
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(newest.resolve("segment-000001.jsonl.gz")))) {
            out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        }

        assertThat(ask(Replay.open(dir.toString(), List.of(rule), ReplaySpeed.INSTANT, true, false), "a"))
                .isEqualTo(2L);
    }
}
