// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code diff.html} of two sides, one of them slower, in a Chromium. */
@Tag("once")
class DiffPageIT {
    private static final String HOSTILE =
            "</title></style><script>window.hacked=1</script><img src=x onerror=window.hacked=2>\" onload=\"hacked=3 "
                    + "x".repeat(3000);

    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;

    @BeforeAll
    static void compare() throws IOException, InterruptedException {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        Path before = run("before", 1);
        Path after = run("after", 2);
        Path out = directory.resolve("out");
        Reports.analyzer(
                out,
                1,
                List.of("diff", before.toString(), after.toString(), "--out", out.toString(), "--fail-on", "p95>+10%"));
        page = out.resolve("diff.html");
        browser = Browser.start(Browser.find().orElseThrow(), directory);
    }

    /** Thirty workflows whose model calls take that many times as long; the second side has a tool more. */
    private static Path run(String name, int times) throws IOException {
        Path run = directory.resolve(name);
        try (TraceWriter out = new TraceWriter(run)) {
            for (int i = 0; i < 30; i++) {
                int id = i * 10 + 1;
                double t = i * 1000;
                double model = times * (100 + i);
                out.trace(i + 1).start(id, 0, t, "agent", HOSTILE, Map.of("gen_ai.agent.name", "Shop"));
                out.span(id + 1, id, t + 1, t + 1 + model, "llm", "chat gpt-4o", Map.of());
                if (times > 1) {
                    out.span(id + 2, id, t + 1 + model, t + 11 + model, "tool", "execute_tool new", Map.of());
                }
                out.end(id, t + 20 + model, Map.of());
            }
        }
        return run;
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
        assertThat(browser.requests()).as("asked of the network").isEmpty();
    }

    @Test
    void shouldShowAWorkflowOfEachSideOnOneScale() {
        browser.openStatic(page);

        assertThat(browser.textOf("main")).contains("broken", "p95>+10%", "worse");
        assertThat(browser.value("document.querySelectorAll('figure.side').length")
                        .asInt())
                .isEqualTo(2);
        // bars are as wide as the model calls are long: both sides have one scale
        String width =
                "(() => { const bars = [...document.querySelectorAll('figure .track i.llm')].map(e => e.getBoundingClientRect().width);"
                        + " return bars[1] / bars[0]; })()";
        assertThat(browser.value(width).asDouble()).isBetween(1.9, 2.1);
        assertThat(browser.textOf("figure.side:last-of-type")).contains("execute_tool new");
        assertThat(browser.textOf("figure.side:first-of-type")).doesNotContain("execute_tool new");
    }

    @Test
    void shouldKeepHostileTextText() {
        browser.openStatic(page);

        assertThat(browser.bool("window.hacked === undefined && document.scripts.length === 0"
                        + " && document.images.length === 0 && document.querySelector('[onload]') === null"))
                .isTrue();
        assertThat(browser.textOf("figcaption")).contains("<script>window.hacked=1</script>");
    }

    @Test
    void shouldBeReadByAScreenReader() {
        browser.openStatic(page);

        assertThat(browser.text("[...document.querySelectorAll('h1, h2')].map(e => e.tagName).join(' ')"))
                .startsWith("H1 H2")
                .doesNotContain("H1 H1");
        assertThat(browser.bool("[...document.querySelectorAll('table')].every(t =>"
                        + " [...t.tHead.querySelectorAll('th')].every(h => h.scope === 'col' && h.textContent.trim() !== '')"
                        + " && [...t.tBodies[0].rows].every(r => r.cells[0].scope === 'row' && r.cells.length === t.tHead.rows[0].cells.length)"
                        + " && getComputedStyle(t).display === 'table')"))
                .as("every figure has a heading of its row and of its column")
                .isTrue();
        assertThat(browser.bool("document.querySelectorAll('figure tbody > tr').length >= 5"))
                .isTrue();
    }

    @Test
    void shouldFitScreensColoursAndPaper() {
        for (String scheme : List.of("light", "dark")) {
            browser.look(scheme, 390, 800);
            browser.openStatic(page);
            assertThat(browser.bool("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as(scheme + ": wide tables scroll by themselves")
                    .isTrue();
            assertThat(browser.leastContrast()).as(scheme).isGreaterThan(4.5);
        }
        byte[] paper = browser.print();
        assertThat(new String(paper, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
        assertThat(paper.length).isGreaterThan(10_000);
    }
}
