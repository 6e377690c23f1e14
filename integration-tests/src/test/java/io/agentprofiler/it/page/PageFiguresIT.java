// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures and links of the page on runs that are unlike most: unfinished, in pieces, odd or expensive. */
@Tag("once")
class PageFiguresIT {
    private static final String HASHED = "agentprofiler.content.tool.call.";
    private static final Map<String, ?> MINI =
            Map.of("gen_ai.request.model", "gpt-4o-mini", "gen_ai.provider.name", "openai");

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        browser = Browser.start(Browser.find().orElseThrow(), directory);
        browser.look("light", 1400, 1000);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static Map<String, ?> used(long input, long output) {
        return Map.of("attributes", Map.of("gen_ai.usage.input_tokens", input, "gen_ai.usage.output_tokens", output));
    }

    @Test
    void shouldShareOutTheTimeOfUnfinishedWorkflowsToo() throws Exception {
        Path run = directory.resolve("killed");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "answer", Map.of());
            out.start(2, 1, 0, "llm", "chat", MINI);
            out.end(2, 500, used(10, 5));
            out.end(1, 1_000, Map.of());
            out.trace(2).start(3, 0, 1_000, "agent", "answer", Map.of());
            out.start(4, 3, 1_000, "llm", "chat", MINI);
            out.end(4, 60_500, used(10, 5));
            out.span(5, 3, 60_500, 100_000, "tool", "execute_tool look", Map.of("gen_ai.tool.name", "look"));
        }
        browser.open(Reports.page(run), "");

        assertThat(browser.textOf(".shares"))
                .containsPattern("model calls\\s+60.0 s\\s+60.0 %\\s+2 spans")
                .containsPattern("tools\\s+39.5 s\\s+39.5 %\\s+1 span");
    }

    @Test
    void shouldSayOfAFindingWhatItSavesOrElseWhatItIsAbout() throws Exception {
        Path run = directory.resolve("waiting");
        try (TraceWriter out = new TraceWriter(run)) {
            for (int i = 0; i < 40; i++) {
                int id = 10 * i + 1;
                double t = 1_000 * i;
                out.trace(i + 1).start(id, 0, t, "agent", "answer", Map.of());
                for (int call = 1; call <= 5; call++) {
                    out.start(
                            id + call,
                            id,
                            t + 20 * (call - 1),
                            "tool",
                            "execute_tool look",
                            Map.of("gen_ai.tool.name", "look", HASHED + "arguments", Map.of("hash", "a")));
                    out.end(
                            id + call,
                            t + 20 * call,
                            Map.of("attributes", Map.of(HASHED + "result", Map.of("hash", "b"))));
                }
                out.end(id, t + 100, Map.of());
            }
        }
        browser.open(Reports.page(run), "");

        String findings = browser.text(
                "[...document.querySelectorAll('.finding')].map(f => f.innerText.replace(/\\s+/g, ' ')).join('\\n')");
        assertThat(findings.lines().filter(line -> line.contains("160 calls of tool look repeated")))
                .singleElement()
                .asString()
                .contains("would save 3.20 s (80.0 % of the run time)")
                .contains("explains 80.0 % of the time");
    }

    @Test
    void shouldSayAllThatIsWrongWithTheData() throws Exception {
        Path run = directory.resolve("odd");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "answer", Map.of());
            out.span(2, 1, 20, 10, "tool", "execute_tool back", Map.of());
            out.end(1, 30, Map.of());
            out.end(1, 30, Map.of());
        }
        browser.open(Reports.page(run), "");

        assertThat(browser.textOf(".notice"))
                .startsWith("About this data: 3 remarks")
                .contains("the process was killed or is still running")
                .contains("1 record of spans that had one already")
                .contains("1 span that ends before it starts, taken as 0 long");
    }

    @Test
    void shouldShowTheCallsOfAWorkflowWhoseStartIsMissing() throws Exception {
        Path run = directory.resolve("pieces");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(2, 1, 1_000, "llm", "chat", MINI);
            out.end(2, 2_000, used(1_000_000, 5));
            out.span(3, 1, 2_000, 2_100, "tool", "execute_tool look", Map.of("gen_ai.tool.name", "look"));
            out.end(1, 3_000, Map.of());
        }
        browser.open(Reports.page(run), "");

        assertThat(browser.textOf(".facts"))
                .startsWith("1 workflow · 3 spans · 1 model call · 1 tool run · 1,000,000 tokens in, 5 out");
        assertThat(browser.textOf(".verdict")).contains("$0.15");
        assertThat(browser.bool(
                        "[...document.querySelectorAll('.view-overview > .table caption')].map(c => c.textContent).join()"
                                + " === 'Models,Tokens,Tools'"))
                .isTrue();
        assertThat(browser.textOf(".others summary")).contains("Critical path");
    }

    @Test
    void shouldWriteAlmostADollarAndNoHalfACharacter() throws Exception {
        Path run = directory.resolve("dollar");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "\ud83d\ude00".repeat(200), Map.of());
            out.start(2, 1, 0, "llm", "chat", MINI);
            out.end(2, 500, used(6_664_000, 0));
            out.end(1, 1_000, Map.of());
        }
        browser.open(Reports.page(run), "");

        assertThat(browser.textOf(".verdict")).contains(" · $1.00");
        assertThat(browser.text("[0.0000125, 0.9994, 0.9995, 0.9996, 1234.5].map(Format.money).join(' ')"))
                .isEqualTo("$0.0000125 $0.999 $1.00 $1.00 $1,234.50");
        for (String view : new String[] {"overview", "workflows", "tree", "flame", "charts"}) {
            browser.value("Main.go('" + view + "')");
            assertThat(browser.bool("document.documentElement.outerHTML.isWellFormed()"))
                    .as(view)
                    .isTrue();
        }
    }

    @Test
    void shouldSkipToTheReportWithoutLeavingTheView() throws Exception {
        Path run = directory.resolve("skip");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).span(1, 0, 0, 10, "agent", "answer", Map.of());
        }
        browser.open(Reports.page(run), "#charts");

        browser.value("document.querySelector('.skip').focus()");
        browser.press("Enter");
        browser.value("document.querySelector('.skip').click()");
        browser.drawn();
        assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Charts");
        assertThat(browser.text("document.activeElement.id")).isEqualTo("main");
        assertThat(browser.text("location.hash")).as("the address of the view").isEqualTo("#charts");
    }

    @Test
    void shouldOpenTheLongestCallOfAnEmbeddingModel() throws Exception {
        Path run = directory.resolve("embedding");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "answer", Map.of());
            out.span(2, 1, 0, 5_000, "embedding", "embed", Map.of("gen_ai.request.model", "text-embedding-3-small"));
            out.start(3, 1, 5_000, "llm", "chat", MINI);
            out.end(3, 6_000, used(1, 1));
            out.end(1, 7_000, Map.of());
        }
        browser.open(Reports.page(run), "");

        browser.click(".table .link", "text-embedding-3-small");
        assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Workflows");
        assertThat(browser.textOf(".panel")).contains("embed", "5.00 s");
    }

    @Test
    void shouldCountInAHistogramWhatItIsOf() throws Exception {
        Path run = directory.resolve("bins");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "answer", Map.of());
            out.start(2, 1, 0, "llm", "chat", MINI);
            out.end(2, 10, used(1, 1));
            out.span(3, 1, 10, 20, "tool", "execute_tool look", Map.of("gen_ai.tool.name", "look"));
            out.end(1, 30, Map.of());
        }
        browser.open(Reports.page(run), "#charts");

        assertThat(binsOf("Run time of workflows")).contains("1 workflow").contains("0 workflows");
        assertThat(binsOf("Run time of tools")).contains("1 run").contains("0 runs");
        assertThat(binsOf("Latency of model calls")).contains("1 call").contains("0 calls");
    }

    /** Returns what is said under the mouse along a histogram. */
    private static String binsOf(String title) {
        return browser.text(
                "(() => { const card = [...document.querySelectorAll('.chart')].find(c => c.innerText.startsWith('"
                        + title + "')); const canvas = card.querySelector('.u-over'); canvas.scrollIntoView();"
                        + " const box = canvas.getBoundingClientRect(); const said = [];"
                        + " for (let x = 0; x < box.width; x += 4) { canvas.dispatchEvent(new PointerEvent('pointermove',"
                        + " {clientX: box.left + x, clientY: box.top + box.height / 2}));"
                        + " const tip = document.getElementById('tip'); if (!tip.hidden) said.push(tip.lastChild.textContent); }"
                        + " return [...new Set(said)].join(); })()");
    }
}
