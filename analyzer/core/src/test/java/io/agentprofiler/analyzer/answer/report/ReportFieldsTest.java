// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields that the files of a report have are those that docs/reference/report-files.md lists. */
class ReportFieldsTest {
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.*) \\|");
    private static final Set<String> TOKENS = Set.of("input", "output", "cache_read", "cache_creation", "reasoning");
    private static final Set<String> STATS =
            Set.of("n", "sum", "min", "mean", "p50", "p90", "p95", "p99", "max", "exact", "unsupported[]");

    private static final Set<String> COST = Set.of(
            "usd",
            "input_usd",
            "cache_read_usd",
            "cache_write_usd",
            "output_usd",
            "request_usd",
            "priced_calls",
            "unpriced_calls",
            "not_priced[]",
            "not_priced[].reason",
            "not_priced[].calls");

    @TempDir
    private Path directory;

    @Test
    void shouldAgreeWithTheFieldReference() throws Exception {
        TestRun run = everything();
        for (int i = 100; i < 130; i++) {
            // as many as an estimate of totals takes
            run.trace(i).span(i * 100, 0, 7000, 7001, "agent", "A");
        }
        for (int i = 80; i < 85; i++) {
            // what the recording says of a retry needs no texts
            int at = 10_000 + 1000 * (i - 80);
            run.trace(i)
                    .start(i * 100, 0, at, "agent", "A")
                    .start(
                            i * 100 + 1,
                            i * 100,
                            at,
                            "llm",
                            "l",
                            "\"gen_ai.request.model\":\"gpt\",\"code.function.name\":\"a.B.c\","
                                    + "\"code.file.path\":\"a/B.java\",\"code.line.number\":7")
                    .start(i * 100 + 2, i * 100 + 1, at, "http", "POST")
                    .end(i * 100 + 2, at + 400, "error", ",\"attributes\":{\"http.response.status_code\":503}")
                    .span(i * 100 + 3, i * 100 + 1, at + 500, at + 800, "http", "POST")
                    .end(i * 100 + 1, at + 900)
                    .end(i * 100, at + 900);
        }
        Path target = WrittenReport.of(
                directory,
                run.trace(60)
                        .start(600, 0, 6000, "agent", "A")
                        .start(601, 600, 6000, "llm", "l", "\"gen_ai.request.model\":\"gpt\"")
                        .span(602, 601, 6010, 6020, "http", "POST")
                        .end(601, 6030)
                        .start(603, 600, 6030, "tool", "never over")
                        .trace(65)
                        .span(650, 0, 6500, 6510, "workflow", "answers at once")
                        .span(651, 650, 6505, 6900, "agent", "goes on")
                        .trace(70)
                        .start(700, 0, 5000, "agent", "told of", "\"agentprofiler.timing\":\"estimated\"")
                        .start(701, 700, 5100, "tool", "t", "\"agentprofiler.timing\":\"moment\"")
                        .end(701, 5100)
                        .end(700, 5200));

        // of NAT's files docs/formats/nat-parity.md tells, and the parity test; the page's data are its own affair
        for (ReportFile file : EnumSet.complementOf(EnumSet.of(ReportFile.HTML))) {
            Set<String> written = file == ReportFile.SPANS
                    ? new TreeSet<>(List.of(Files.readAllLines(target.resolve(file.fileName()))
                            .get(0)
                            .split(",")))
                    : WrittenReport.fields(target.resolve(file.fileName()));
            assertThat(written).as(file.fileName()).isEqualTo(documented(file.fileName()));
        }
    }

    /** Adds a conversation whose prompts grow. */
    private static TestRun growing(TestRun run) {
        run.trace(50).start(500, 0, 9000, "agent", "G", "\"gen_ai.conversation.id\":\"c\"");
        for (int call = 0; call < 5; call++) {
            run.start(
                            501 + call,
                            500,
                            9000 + 10 * call,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4\"")
                    .end(501 + call, 9005 + 10 * call, "\"gen_ai.usage.input_tokens\":" + 1500 * (call + 1));
        }
        return run.end(500, 9050);
    }

    /** A run that makes every field appear. */
    private static TestRun everything() {
        return growing(SampleRun.get())
                .trace(9)
                .start(90, 0, 3000, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(91, 90, 3000, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .start(92, 91, 3000, "llm", "l", "\"gen_ai.request.model\":\"gpt\"")
                .end(92, 3100, "ok", usage(5))
                .end(91, 3200, "ok", usage(5))
                .end(90, 3300, "ok", usage(5))
                .start(93, 0, 3000, "embedding", "e", "\"gen_ai.request.model\":\"ada\"")
                .end(93, 3100, "ok", usage(3))
                .start(94, 91, 3000, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(94, 3100, "ok", usage(5))
                .line(WrittenReport.backend(1, 10))
                .line(WrittenReport.backend(2500, 20))
                .line("{\"event\":\"BACKEND\",\"t\":" + TestRun.at(5000)
                        + ",\"endpoint\":\"http://box\",\"up\":false,\"failure\":\"gone\"}")
                .trace(20)
                .start(200, 0, 4000, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(201, 200, 4000, "llm", "l", prompt("aaaabbbb"))
                .end(201, 4100, "ok", usage(5))
                .start(202, 200, 4050, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .end(202, 4150, "ok", "")
                .start(204, 200, 4160, "evaluation", "e", evaluation("Relevancy"))
                .end(204, 4170, "ok", verdict(0.5))
                .start(205, 200, 4170, "evaluation", "e", evaluation("Relevancy"))
                .end(205, 4180, "ok", verdict(0.75))
                .start(203, 200, 4200, "llm", "l", prompt("aaaabbbbcccc"))
                .end(203, 4300, "ok", usage(5))
                .end(200, 4300, "ok", "")
                .trace(42)
                .start(420, 0, 4000, "evaluation", "e", evaluation("Facts"))
                .end(420, 4010, "ok", verdict(1))
                .trace(43)
                .start(430, 0, 4000, "evaluation", "e", evaluation("Facts"))
                .end(430, 4010, "ok", verdict(0))
                .trace(21)
                .start(210, 0, 4020, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(211, 210, 4020, "llm", "l", prompt("aaaadddd"))
                .end(211, 4120, "ok", usage(5))
                .start(212, 210, 4070, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .end(212, 4150, "ok", "")
                .end(210, 4300, "ok", "")
                .trace(22)
                .start(220, 0, 5000, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(221, 220, 5000, "llm", "l", asked())
                .end(221, 5100, "ok", usage(5))
                .start(222, 220, 5100, "llm", "l", asked())
                .end(222, 5200, "ok", usage(5))
                .end(220, 5200, "ok", "")
                .line("{\"event\":\"PROCESS\",\"t\":" + TestRun.at(0)
                        + ",\"rss_bytes\":200,\"heap_bytes\":100,\"gc_ms\":1,\"cpu\":0.5}")
                .line(
                        "{\"event\":\"BOOKS\",\"t\":1,\"dropped\":{\"SPAN_CHUNK\":{\"ring_full\":1}},\"consumer_cpu_ns\":9,\"span_cost_ns\":500,\"workflows_kept\":40,\"workflows_skipped\":9}");
    }

    private static String asked() {
        return "\"gen_ai.request.model\":\"gpt-4o-mini\",\"agentprofiler.content.input.messages\":{\"chars\":1,"
                + "\"hash\":\"x\"}";
    }

    private static String evaluation(String name) {
        return "\"gen_ai.evaluation.name\":\"" + name + "\"";
    }

    private static String verdict(double value) {
        return ",\"attributes\":{\"gen_ai.evaluation.score.value\":" + value
                + ",\"gen_ai.evaluation.score.label\":\"pass\"}";
    }

    private static String prompt(String hashes) {
        return "\"gen_ai.request.model\":\"gpt\",\"gen_ai.request.temperature\":0.5,\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":200,"
                + "\"hash_chars\":4,\"hashes\":\"" + hashes + "\"}";
    }

    private static String usage(int tokens) {
        return ",\"cpu_ns\":1,\"alloc_bytes\":1,\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(3010)
                + ",\"last_t\":"
                + TestRun.at(3020) + ",\"max_gap_ns\":10000000},\"attributes\":{\"gen_ai.usage.input_tokens\":" + tokens
                + ",\"gen_ai.usage.output_tokens\":" + tokens + ",\"gen_ai.usage.cache_read.input_tokens\":1,"
                + "\"gen_ai.usage.cache_creation.input_tokens\":1,\"gen_ai.usage.reasoning.output_tokens\":1}";
    }

    /** Returns the fields the reference lists for a file, its abbreviations written out. */
    private static Set<String> documented(String file) throws IOException {
        String text = Files.readString(Path.of("..", "..", "docs", "reference", "report-files.md"));
        int start = text.indexOf("\n## " + file + "\n");
        assertThat(start).as("a section on " + file).isPositive();
        int end = text.indexOf("\n## ", start + 1);
        String section = end < 0 ? text.substring(start) : text.substring(start, end);
        Set<String> fields = new TreeSet<>();
        Set<String> operation = new TreeSet<>();
        Matcher rows = ROW.matcher(section);
        while (rows.find()) {
            (rows.group(1).startsWith("OPERATION.") ? operation : fields)
                    .addAll(withParts(rows.group(1), rows.group(2), text, file));
        }
        for (String list : List.copyOf(fields)) {
            if (list.startsWith("operations.by_")) {
                operation.forEach(field -> fields.add(field.replace("OPERATION", list)));
            }
        }
        return fields;
    }

    private static Set<String> withParts(String field, String meaning, String text, String file) {
        Set<String> fields = new TreeSet<>(Set.of(field));
        boolean abbreviated = !file.equals("calltree.json");
        String resolved = meaning.equals("as above") ? meaningAbove(field, text) : meaning;
        if (abbreviated && resolved.startsWith("TOKENS")) {
            TOKENS.forEach(part -> fields.add(field + "." + part));
        }
        if (abbreviated && resolved.startsWith("COST")) {
            COST.forEach(part -> fields.add(field + "." + part));
        }
        if (abbreviated && resolved.startsWith("STATS")) {
            STATS.forEach(part -> fields.add(field + "." + part));
        }
        return fields;
    }

    private static String meaningAbove(String field, String text) {
        Matcher row = Pattern.compile(Pattern.quote("| `" + field.replace(".by_name[]", "") + "` | ") + "(.*) \\|")
                .matcher(text);
        assertThat(row.find()).as(field).isTrue();
        return row.group(1);
    }
}
