// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The overview: its verdict, its timelines and their brush, and each finding once; in a Chromium. */
@Tag("once")
class OverviewIT {
    private static final String TIMELINE = "document.querySelectorAll('.trend .u-over')";

    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;

    /** Sixty workflows, one a minute, in the second half slower and with failures. */
    @BeforeAll
    static void writeAPage() throws Exception {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        browser = Browser.start(Browser.find().orElseThrow(), directory);
        Path run = directory.resolve("run");
        try (TraceWriter out = new TraceWriter(run)) {
            for (int i = 0; i < 60; i++) {
                workflow(out, i, 60_000.0 * i, i < 30 ? 100 : 900);
            }
        }
        page = Reports.page(run);
    }

    private static void workflow(TraceWriter out, int number, double at, double length) throws IOException {
        int id = 10 * number + 1;
        boolean fails = number >= 30 && number % 5 == 0;
        Map<String, ?> failed =
                Map.of("status", "error", "error", Map.of("type", "java.io.IOException", "message", "refused"));
        out.trace(number + 1)
                .start(id, 0, at, "agent", number < 30 ? "early" : "late", Map.of("gen_ai.agent.name", "Clerk"));
        out.start(id + 1, id, at, "llm", "chat", Map.of("gen_ai.request.model", "gpt-4o-mini"));
        out.end(
                id + 1,
                at + length / 2,
                Map.of("attributes", Map.of("gen_ai.usage.input_tokens", 1_000_000, "gen_ai.usage.output_tokens", 9)));
        out.start(id + 2, id, at + length / 2, "tool", "execute_tool refund", Map.of("gen_ai.tool.name", "refund"));
        out.end(id + 2, at + length, fails ? failed : Map.of());
        out.end(id, at + length, fails ? failed : Map.of());
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void lookAsUsual() {
        browser.look("light", 1280, 720);
        browser.open(page, "");
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).as("asked of the network").isEmpty();
    }

    private static List<String> texts(String selector) {
        return browser.value("[...document.querySelectorAll(" + Browser.quoted(selector) + ")].map(e => e.innerText)")
                .valueStream()
                .map(text -> text.asString())
                .toList();
    }

    @Test
    void shouldSayInOneLineHowItWent() {
        assertThat(browser.textOf(".verdict"))
                .startsWith("6 workflows failed (10.0 %) · run time p50 500 ms, p95 900 ms, max 900 ms · $9.00");
        assertThat(browser.value("document.querySelector('.verdict').getClientRects().length")
                        .asInt())
                .isEqualTo(1);
    }

    /** The three timelines are in sight without scrolling, and each is drawn. */
    @Test
    void shouldShowHowTheRunWentOverTime() {
        assertThat(texts(".trend h2")).containsExactly("Latency", "Errors", "Cost");
        assertThat(browser.bool("[..." + TIMELINE + "].every(e => e.getBoundingClientRect().bottom < innerHeight)"))
                .isTrue();
        assertThat(browser.bool("[...document.querySelectorAll('.trend canvas')].every(c => c.getContext('2d')"
                        + ".getImageData(0, 0, c.width, c.height).data.some(x => x !== 0))"))
                .isTrue();
        // by the wall clock, whose minutes the run's own zero does not share
        browser.value("(() => { const e = " + TIMELINE
                + "[0]; const b = e.getBoundingClientRect(); e.dispatchEvent(new PointerEvent("
                + "'pointermove', {clientX: b.left + b.width - 3, clientY: b.top + 20})); })()");
        assertThat(browser.textOf("#tip")).containsPattern("\\d0–\\d\\d:\\d5 UTC|\\d5–\\d\\d:\\d0 UTC");
    }

    @Test
    void shouldFilterEveryViewByABrush() {
        browser.drag(TIMELINE + "[0]", 0.55, 0.5, 0.999, 0.5);

        await().untilAsserted(() -> assertThat(browser.text("location.hash")).startsWith("#overview?during="));
        int workflows = Integer.parseInt(browser.textOf(".facts").split(" ")[0]);
        assertThat(workflows).isBetween(20, 30);
        assertThat(browser.textOf(".verdict")).contains("p50 900 ms");
        assertThat(texts(".view-overview > .table caption")).containsExactly("Models", "Tools", "Agents");
        assertThat(browser.textOf("#period")).contains("UTC");
        browser.click("[role=tab]", "Workflows");
        assertThat(browser.textOf(".list [role=status]")).startsWith(workflows + " of 60 workflows");
        assertThat(browser.text("location.hash")).contains("during=");
        browser.click("[role=tab]", "Flame graph");
        assertThat(browser.textOf(".info")).contains(workflows + " workflows");
        browser.click("[role=tab]", "Charts");
        assertThat(browser.text("document.querySelector('[aria-label^=\"Run time of workflows\"]').ariaLabel"))
                .contains("n " + workflows);
        browser.click("[role=tab]", "Conversations");
        assertThat(browser.textOf(".conversations [role=status]")).startsWith(workflows + " of 60 conversations");

        browser.click("#period", "UTC");
        assertThat(browser.textOf(".conversations [role=status]")).startsWith("60 of 60 conversations");
        assertThat(browser.text("location.hash")).doesNotContain("during=");
    }

    /** The keyboard chooses intervals as the mouse does; a link restores them. */
    @Test
    void shouldBeBrushedByKeys() {
        browser.value("document.querySelector('.trends').focus()");
        browser.press("Home");
        await().untilAsserted(() -> assertThat(browser.text("location.hash")).contains("during="));
        int first = Integer.parseInt(browser.textOf(".facts").split(" ")[0]);
        assertThat(first).isBetween(1, 5);
        assertThat(browser.bool("document.activeElement === document.querySelector('.trends')"))
                .isTrue();
        browser.press("ArrowRight");
        assertThat(browser.textOf("#say")).contains("UTC, 5 workflows, latency p50 100 ms");
        String link = browser.text("location.hash");

        browser.press("Escape");
        assertThat(browser.textOf(".facts")).startsWith("60 workflows");
        browser.open(page, link);
        assertThat(browser.textOf(".facts")).startsWith("5 workflows");
        assertThat(browser.bool("[...document.querySelectorAll('.trend .u-select')].every(e => e.clientWidth > 0)"))
                .as("the brush is seen in each timeline")
                .isTrue();
    }

    @Test
    void shouldSayNothingTwice() {
        List<String> titles = texts(".finding h3 .link");
        assertThat(titles).isNotEmpty();
        String all = browser.textOf("#main");
        assertThat(titles).allSatisfy(title -> {
            String words = title.replaceFirst("^\\d+\\. ", "");
            assertThat(all.split(java.util.regex.Pattern.quote(words), -1))
                    .as(words)
                    .hasSize(2);
        });
        assertThat(texts(".failures li")).as("what a finding tells of already").isEmpty();
        assertThat(all).doesNotContain("low impact");
    }

    @Test
    void shouldOpenTheCallThatShowsAFinding() {
        assertThat(browser.textOf(".findings")).contains("refund");
        browser.click(".finding h3 .link", "refund");

        assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Workflows");
        assertThat(browser.textOf(".panel")).contains("execute_tool refund", "refused");
    }

    @Test
    void shouldCutNothingAndNeedNoScrollingToTheSide() {
        for (int width : IntStream.of(1440, 1280, 800, 400).toArray()) {
            browser.look("light", width, 720);
            assertThat(browser.bool("document.documentElement.scrollWidth <= innerWidth"))
                    .as("%s pixels", width)
                    .isTrue();
            assertThat(
                            browser.bool(
                                    "[...document.querySelectorAll('.trend')].every(card =>"
                                            + " card.querySelector('.uplot').getBoundingClientRect().right <= card.getBoundingClientRect().right)"))
                    .as("%s pixels: charts stay in their cards", width)
                    .isTrue();
        }
        for (String scheme : List.of("light", "dark")) {
            browser.look(scheme, 1280, 720);
            assertThat(browser.leastContrast()).as(scheme).isGreaterThan(4.5);
        }
    }
}
