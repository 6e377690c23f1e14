// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.it.harness.analyzer.LiveAnalyzer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The charts that compare models, as the shipped analyzer has them on its page, in a Chromium. */
@Tag("once")
class ComparedIT {
    private static final String TOKENS = "prompt_vs_completion_tokens";
    private static final String RUN_TIMES = "workflow_runtime_by_model";
    private static final String PER_WORKFLOW = "tokens_per_example_by_model";
    private static final String SCORES = "scores_by_model";

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        browser = Browser.start(Browser.find().orElseThrow(), directory);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void lookAsUsual() {
        browser.look("light", 1400, 1000);
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static Map<String, ?> used(long input, long output) {
        return Map.of("attributes", Map.of("gen_ai.usage.input_tokens", input, "gen_ai.usage.output_tokens", output));
    }

    /** Writes a workflow of an agent that calls models in sequence, one second each. */
    private static void workflow(TraceWriter out, int number, Map<String, ?> usage, String... models)
            throws IOException {
        int root = number * 100;
        double at = number * 100_000.0;
        out.trace(number).start(root, 0, at, "agent", "answer", Map.of("gen_ai.agent.name", "Planner"));
        int call = 0;
        for (String model : models) {
            call++;
            out.start(root + call, root, at + 1000 * (call - 1), "llm", "chat", Map.of("gen_ai.request.model", model));
            out.end(root + call, at + 1000 * call, usage);
        }
        out.end(root, at + 1000 * call, Map.of());
    }

    private static String textOf(String chart) {
        return browser.textOf("[data-chart=" + chart + "]");
    }

    private static String canvas(String chart) {
        return "document.querySelector('[data-chart=" + chart + "] canvas')";
    }

    /** Returns the table of a chart as text, a row a line. */
    private static List<String> figuresOf(String chart) {
        browser.value("document.querySelector('[data-chart=" + chart + "] details').open = true");
        return browser.text("[...document.querySelectorAll('[data-chart=" + chart
                        + "] tbody tr')].map(r => [...r.cells].map(c => c.innerText).join(' | ')).join('\\n')")
                .lines()
                .toList();
    }

    /** Returns the texts that the arrow keys announce for a chart, from its first mark to its last. */
    private static List<String> toldOf(String chart, int marks) {
        browser.value(canvas(chart) + ".focus()");
        String[] told = new String[marks];
        for (int i = 0; i < marks; i++) {
            browser.press("ArrowRight");
            told[i] = browser.textOf("[data-chart=" + chart + "] .told");
        }
        return List.of(told);
    }

    /** Answers whether a canvas holds a colour of the style, by the name of its variable, in a part of it that is given in shares. */
    private static boolean isDrawn(String chart, String colour, double from, double to) {
        return browser.bool("(() => { const c = " + canvas(chart)
                + "; const v = Colours.of('" + colour + "').slice(1).match(/../g).map(h => parseInt(h, 16));"
                + " const copy = document.createElement('canvas'); [copy.width, copy.height] = [c.width, c.height];"
                + " const own = copy.getContext('2d', {willReadFrequently: true}); own.drawImage(c, 0, 0);"
                + " const x = Math.floor(c.width * " + from + "); const d = own"
                + ".getImageData(x, 0, Math.ceil(c.width * " + to + ") - x, c.height).data;"
                + " for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 120 && v.every((n, k) => Math.abs(n - d[i + k]) < 6)) return true;"
                + " return false; })()");
    }

    @Test
    void shouldShowWhatThePicturesShow() throws Exception {
        Path run = directory.resolve("two");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, used(100, 10), "large", "small", "large");
            workflow(out, 2, used(300, 20), "large");
        }
        Path scores = Files.writeString(
                directory.resolve("scores.csv"),
                "workflow_id,faithfulness,recall\n00000000000000000000000000000001,0.5,-1\n"
                        + "00000000000000000000000000000002,0.75,\n");
        browser.open(Reports.page(run, "--scores", scores.toString()), "#charts");

        assertThat(browser.text("[...document.querySelectorAll('.compared')].map(c => c.dataset.chart).join(' ')"))
                .isEqualTo(String.join(" ", TOKENS, RUN_TIMES, PER_WORKFLOW, SCORES));
        assertThat(textOf(TOKENS)).contains("n = 4 calls, a mark each; colour: model.", "large", "small");
        assertThat(figuresOf(TOKENS))
                .containsExactly(
                        "large | Planner | 3 | 100 | 300 | 10 | 20", "small | Planner | 1 | 100 | 100 | 10 | 10");
        assertThat(figuresOf(RUN_TIMES))
                .containsExactly(
                        "large | 2 | 1.00 s | 1.50 s | 2.00 s | 2.50 s | 3.00 s",
                        "small | 1 | 1.00 s | 1.00 s | 1.00 s | 1.00 s | 1.00 s");
        assertThat(figuresOf(PER_WORKFLOW)).containsExactly("large | 2 | 250 | 20", "small | 1 | 100 | 10");
        assertThat(figuresOf(SCORES))
                .containsExactly(
                        "large | answer | faithfulness | 2 | 0.625 | 0.500 | 0.750",
                        "large | answer | recall | 1 | -1.000 | -1.000 | -1.000",
                        "small | answer | faithfulness | 1 | 0.500 | 0.500 | 0.500",
                        "small | answer | recall | 1 | -1.000 | -1.000 | -1.000");
        assertThat(toldOf(RUN_TIMES, 2))
                .containsExactly(
                        "large · median 2.00 s of 2 workflows · middle half 1.50 s to 2.50 s · all 1.00 s to 3.00 s",
                        "small · median 1.00 s of 1 workflow · middle half 1.00 s to 1.00 s · all 1.00 s to 1.00 s");
        assertThat(toldOf(PER_WORKFLOW, 1)).containsExactly("large (n=2) · prompt tokens: 250 · completion tokens: 20");
        assertThat(toldOf(SCORES, 1)).containsExactly("large · faithfulness: 0.63 · recall: -1.00");
        for (String chart : List.of(RUN_TIMES, PER_WORKFLOW, SCORES)) {
            browser.value(canvas(chart) + ".scrollIntoView()");
            browser.drawn();
            assertThat(isDrawn(chart, "series-0", 0, 1)).as(chart).isTrue();
        }
        assertThat(isDrawn(SCORES, "series-1", 0.35, 0.6)).as("a bar below 0").isTrue();
    }

    @Test
    void shouldLeadFromAMarkToItsCallByMouseAndByKeys() throws Exception {
        Path run = directory.resolve("marks");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, used(100, 10), "large");
            workflow(out, 2, used(300, 20), "large");
        }
        Path page = Reports.page(run);
        browser.open(page, "#charts");

        assertThat(toldOf(TOKENS, 2))
                .containsExactly(
                        "large · 100 prompt tokens, 10 completion tokens",
                        "large · 300 prompt tokens, 20 completion tokens");
        assertThat(browser.text("document.activeElement.getAttribute('aria-label')"))
                .startsWith("Prompt and completion tokens of model calls: n = 2 calls, a mark each")
                .endsWith("The arrow keys walk through it, Enter opens the workflow of a call."
                        + " All figures are in the table below.");
        browser.press("Enter");
        assertThat(browser.text("location.hash")).isEqualTo("#workflows/1/1");
        assertThat(browser.textOf(".panel")).contains("chat", "1.00 s");

        browser.open(page, "#charts");
        browser.value(canvas(TOKENS) + ".scrollIntoView({block: 'center'})");
        browser.drawn();
        // from the left: the first mark is that of the smaller prompt
        browser.value(
                "(() => { const c = " + canvas(TOKENS) + "; const b = c.getBoundingClientRect();"
                        + " for (let x = 0; x < b.width; x += 4) for (let y = 0; y < b.height; y += 4) {"
                        + " c.dispatchEvent(new PointerEvent('pointermove', {clientX: b.left + x, clientY: b.top + y}));"
                        + " if (!document.getElementById('tip').hidden) {"
                        + " c.dispatchEvent(new MouseEvent('click', {clientX: b.left + x + 2, clientY: b.top + y + 2})); return; } } })()");
        assertThat(browser.text("location.hash")).isEqualTo("#workflows/0/1");
    }

    @Test
    void shouldBeReachedByItsAddress() throws Exception {
        Path run = directory.resolve("linked");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, used(100, 10), "large");
        }
        Path page = Reports.page(run);

        browser.open(page, "#charts?chart=" + PER_WORKFLOW + "&figures=" + RUN_TIMES);
        browser.drawn();
        assertThat(browser.bool("document.activeElement === " + canvas(PER_WORKFLOW)))
                .isTrue();
        assertThat(browser.bool("document.querySelector('[data-chart=" + RUN_TIMES + "] details').open"))
                .isTrue();
        assertThat(browser.text("location.hash")).isEqualTo("#charts?chart=" + PER_WORKFLOW + "&figures=" + RUN_TIMES);

        browser.value("document.querySelector('[data-chart=" + TOKENS + "] h3 a').click()");
        assertThat(browser.text("location.hash")).isEqualTo("#charts?chart=" + TOKENS + "&figures=" + RUN_TIMES);
        assertThat(browser.bool("document.activeElement === " + canvas(TOKENS))).isTrue();
        browser.value("document.querySelector('[data-chart=" + RUN_TIMES + "] summary').click()");
        await().untilAsserted(() -> assertThat(browser.text("location.hash")).isEqualTo("#charts?chart=" + TOKENS));
        browser.click("[role=tab]", "Overview");
        browser.click("[role=tab]", "Charts");
        assertThat(browser.text("location.hash")).isEqualTo("#charts");
    }

    @Test
    void shouldNeitherGuessTokensNorScores() throws Exception {
        Path run = directory.resolve("silent");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, Map.of(), "large");
        }
        browser.open(Reports.page(run), "#charts");

        assertThat(textOf(TOKENS)).contains("No model call reported both numbers of tokens.");
        assertThat(textOf(PER_WORKFLOW)).contains("Of no workflow both numbers of tokens of a model are known.");
        assertThat(browser.bool("document.querySelector('[data-chart=" + SCORES + "]') === null"))
                .isTrue();
        assertThat(figuresOf(RUN_TIMES)).containsExactly("large | 1 | 1.00 s | 1.00 s | 1.00 s | 1.00 s | 1.00 s");
    }

    @Test
    void shouldDrawOneCallAndEqualValues() throws Exception {
        Path run = directory.resolve("equal");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, used(0, 0), "large");
            workflow(out, 2, used(0, 0), "large");
        }
        browser.open(Reports.page(run), "#charts");

        assertThat(browser.text("Data.raw.plots[1].y.texts.join(' ')"))
                .as("the axis of seconds that are all 1")
                .isEqualTo("1 2");
        assertThat(isDrawn(RUN_TIMES, "text", 0.34, 1)).as("the median").isTrue();
        assertThat(toldOf(TOKENS, 1)).containsExactly("large · 0 prompt tokens, 0 completion tokens");
        assertThat(figuresOf(PER_WORKFLOW)).containsExactly("large | 2 | 0 | 0");
    }

    @Test
    void shouldTellTwelveModelsApartOnATelephoneToo() throws Exception {
        Path run = directory.resolve("twelve");
        String[] models = new String[12];
        for (int i = 0; i < models.length; i++) {
            models[i] = "provider/a-model-of-a-rather-long-name-" + (char) ('a' + i);
        }
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, used(100, 10), models);
        }
        browser.open(Reports.page(run), "#charts");

        assertThat(figuresOf(RUN_TIMES)).hasSize(12).allMatch(row -> row.contains("1.00 s"));
        assertThat(toldOf(RUN_TIMES, 12).get(11)).startsWith(models[11] + " · median 1.00 s");
        browser.press("Home");
        assertThat(browser.textOf("[data-chart=" + RUN_TIMES + "] .told")).startsWith(models[0]);
        for (String scheme : List.of("light", "dark")) {
            browser.look(scheme, 400, 800);
            assertThat(browser.bool("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as("no scrolling to the side")
                    .isTrue();
            assertThat(browser.leastContrast()).as(scheme).isGreaterThan(4.5);
            assertThat(isDrawn(RUN_TIMES, "text", 0.5, 1))
                    .as(scheme + ": the medians")
                    .isTrue();
        }
    }

    /** Prints the size of the page and the time to draw it; a shared machine cannot judge times. */
    @Test
    void shouldStaySmallWithAHundredThousandCalls() throws Exception {
        Path run = directory.resolve("large");
        try (TraceWriter out = new TraceWriter(run)) {
            int id = 1;
            for (int i = 0; i < 10_000; i++) {
                double at = i * 100;
                int root = id++;
                out.trace(i + 1).start(root, 0, at, "agent", "answer", Map.of("gen_ai.agent.name", "Planner"));
                for (int call = 0; call < 10; call++) {
                    out.start(id, root, at + call, "llm", "chat", Map.of("gen_ai.request.model", "model-" + call % 3));
                    out.end(id++, at + call + 1 + i % 7, used(i * 37L % 9973 + call, i * 11L % 997));
                }
                out.end(root, at + 20, Map.of());
            }
        }
        Path page = Reports.page(run);
        double drawn = browser.open(page, "#charts");

        assertThat(textOf(TOKENS))
                .contains("n = 20,000 calls; colour: the model with most calls; stronger: more calls")
                .contains("80,000 calls that began later left out")
                .doesNotContain("a mark each", "shape: ");
        assertThat(toldOf(TOKENS, 1)).singleElement().asString().containsPattern("^[\\d,]+ calls? about here · about ");
        int characters = browser.value("JSON.stringify(Data.raw.plots).length").asInt();
        assertThat(browser.value("Data.raw.plots[0].series.reduce((n, s) => n + s.spans.length, 0)")
                        .asInt())
                .isBetween(500, 3000);
        assertThat(browser.value("Data.raw.plots[0].series.reduce((n, s) => n + s.calls, 0)")
                        .asInt())
                .isEqualTo(20_000);
        assertThat(characters).isLessThan(300_000);
        assertThat(figuresOf(RUN_TIMES)).hasSize(3).allMatch(row -> row.contains(" | 10,000 | "));
        System.out.printf(
                "report.html of 100,000 model calls: %.1f MB, of it the charts that compare models %.2f MB, their view"
                        + " drawn %.0f ms after it was opened%n",
                Files.size(page) / 1e6, characters / 1e6, drawn);
    }

    /** Charts appear and change automatically, unless one of them is walked through. */
    @Test
    void shouldBeOnTheLivePage() throws Exception {
        Path runs = Files.createDirectory(directory.resolve("live"));
        try (LiveAnalyzer analyzer = LiveAnalyzer.start(runs, directory.resolve("serve.log"), List.of("-Xmx256m"));
                TraceWriter out = new TraceWriter(runs.resolve("run"))) {
            browser.open(URI.create(analyzer.page() + "#charts?chart=" + PER_WORKFLOW));
            assertThat(browser.textOf("#main")).contains("No workflow yet");
            workflow(out, 1, used(100, 10), "large");
            out.flush();
            awaitText("[data-chart=" + PER_WORKFLOW + "]", "n: workflows");
            await().untilAsserted(() -> assertThat(browser.bool("document.activeElement === " + canvas(PER_WORKFLOW)))
                    .isTrue());

            workflow(out, 2, used(300, 30), "large");
            out.flush();
            awaitText("#live", "paused in this view");
            browser.value("document.activeElement.blur()");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(figuresOf(PER_WORKFLOW)).containsExactly("large | 2 | 200 | 20"));
            assertThat(browser.textOf("#live")).startsWith("live");
            assertThat(analyzer.stop()).isNotZero();
            awaitText("#live", "the server has stopped");
        }
        assertThat(browser.requests()).allMatch(url -> url.startsWith("http://127.0.0.1:"));
    }

    private static void awaitText(String selector, String text) {
        await().atMost(Duration.ofSeconds(120))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(browser.textOf(selector)).contains(text));
    }
}
