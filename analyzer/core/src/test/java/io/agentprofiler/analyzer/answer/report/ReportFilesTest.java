// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.cost.spending.Spending;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class ReportFilesTest {
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

    private Path write(TestRun run) throws Exception {
        Path input = run.write(directory.resolve("in/segment-000002.jsonl"));
        Path target = directory.resolve("out");
        Set<Analysis<?>> analyses =
                new LinkedHashSet<>(Set.of(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()));
        for (ReportFile file : ReportFile.values()) {
            analyses.addAll(file.analyses());
        }
        ReportPart.all().forEach(part -> analyses.addAll(part.analyses()));
        try (ReportFiles files = new ReportFiles(
                target,
                EnumSet.allOf(ReportFile.class),
                ReportPart.all(),
                Long.MAX_VALUE,
                CallLimits.DEFAULT,
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard())) {
            Outcome outcome = new Pipeline(List.copyOf(analyses), files.outputs(), ReadOptions.WITHOUT_CONTENT)
                    .run(InputFiles.find(List.of(input)));
            files.score(List.of(new Score("nowhere", "recall", 0.5)));
            files.write(outcome);
        }
        return target;
    }

    @Test
    void shouldWriteARowPerSpan() throws Exception {
        Path target = write(SampleRun.get());

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(target.resolve("spans.csv"))) {
            List<NamedCsvRecord> rows = csv.stream().toList();
            assertThat(rows).hasSize(9);
            NamedCsvRecord chat = rows.get(2);
            assertThat(chat.getField("run")).isEqualTo("shop-42-sample");
            assertThat(chat.getField("trace_id")).isEqualTo(TestRun.traceId(1));
            assertThat(chat.getField("parent_id")).isEqualTo(TestRun.spanId(1));
            assertThat(chat.getField("duration_ns")).isEqualTo("1000000000");
            assertThat(chat.getField("offset_ns")).isEqualTo("10000000");
            assertThat(chat.getField("first_chunk_ns")).isEqualTo("200000000");
            assertThat(chat.getField("cost_usd")).isEmpty();
            assertThat(chat.getField("input_tokens")).isEqualTo("1200");
            assertThat(chat.getField("finish_reasons")).isEqualTo("tool_calls");
            assertThat(rows.get(5).getField("error_message")).isEqualTo("no route, \"really\"");
            assertThat(rows.get(6).getField("input_tokens")).isEmpty();
            assertThat(rows.get(3).getField("self_ns")).isEqualTo("80000000");
        }
    }

    @Test
    void shouldTellOfAMessageThatWasNotRecorded() throws Exception {
        Path target = write(TestRun.run("r")
                .start(1, 0, 0, "tool", "t")
                .end(
                        1,
                        10,
                        "error",
                        ",\"error\":{\"type\":\"com.acme.Bad\"},\"attributes\":"
                                + "{\"agentprofiler.content.error.message\":{\"chars\":12,\"hash\":\"Ab12Cd34\"}}"));

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(target.resolve("spans.csv"))) {
            NamedCsvRecord row = csv.stream().toList().get(0);
            assertThat(row.getField("error_type")).isEqualTo("com.acme.Bad");
            assertThat(row.getField("error_message")).isEmpty();
            assertThat(row.getField("error_message_chars")).isEqualTo("12");
            assertThat(row.getField("error_message_hash")).isEqualTo("Ab12Cd34");
        }
    }

    @Test
    void shouldHoldCallsAgainstTheServersLoad() throws Exception {
        Path target = write(TestRun.run("r")
                .line(backend(0, 0))
                .start(1, 0, 5, "llm", "l", "\"gen_ai.request.model\":\"gpt\"")
                .end(1, 10)
                .trace(2)
                .start(2, 0, 6, "llm", "l", "\"gen_ai.request.model\":\"other\"")
                .end(2, 10)
                .footer());

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(target.resolve("spans.csv"))) {
            List<NamedCsvRecord> rows = csv.stream().toList();
            assertThat(rows.get(0).getField("backend_running")).isEqualTo("3");
            assertThat(rows.get(0).getField("backend_waiting")).isEqualTo("4");
            assertThat(rows.get(0).getField("backend_kv_cache")).isEqualTo("0.5");
            assertThat(rows.get(1).getField("backend_waiting")).isEmpty();
        }
    }

    @Test
    void shouldSumUpModelServers() throws Exception {
        Path target = write(TestRun.run("r")
                .line(backend(0, 100))
                .line(backend(5000, 140))
                .line("{\"event\":\"BACKEND\",\"t\":3,\"endpoint\":\"http://none\",\"up\":false,\"failure\":\"gone\"}")
                .footer());

        assertThat(Files.readString(target.resolve("summary.json")).replaceAll("\\s", ""))
                .contains("\"backends\":[{\"endpoint\":\"http://box\",\"server\":\"vllm\",\"model\":\"gpt\","
                        + "\"samples\":2,\"failed_polls\":0,\"running\":{\"mean\":3.0,\"max\":3.0},"
                        + "\"waiting\":{\"mean\":4.0,\"max\":4.0},\"kv_cache_usage\":{\"mean\":0.5,\"max\":0.75},"
                        + "\"prefix_cache_queries\":40,\"prefix_cache_hits\":20,\"prefix_cache_hit_rate\":0.5,"
                        + "\"prompt_tokens\":40,\"generation_tokens\":40,\"preemptions\":40,\"requests\":40,"
                        + "\"requests_by_finish_reason\":[{\"finish_reason\":\"stop\",\"requests\":40}],"
                        + "\"kv_cache_capacity_tokens\":16000,\"kv_cache_block_tokens\":16,"
                        + "\"kv_cache_used_tokens\":{\"mean\":8000.0,\"max\":8000.0},\"queue_mean_ns\":1.0E9,"
                        + "\"prefill_mean_ns\":1.0E9,\"first_token_mean_ns\":1.0E9,"
                        + "\"first_epoch_ns\":1750000000000000000,\"timeline\":[{\"at_ns\":0,\"running\":3.0,"
                        + "\"waiting\":4.0,\"kv_cache_usage\":0.75,\"kv_cache_used_tokens\":8000.0,"
                        + "\"kv_cache_capacity_tokens\":16000},{\"at_ns\":5000000000,\"running\":3.0,"
                        + "\"waiting\":4.0,\"kv_cache_usage\":0.75,\"kv_cache_used_tokens\":8000.0,"
                        + "\"kv_cache_capacity_tokens\":16000,\"prefix_cache_hit_rate\":0.5,"
                        + "\"prompt_tokens\":40,\"generation_tokens\":40}]},"
                        + "{\"endpoint\":\"http://none\",\"samples\":0,\"failed_polls\":1,\"last_failure\":\"gone\"}]");
    }

    @Test
    void shouldWriteBarsOfEveryWorkflow() throws Exception {
        String gantt = Files.readString(write(SampleRun.get()).resolve("gantt.json"));

        assertThat(gantt)
                .startsWith("{\"format\":\"agent-profiler-gantt/1\",\"time_unit\":\"ms\",\"workflows\":[\n"
                        + "{\"run\":\"shop-42-sample\",\"trace\":\"00000000000000000000000000000001\","
                        + "\"name\":\"Support.answer\",\"start_epoch_ns\":1750000000000000000,\"duration\":2000.0,\"bars\":["
                        + "{\"lane\":0,\"start\":0.0,\"end\":2000.0,\"kind\":\"agent\",\"name\":\"Support.answer\","
                        + "\"depth\":0,\"status\":\"ok\",\"span\":\"0000000000000001\",\"thread\":\"main\"},")
                .contains("{\"lane\":1,\"start\":1010.0,\"end\":1260.0,\"kind\":\"tool\",\"name\":\"execute_tool pay\","
                        + "\"depth\":1,\"status\":\"error\",")
                .endsWith("]}\n]}\n");
    }

    @Test
    void shouldWriteValidFilesOfARunWithoutSpans() throws Exception {
        Path target = write(TestRun.run("empty").footer());

        assertThat(Files.readString(target.resolve("gantt.json")))
                .isEqualTo("{\"format\":\"agent-profiler-gantt/1\",\"time_unit\":\"ms\",\"workflows\":[\n\n]}\n");
        assertThat(Files.readAllLines(target.resolve("spans.csv"))).hasSize(1);
        assertThat(fields(target.resolve("calltree.json"))).containsExactlyInAnyOrder("format", "roots[]");
    }

    @Test
    void shouldWriteARowForEachOfVeryManySpansOnlyWhenAsked() throws Exception {
        Path input = SampleRun.get().write(directory.resolve("in/segment-000002.jsonl"));
        Path target = directory.resolve("out");
        Set<ReportFile> wanted = EnumSet.of(ReportFile.SPANS, ReportFile.GANTT, ReportFile.SUMMARY);
        for (long most : List.of(8L, 9L)) {
            try (ReportFiles files = new ReportFiles(
                    target,
                    wanted,
                    List.of(),
                    most,
                    CallLimits.DEFAULT,
                    new Spending.SpendingQuestion(PriceList.bundled()),
                    Findings.standard())) {
                Set<Analysis<?>> analyses = new LinkedHashSet<>(
                        Set.of(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()));
                wanted.forEach(file -> analyses.addAll(file.analyses()));
                files.write(new Pipeline(List.copyOf(analyses), files.outputs(), ReadOptions.WITHOUT_CONTENT)
                        .run(InputFiles.find(List.of(input))));

                if (most == 8) {
                    assertThat(files.failures())
                            .containsExactly("Not written, since there are 9 spans: spans.csv, gantt.json;"
                                    + " --format spans,gantt writes them");
                    assertThat(files.paths()).containsExactly(target.resolve("summary.json"));
                    assertThat(target.toFile().list()).containsExactly("summary.json");
                } else {
                    assertThat(files.failures()).isEmpty();
                    assertThat(target.toFile().list())
                            .containsExactlyInAnyOrder("summary.json", "spans.csv", "gantt.json");
                }
            }
        }
    }

    @Test
    void shouldReplaceItsOwnFiles() throws Exception {
        write(SampleRun.get());
        Path target = write(SampleRun.get());

        assertThat(target.resolve("report.html")).content().contains("<title>agent-profiler report</title>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.html", "summary.json", "spans.csv", "gantt.json", "tokens.json"})
    void shouldReplaceNoFileOfSomebodyElse(String name) throws Exception {
        Path theirs = Files.createDirectories(directory.resolve("out")).resolve(name);
        Files.writeString(theirs, "<html><title>Tests</title>{\"a\":1}");

        assertThatThrownBy(() -> write(SampleRun.get()))
                .isInstanceOf(IOException.class)
                .hasMessage("its " + name
                        + " was not written by this command; move it away, or give another directory with --out");
        assertThat(theirs).content().isEqualTo("<html><title>Tests</title>{\"a\":1}");
        assertThat(theirs.getParent().toFile().list()).containsExactly(name);
    }

    @Test
    void shouldNotLeaveRowsOfAnEarlierReportBesideThoseThatAreTooMany() throws Exception {
        Path input = SampleRun.get().write(directory.resolve("in/segment-000002.jsonl"));
        Path target = directory.resolve("out");
        Set<ReportFile> wanted = EnumSet.of(ReportFile.SPANS, ReportFile.GANTT);
        Set<Analysis<?>> analyses =
                new LinkedHashSet<>(Set.of(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()));
        for (long most : List.of(9L, 8L)) {
            try (ReportFiles files = new ReportFiles(
                    target,
                    wanted,
                    List.of(),
                    most,
                    CallLimits.DEFAULT,
                    new Spending.SpendingQuestion(PriceList.bundled()),
                    Findings.standard())) {
                files.write(new Pipeline(List.copyOf(analyses), files.outputs(), ReadOptions.WITHOUT_CONTENT)
                        .run(InputFiles.find(List.of(input))));
                if (most == 9) {
                    assertThat(target.toFile().list()).containsExactlyInAnyOrder("spans.csv", "gantt.json");
                    Files.createFile(target.resolve("mine.csv"));
                } else {
                    assertThat(files.failures())
                            .contains("Removed, since they were of an earlier report: spans.csv, gantt.json");
                }
            }
        }
        assertThat(target.toFile().list()).containsExactly("mine.csv");
    }

    @Test
    void shouldLeaveNothingBehindWhenAPassIsInterrupted() throws Exception {
        Path target = directory.resolve("out");
        try (ReportFiles files = new ReportFiles(
                target,
                EnumSet.allOf(ReportFile.class),
                ReportPart.all(),
                Long.MAX_VALUE,
                CallLimits.DEFAULT,
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard())) {
            files.outputs().get(0).open(0, "r").close();
        }

        assertThat(target.toFile().list()).isEmpty();
    }

    @Test
    void shouldTellWhatACallCosts() throws Exception {
        Path target = write(TestRun.run("r")
                .start(
                        1,
                        0,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"azure.ai.openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(1, 5, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":1"));

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(target.resolve("spans.csv"))) {
            NamedCsvRecord row = csv.stream().toList().get(0);
            assertThat(row.getField("cost_usd")).isEqualTo("0.0001506");
            assertThat(row.getField("priced_as")).isEqualTo("openai/gpt-4o-mini");
        }
    }

    @Test
    void shouldAgreeWithTheFieldReference() throws Exception {
        TestRun run = everything();
        for (int i = 100; i < 130; i++) {
            // as many as an estimate of totals takes
            run.trace(i).span(i * 100, 0, 7000, 7001, "agent", "A");
        }
        Path target = write(run.trace(60)
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

        // of NAT's files docs/nat-parity.md tells, and the parity test; the page's data are its own affair
        for (ReportFile file : EnumSet.complementOf(EnumSet.of(ReportFile.HTML))) {
            Set<String> written = file == ReportFile.SPANS
                    ? new TreeSet<>(List.of(Files.readAllLines(target.resolve(file.fileName()))
                            .get(0)
                            .split(",")))
                    : fields(target.resolve(file.fileName()));
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
                .line(backend(1, 10))
                .line(backend(2500, 20))
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

    private static String backend(double t, int counted) {
        return "{\"event\":\"BACKEND\",\"t\":" + TestRun.at(t) + ",\"endpoint\":\"http://box\",\"up\":true,"
                + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":2,\"running\":3,\"waiting\":4,"
                + "\"kv_cache_usage\":0.5,\"kv_cache_usage_max\":0.75,\"prefix_cache_queries\":" + counted
                + ",\"prefix_cache_hits\":" + counted / 2 + ",\"prompt_tokens\":" + counted + ",\"generation_tokens\":"
                + counted + ",\"preemptions\":" + counted + ",\"requests\":" + counted
                + ",\"requests_by_finish_reason\":{\"stop\":" + counted + "}"
                + ",\"kv_cache_capacity_tokens\":16000,\"kv_cache_block_tokens\":16,\"queue_seconds\":" + counted
                + ",\"queue_requests\":" + counted + ",\"prefill_seconds\":" + counted + ",\"prefill_requests\":"
                + counted + ",\"first_token_seconds\":" + counted + ",\"first_token_requests\":" + counted + "}";
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

    /** Returns the paths of all fields of a JSON file; nodes of the call tree count as roots. */
    private static Set<String> fields(Path file) throws IOException {
        Set<String> fields = new TreeSet<>();
        Deque<String> path = new ArrayDeque<>(List.of(""));
        Deque<JsonToken> containers = new ArrayDeque<>(List.of(JsonToken.NOT_AVAILABLE));
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), Files.readAllBytes(file))) {
            String name = "";
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                switch (token) {
                    case PROPERTY_NAME -> {
                        name = path.peek() + (path.peek().isEmpty() ? "" : ".") + json.currentName();
                        fields.add(name);
                    }
                    case START_ARRAY -> {
                        fields.remove(name);
                        fields.add(name + "[]");
                        path.push(name + "[]");
                        containers.push(token);
                    }
                    case START_OBJECT -> {
                        path.push(containers.peek() == JsonToken.START_ARRAY ? path.peek() : name);
                        containers.push(token);
                    }
                    case END_ARRAY, END_OBJECT -> {
                        path.pop();
                        containers.pop();
                    }
                    default -> {
                        // a value has no fields
                    }
                }
            }
        }
        return fields.stream()
                .map(field -> field.replaceAll("(\\.children\\[])+\\.", "."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the fields the reference lists for a file, its abbreviations written out. */
    private static Set<String> documented(String file) throws IOException {
        String text = Files.readString(Path.of("..", "..", "docs", "report-files.md"));
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
