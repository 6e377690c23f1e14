// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A blank before a line leaves it to the parser: whatever is in the line, both ways must make the same of it. */
class PlainLinesTest {
    private static final String ID = "\"span\":\"00000000000000ab\"";
    private static final String TRACE = "\"trace\":\"0123456789abcdef0123456789abcdef\"";
    private static final String START = "{\"event\":\"SPAN_START\"," + TRACE + "," + ID
            + ",\"parent\":\"00000000000000cd\",\"t\":1750000000000000000,\"kind\":\"llm\",\"name\":\"chat gpt-4o\","
            + "\"rule\":\"langchain4j/chat-model\",\"thread\":\"main\",\"queued_ns\":17,\"attributes\":{"
            + "\"gen_ai.request.model\":\"gpt-4o\",\"gen_ai.request.temperature\":0.2,\"a\":[\"stop\",1,null],"
            + "\"agentprofiler.content.input.messages\":{\"chars\":12,\"hash\":\"ab\"},\"gen_ai.input.messages\":"
            + "[{\"role\":\"user\",\"parts\":[{\"content\":\"a \\\"b\\\" \\n\"}]}],\"b\":true,\"c\":false}}";
    private static final String CHUNK =
            "{\"event\":\"SPAN_CHUNK\"," + ID + ",\"t\":1750000000000000001,\"i\":3,\"type\":\"text\",\"chars\":9}";
    private static final String END = "{\"event\":\"SPAN_END\"," + ID + "," + TRACE
            + ",\"t\":1750000000000000002,\"status\":\"error\",\"thread\":\"main\",\"cpu_ns\":5,\"alloc_bytes\":6,"
            + "\"chunks\":{\"count\":2,\"first_t\":1,\"last_t\":2,\"max_gap_ns\":1,\"chars\":4,\"handler_ns\":3,"
            + "\"handler_before_ns\":1,\"handler_after_ns\":2},\"error\":{\"type\":\"E\",\"message\":\"429\"},"
            + "\"attributes\":{\"gen_ai.usage.input_tokens\":9007199254740993}}";
    private static final List<String> LINES = List.of(
            START,
            CHUNK,
            END,
            START.replace(",\"parent\":\"00000000000000cd\"", "").replace(",\"queued_ns\":17", ""),
            START.substring(0, START.indexOf(",\"attributes\"")) + "}",
            END.substring(0, END.indexOf(",\"cpu_ns\"")) + "}",
            END.replace("\"type\":\"E\",", ""),
            CHUNK.replace(",\"chars\":9", "").replace(",\"type\":\"text\"", ""),
            "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"r\"}",
            "{\"event\":\"BOOKS\",\"t\":1,\"emitted\":{\"SPAN_START\":1}}");
    /** What a damaged line may hold in place of something else. */
    private static final List<String> PIECES = List.of(
            "\"",
            "\\",
            "\\n",
            "\\u0041",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            " ",
            "\n",
            "\r",
            "\t",
            "\r\n",
            "é",
            "\u0001",
            "-",
            "0",
            "01",
            "-0",
            "9",
            "1.5",
            "0.1",
            "00.1",
            ".5",
            "1.",
            "1e5",
            "-0.0",
            "123456789012345.6",
            "9223372036854775807",
            "9999999999999999999",
            "99999999999999999999",
            "null",
            "true",
            "tru",
            "NaN",
            "\"x\"",
            "\"\"",
            "A",
            "g",
            "\"t\":7,",
            "\"span\":\"00000000000000ab\",",
            "0000000000000000",
            "{}",
            "[]",
            "[[[[1]]]]",
            "{\"a\":{\"a\":1}}");

    private record Reading(String refusal, List<Object> events, List<String> problems, long skipped, long torn) {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeTheSameOfDamagedLinesAsTheParser(boolean content) throws IOException {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                String line = LINES.get(random.nextInt(LINES.size()));
                lines.add(random.nextInt(3) == 0 ? line : damaged(line, random));
            }
            String text = String.join("\n", lines) + (random.nextInt(4) == 0 ? "" : "\n");

            assertThat(read(text, content)).as("seed %d", seed).isEqualTo(read(leftToTheParser(text), content));
        }
    }

    private static String damaged(String line, Random random) {
        StringBuilder text = new StringBuilder(line);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(4) * random.nextInt(8));
            text.replace(from, to, random.nextInt(4) == 0 ? "" : PIECES.get(random.nextInt(PIECES.size())));
            if (text.isEmpty()) {
                text.append(' ');
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "-1",
                "-0",
                "01",
                "0.2",
                "-0.0",
                "0.1",
                "1.0",
                "123456789.25",
                "0.30000000000000004",
                "1e3",
                "1.",
                ".5",
                "00.5",
                "999999999999999",
                "99999999999999.9",
                "9007199254740993",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "8999999999999999999",
                "1234567890123456789012",
                "null",
                "true",
                "false",
                "nul",
                "{}",
                "[]",
                "[1,]",
                "{\"a\":1,\"a\":2}",
                "{\"a\":[{\"b\":[]}]}",
                "\"\"",
                "\"é\"",
                "\"a\\tb\"",
                "\"a\tb\""
            })
    void shouldTakeValuesOfAttributesAsTheParserDoes(String value) throws IOException {
        String text = START.replace("0.2", value) + "\n" + END.replace("9007199254740993", value) + "\n" + CHUNK + "\n";

        assertThat(read(text, true)).isEqualTo(read(leftToTheParser(text), true));
    }

    @ParameterizedTest
    @ValueSource(ints = {79, 80, 81, 5_000, 60_000})
    void shouldTakeTextsOfAnyLength(int length) throws IOException {
        String text = START.replace("chat gpt-4o", "x".repeat(length)) + "\n" + CHUNK + "\n";

        Reading reading = read(text, true);

        assertThat(reading).isEqualTo(read(leftToTheParser(text), true));
        assertThat(reading.events()).hasSize(2);
    }

    @Test
    void shouldNumberLinesWhereAPlainOneFollowsOneThatIsNot() throws IOException {
        Reading reading = read(
                String.join("\n", START, " " + START, END, "", START.replace("main", "mäin"), CHUNK, "{", CHUNK) + "\n",
                false);

        assertThat(reading.events()).hasSize(6);
        assertThat(reading.problems()).singleElement().asString().startsWith("f:7: ");
    }

    @Test
    void shouldKnowThatTheLinesOfTheAgentArePlain() {
        List<SpanEvent> events = new ArrayList<>();
        PlainLines plain = new PlainLines(
                new RecordFields(), new PlainValues(false, new TextPool()), sink(events, new ArrayList<>()));
        for (String line : List.of(START, CHUNK, END)) {
            byte[] block = (line + "\n").getBytes(StandardCharsets.UTF_8);
            assertThat(plain.line(block, 0, block.length)).isEqualTo(block.length);
        }
        assertThat(events).hasSize(3);
    }

    private static String leftToTheParser(String text) {
        String blanks = " " + text.replace("\n", "\n ");
        return text.endsWith("\n") ? blanks.substring(0, blanks.length() - 1) : blanks;
    }

    private static Reading read(String text, boolean content) throws IOException {
        List<Object> events = new ArrayList<>();
        Problems problems = new Problems(Path.of("f"));
        SegmentLines lines = new SegmentLines(content, sink(new ArrayList<>(), events), problems);
        ByteArrayInputStream stream = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        String refusal = null;
        try {
            int read;
            do {
                read = lines.take(stream);
            } while (read >= 0);
            lines.end();
        } catch (UnreadableFileException e) {
            refusal = e.getMessage();
        }
        return new Reading(
                refusal,
                events,
                problems.first().stream().map(Object::toString).collect(Collectors.toList()),
                problems.skipped(),
                problems.tornLines());
    }

    private static EventSink sink(List<SpanEvent> spans, List<Object> all) {
        return new EventSink() {
            @Override
            public void span(SpanEvent event) {
                spans.add(event);
                all.add(event);
            }

            @Override
            public void run(RunEvent event) {
                all.add(event);
            }
        };
    }
}
