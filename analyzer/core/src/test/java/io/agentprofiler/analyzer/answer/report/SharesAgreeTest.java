// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Terminal, page and files of one trace hold the same shares of time. */
class SharesAgreeTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path dir;

    private final CommandRun command = new CommandRun();
    private String terminal;

    /** A model call that mostly waits for its requests, a tool with one behind a function, and one of the agent itself. */
    @BeforeEach
    void report() {
        Path input = TestRun.run("r")
                .start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 12, 400, "http", "POST")
                .span(4, 2, 400, 832, "http", "POST")
                .end(2, 832)
                .start(5, 1, 840, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .start(6, 5, 840, "function", "fetch")
                .span(7, 6, 850, 900, "http", "GET")
                .end(6, 905)
                .end(5, 910)
                .span(8, 1, 930, 980, "http", "GET")
                .end(1, 1000)
                .write(dir.resolve("in/segment-000001.jsonl"));
        assertThat(command.run("report", "--all", "--width", "160", "--out", dir.resolve("out"), input))
                .as(command.err())
                .isZero();
        assertThat(command.run("report", "--all", "--width", "160", input)).isZero();
        terminal = command.out();
    }

    private static final Map<String, Long> EXPECTED = new TreeMap<>(Map.of(
            "llm", 832 * MILLI, "tool", 55 * MILLI, "function", 15 * MILLI, "http", 50 * MILLI, "agent", 48 * MILLI));

    private JsonNode json(String file) throws Exception {
        return JsonNode.read(dir.resolve("out").resolve(file));
    }

    @Test
    void shouldCountARequestForTheCallThatMadeItInEveryFile() throws Exception {
        assertThat(byKind(json("summary.json"))).isEqualTo(EXPECTED);
        assertThat(json("summary.json").get("operations").get("self_ns").count())
                .isEqualTo(1000 * MILLI);
        try (CsvReader<NamedCsvRecord> rows =
                CsvReader.builder().ofNamedCsvRecord(dir.resolve("out").resolve("spans.csv"))) {
            assertThat(new TreeMap<>(rows.stream()
                            .collect(Collectors.groupingBy(
                                    row -> row.getField("kind"),
                                    Collectors.summingLong(row -> Long.parseLong(row.getField("self_ns")))))))
                    .isEqualTo(EXPECTED);
        }
        Map<String, Long> nodes = new TreeMap<>();
        for (JsonNode root : json("calltree.json").get("roots").items()) {
            add(root, nodes);
        }
        assertThat(nodes).isEqualTo(EXPECTED);
        assertThat(json("summary.json")
                        .get("operations")
                        .get("by_model")
                        .items()
                        .get(0)
                        .get("self_ns")
                        .count())
                .isEqualTo(832 * MILLI);
    }

    @Test
    void shouldShowThePageWhatTheFilesHold() throws Exception {
        String page = Files.readString(dir.resolve("out").resolve("report.html"));
        int begin = page.indexOf("type=\"application/json\"");
        int from = page.indexOf('>', begin) + 1;
        String data = page.substring(from, page.indexOf("</script>", from));

        assertThat(byKind(JsonNode.read("page", new ByteArrayInputStream(data.getBytes(StandardCharsets.UTF_8)))
                        .get("summary")))
                .isEqualTo(EXPECTED);
    }

    @Test
    void shouldPrintTheSameShares() throws Exception {
        assertThat(line("llm  ")).contains("832 ms", "83.2 %");
        assertThat(line("http  ")).contains("50.0 ms", "5.0 %");
        assertThat(line("m  ")).as("of the model").contains("832 ms", "83.2 %");
        assertThat(line("llm m  ")).as("its requests on the critical path").contains("820 ms", "82.0 %");
        assertThat(line("llm m, client overhead before the request  ")).contains("12.0 ms", "1.2 %");
        JsonNode path = json("critical-path.json").get("by_operation").items().get(0);
        assertThat(path.get("name").text()).isEqualTo("m");
        assertThat(path.get("path_ns").count()).isEqualTo(832 * MILLI);
        assertThat(path.get("before_ns").count()).isEqualTo(12 * MILLI);
        assertThat(terminal).contains("models 82.0 %", "tools 5.5 %");
    }

    private String line(String start) {
        List<String> lines =
                terminal.lines().filter(line -> line.startsWith(start)).toList();
        assertThat(lines).as(start).isNotEmpty();
        return lines.get(0);
    }

    private static Map<String, Long> byKind(JsonNode summary) throws Exception {
        Map<String, Long> kinds = new TreeMap<>();
        for (JsonNode row : summary.get("operations").get("by_kind").items()) {
            kinds.put(row.get("name").text(), row.get("self_ns").count());
        }
        return kinds;
    }

    private static void add(JsonNode node, Map<String, Long> into) throws Exception {
        into.merge(node.get("kind").text(), node.get("self_ns").count(), Long::sum);
        if (node.get("children") != null) {
            for (JsonNode child : node.get("children").items()) {
                add(child, into);
            }
        }
    }
}
