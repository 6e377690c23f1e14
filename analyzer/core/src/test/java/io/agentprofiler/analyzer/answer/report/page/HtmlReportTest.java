// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput.OutputPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class HtmlReportTest {
    private static final String BEGIN = "<script type=\"application/json\" id=\"data\">";

    @TempDir
    private Path directory;

    private String page(int maxSpans, List<Trace> traces) throws IOException {
        return page(maxSpans, 1000, traces);
    }

    private String page(int maxSpans, int maxMarks, List<Trace> traces) throws IOException {
        Path target = directory.resolve("report.html");
        try (HtmlReport report = new HtmlReport(target, PriceList.bundled(), maxSpans, maxMarks)) {
            try (OutputPart part = report.open(0, "run-1")) {
                for (Trace trace : traces) {
                    part.write(trace);
                }
            }
            report.finish();
            report.write(Map.of("summary", json -> json.writeString("<b>")));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("nothing is left of the spool").containsExactly(target);
        }
        return Files.readString(target);
    }

    private static String data(String page) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(begin, page.indexOf("</script>", begin));
    }

    private static String blocks(String page) {
        String data = data(page);
        return data.substring(data.indexOf("\"blocks\""));
    }

    @Test
    void shouldWriteColumnsOfIntegers() throws IOException {
        List<Trace> traces = TestRun.run("r")
                .trace(7)
                .start(1, 0, 5, "agent", "answer", "\"gen_ai.agent.name\":\"Shop\"")
                .start(2, 1, 6, "llm", "chat", "\"gen_ai.request.model\":\"gpt\"")
                .chunk(2, 7, 0)
                .chunk(2, 8, 1)
                .end(
                        2,
                        9,
                        "error",
                        ",\"chunks\":{\"count\":2,\"first_t\":" + at(7) + ",\"last_t\":" + at(8)
                                + ",\"max_gap_ns\":1000000},\"error\":{\"type\":\"Bad\"},\"attributes\":{\"gen_ai.usage.input_tokens\":12}")
                .end(1, 10)
                .traces();

        assertThat(blocks(page(100, traces)))
                .isEqualTo("\"blocks\":[{\"w\":{\"id\":[\"" + TestRun.traceId(7)
                        + "\"],\"run\":0,\"at\":0,\"len\":5000000,\"work\":-1,\"total\":2,\"kept\":2,\"sampled\":1,"
                        + "\"models\":1,\"tools\":0,\"errors\":1,\"in\":12,\"out\":-1,\"cost\":-1,\"unpriced\":1,\"asked\":-1},"
                        + "\"s\":{\"id\":[\"0000000000000001\",\"0000000000000002\"],\"up\":[0,1],\"kind\":[1,2],\"name\":[1,5],\"label\":[2,6],\"at\":[0,1000000],"
                        + "\"len\":[5000000,3000000],\"kids\":[3000000,0],\"thread\":3,\"end\":-1,\"state\":[0,1]},"
                        + "\"x\":{\"path\":[0,4,0,1000000,3000000,1000000,1,0],\"facts\":[0,1,0,1,1,1],\"stream\":[1,4,2,1000000,2000000,1000000],\"marks\":[1,5,2,1000000,1,1000000,1000000],"
                        + "\"usage\":[1,5,12,-1,-1,-1,-1],\"split\":[1,7,-1,-1,1000000,1000000,-1,-1,1000000],\"error\":[1,2,7,-1]}}],\"fact_lists\":[[4,2],[8,6]],"
                        + "\"strings\":[\"run-1\",\"answer\",\"Shop\",\"main\",\"gen_ai.agent.name\",\"chat\",\"gpt\",\"Bad\","
                        + "\"gen_ai.request.model\"],\"bounds\":{\"workflows\":1,\"workflows_shown\":1,\"workflows_sampled\":1,"
                        + "\"spans\":2,\"max_spans\":100,\"texts_left_out\":0,\"chunk_marks_per_span\":128}}");
    }

    @Test
    void shouldTellHowLongWorkWentOnAfterItsWorkflow() throws IOException {
        List<Trace> traces = TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "workflow", "POST /ask")
                .start(2, 1, 5, "agent", "answer")
                .end(1, 20)
                .end(2, 8000)
                .traces();

        assertThat(blocks(page(100, traces))).contains("\"at\":0,\"len\":20000000,\"work\":8000000000,\"total\":2,");
    }

    @Test
    void shouldKeepTextFromTracesText() throws IOException {
        String hostile = "</script><script>alert(1)</script><!-- \\u2028 \\u0000 \\u001b[31m \\ud83d &amp; ]]>";
        List<Trace> traces = TestRun.run("r")
                .start(1, 0, 0, "tool", hostile, "\"gen_ai.tool.call.arguments\":\"" + hostile + "\"")
                .end(
                        1,
                        1,
                        "error",
                        ",\"error\":{\"type\":\"" + hostile + "\",\"message\":\"" + "<".repeat(100_000) + "\"}")
                .traces();

        String page = page(100, traces);

        String data = data(page);
        assertThat(data)
                .doesNotContain("<")
                .doesNotContain(">")
                .doesNotContain("&")
                .endsWith("}");
        assertThat(page.length() - data.length())
                .as("what is not data does not grow with it")
                .isLessThan(1_000_000);
        assertThat(strings(data))
                .contains("</script><script>alert(1)</script><!-- \u2028 \u0000 \u001b[31m ? &amp; ]]>")
                .contains("<".repeat(PlainText.FACT) + "… (99000 more characters)");
    }

    private static List<String> strings(String data) {
        List<String> strings = new java.util.ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), data)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    strings.add(parser.getString());
                }
            }
        }
        return strings;
    }

    @Test
    void shouldForbidEverythingButItsOwnScriptAndStyle() throws IOException {
        String page = page(100, SampleRun.get().traces());

        assertThat(page)
                .contains("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-")
                .contains("; script-src 'sha256-")
                .doesNotContain("{{")
                .doesNotContain("http://", "https://")
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
        assertThat(page.split("</script>", -1))
                .as("data and script, nothing else")
                .hasSize(3);
    }

    @Test
    void shouldShowTheSlowestAndASampleWhereNotAllFit() throws IOException {
        TestRun run = TestRun.run("r");
        for (int i = 1; i <= 50; i++) {
            run.trace(i).span(2 * i, 0, i, i + i, "agent", "a" + i).span(2 * i + 1, 2 * i, i, i + 1, "tool", "t");
        }

        String page = page(20, run.traces());

        assertThat(blocks(page))
                .contains("a50", "a49", "a46")
                .contains("\"workflows\":50")
                .contains("\"max_spans\":20");
        assertThat(blocks(page))
                .containsPattern("\"workflows_shown\":(5|6|7|8|9|10),\"workflows_sampled\":5,\"spans\":100");
    }

    @Test
    void shouldShowTheLongestSpansOfAHugeWorkflow() throws IOException {
        TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "root");
        for (int i = 2; i <= 100; i++) {
            run.span(i, 1, i, i + i, "tool", "t" + i);
        }
        run.end(1, 300);

        String blocks = blocks(page(20, run.traces()));

        assertThat(blocks)
                .contains("\"total\":100,\"kept\":10")
                .contains("t100", "t92")
                .doesNotContain("t91");
    }

    @Test
    void shouldTickFewerChunksWhereThereAreTooMany() throws IOException {
        TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "root");
        for (int i = 2; i <= 5; i++) {
            run.start(i, 1, i, "llm", "chat");
            // two and two close together
            for (int k = 0; k < 4; k++) {
                run.chunk(i, 10 * i + k / 2 * 5 + k % 2, k);
            }
            run.end(i, 90);
        }
        List<Trace> traces = run.end(1, 100).traces();

        assertThat(blocks(page(100, 16, traces)))
                .contains("\"marks\":[1,7,4,19000000,1,18000000,1000000,4000000,1000000,1,")
                .contains("\"chunk_marks_per_span\":128");
        assertThat(blocks(page(100, 12, traces)))
                .as("three a span: the two pairs")
                .contains("\"marks\":[1,9,4,19000000,3,18000000,1000000,2,4000000,1000000,2,1,")
                .contains("\"chunk_marks_per_span\":3");
        assertThat(blocks(page(100, 7, traces)))
                .as("one a span is none")
                .contains("\"marks\":[1,3,4,19000000,1,1,3,4,")
                .contains("\"chunk_marks_per_span\":1");
    }

    @Test
    void shouldShowTimesAndMoneyOfAnySize() throws IOException {
        TestRun run = TestRun.run("r");
        long[] input = {1_000_000_000_000L, 100_000_000_000_000L};
        for (int i = 0; i < 2; i++) {
            double t = i * 200.0 * 86_400_000;
            run.trace(i + 1)
                    .start(
                            i + 1,
                            0,
                            t,
                            "llm",
                            "chat",
                            "\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.provider.name\":\"openai\"")
                    .end(i + 1, t + 1, "\"gen_ai.usage.output_tokens\":0,\"gen_ai.usage.input_tokens\":" + input[i]);
        }

        String blocks = blocks(page(100, run.traces()));

        assertThat(blocks).as("200 days apart").contains("\"at\":[0,17280000000000000]");
        assertThat(blocks)
                .as("150,000 dollars, and the most there is room for instead of 15 million")
                .contains("\"cost\":[150000000000000000,9223372036854775807]")
                .contains("\"cost\":[0,1,150000000000000000,1,1,9223372036854775807]");
    }

    @Test
    void shouldSayThatThereIsNothing() throws IOException {
        assertThat(blocks(page(20, List.of())))
                .contains("\"blocks\":[],\"fact_lists\":[],\"strings\":[]")
                .contains("\"workflows\":0");
    }
}
