// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFilesTest {

    @TempDir
    private Path directory;

    @Test
    void shouldWriteARowPerSpan() throws Exception {
        Path target = WrittenReport.of(directory, SampleRun.get());

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
        Path target = WrittenReport.of(
                directory,
                TestRun.run("r")
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
        Path target = WrittenReport.of(
                directory,
                TestRun.run("r")
                        .line(WrittenReport.backend(0, 0))
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
        Path target = WrittenReport.of(
                directory,
                TestRun.run("r")
                        .line(WrittenReport.backend(0, 100))
                        .line(WrittenReport.backend(5000, 140))
                        .line(
                                "{\"event\":\"BACKEND\",\"t\":3,\"endpoint\":\"http://none\",\"up\":false,\"failure\":\"gone\"}")
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
        String gantt =
                Files.readString(WrittenReport.of(directory, SampleRun.get()).resolve("gantt.json"));

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
        Path target = WrittenReport.of(directory, TestRun.run("empty").footer());

        assertThat(Files.readString(target.resolve("gantt.json")))
                .isEqualTo("{\"format\":\"agent-profiler-gantt/1\",\"time_unit\":\"ms\",\"workflows\":[\n\n]}\n");
        assertThat(Files.readAllLines(target.resolve("spans.csv"))).hasSize(1);
        assertThat(WrittenReport.fields(target.resolve("calltree.json")))
                .containsExactlyInAnyOrder("format", "roots[]");
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
        WrittenReport.of(directory, SampleRun.get());
        Path target = WrittenReport.of(directory, SampleRun.get());

        assertThat(target.resolve("report.html")).content().contains("<title>agent-profiler report</title>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.html", "summary.json", "spans.csv", "gantt.json", "tokens.json"})
    void shouldReplaceNoFileOfSomebodyElse(String name) throws Exception {
        Path theirs = Files.createDirectories(directory.resolve("out")).resolve(name);
        Files.writeString(theirs, "<html><title>Tests</title>{\"a\":1}");

        assertThatThrownBy(() -> WrittenReport.of(directory, SampleRun.get()))
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
        Path target = WrittenReport.of(
                directory,
                TestRun.run("r")
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
}
