// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report.html} as the shipped analyzer writes it, in a Chromium. */
@Tag("once")
class PageIT {
    private static final String HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>"
            + " \u202e\u0007\u001b[31m <!-- {{data}} $& '\" " + "x".repeat(5000);

    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path answers;

    @BeforeAll
    static void startBrowser() throws IOException {
        Optional<Path> found = Browser.find();
        assumeTrue(
                found.isPresent(),
                "no Chromium on the path (chromium, google-chrome; or -Dagentprofiler.test.chromium=FILE): the page was"
                        + " not tested in a browser");
        browser = Browser.start(found.get(), directory);
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

    /** Two agents, a slow and a quick tool, a streamed answer, a failure, and text that would like to be more than that. */
    private static void workflows(TraceWriter out, String name) throws IOException {
        for (int i = 0; i < 40; i++) {
            int id = i * 10 + 1;
            double t = i * 100;
            out.trace(i + 1)
                    .start(id, 0, t, "agent", name, Map.of("gen_ai.agent.name", i % 4 == 0 ? "Planner" : "Clerk"));
            out.start(id + 1, id, t + 1, "llm", "chat gpt-4o-mini", Map.of("gen_ai.request.model", "gpt-4o-mini"));
            out.end(
                    id + 1,
                    t + 40,
                    Map.of(
                            "chunks",
                            Map.of(
                                    "count",
                                    5,
                                    "first_t",
                                    TraceWriter.nanos(t + 20),
                                    "last_t",
                                    TraceWriter.nanos(t + 39),
                                    "max_gap_ns",
                                    9_000_000),
                            "attributes",
                            Map.of(
                                    "gen_ai.usage.input_tokens",
                                    i % 4 == 0 ? 4000 : 100 + i,
                                    "gen_ai.usage.output_tokens",
                                    20)));
            out.span(id + 2, id, t + 40, t + 60, "tool", "execute_tool slow", Map.of("gen_ai.tool.name", "slow"));
            out.start(id + 3, id, t + 40, "tool", "execute_tool quick", Map.of("gen_ai.tool.name", "quick"));
            out.end(
                    id + 3,
                    t + 42,
                    i == 7
                            ? Map.of("status", "error", "error", Map.of("type", "java.io.IOException", "message", name))
                            : Map.of());
            out.end(id, t + 61 + i, Map.of());
        }
    }

    /** Returns a page that several tests open. */
    private static Path answers() throws IOException, InterruptedException {
        if (answers == null) {
            answers = page("answers", "answer");
        }
        return answers;
    }

    private static Path page(String folder, String name) throws IOException, InterruptedException {
        Path run = directory.resolve(folder);
        try (TraceWriter out = new TraceWriter(run)) {
            workflows(out, name);
        }
        return Reports.page(run);
    }

    @Test
    void shouldAnswerAndLetItselfBeSearched() throws Exception {
        Path page = answers();
        browser.open(page, "");

        assertThat(browser.textOf(".verdict"))
                .startsWith("No workflow failed · 1 ok, with failures · run time p50 80.5 ms")
                .contains(", max 100 ms · $0.00");
        assertThat(browser.textOf("#main")).contains("40 workflows · 160 spans · 40 model calls · 80 tool runs");

        assertThat(browser.textOf(".finding")).contains("measured", "seen ");
        browser.click(".finding h3 .link", "");
        assertThat(browser.textOf(".panel"))
                .as("the call that speaks for the finding")
                .contains("Status", "Span");

        browser.open(page, "#overview");
        browser.click(".table .link", "slow");
        assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Workflows");
        assertThat(browser.textOf(".panel")).contains("execute_tool slow", "20.0 ms", "Critical path");

        browser.type("#search", "IOException");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("1 of 40 workflows");
        browser.click(".rows .row", "answer");
        assertThat(browser.textOf(".detail .info")).contains("68.0 ms", "trace 00000000000000000000000000000008");
        browser.click("document.querySelector('.timeline canvas')", 0.1, 0.4);
        assertThat(browser.textOf(".panel")).isNotBlank();

        browser.click("#table", "Table");
        browser.value("(() => { const s = document.getElementById('search'); s.value = '';"
                + " s.dispatchEvent(new Event('input')); })()");
        browser.click(".row.head button", "time");
        browser.click(".row.head button", "time");
        assertThat(browser.textOf(".rows .row"))
                .as("sorted the other way and back: the slowest first")
                .contains("100 ms");
    }

    @Test
    void shouldObeyTheKeyboard() throws Exception {
        browser.open(answers(), "");
        browser.look("light", 1400, 1000);

        List<String> views =
                List.of("Overview", "Workflows", "Call tree", "Flame graph", "Charts", "Conversations", "Compare");
        for (int i = 0; i < views.size(); i++) {
            browser.press(Integer.toString(i + 1));
            assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo(views.get(i));
            assertThat(browser.bool("[...document.querySelectorAll('canvas:not([hidden])')].every(c => {"
                            + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                            + " return d.some(x => x !== 0); })"))
                    .as(views.get(i) + " is drawn")
                    .isTrue();
        }
        browser.press("2");
        browser.value("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()");
        browser.press("ArrowDown");
        assertThat(browser.textOf(".panel")).contains("chat gpt-4o-mini", "after 19.0 ms", "To the first chunk");
        assertThat(browser.text("document.activeElement.textContent")).startsWith("chat gpt-4o-mini");
        browser.value("document.querySelector('[role=grid]').focus()");
        browser.press("ArrowDown");
        assertThat(browser.text("document.querySelector('[role=row][aria-selected=true] .took').textContent"))
                .as("the next workflow of the list")
                .isEqualTo("99.0 ms");
        assertThat(browser.bool("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
                        + ".classList.contains('chosen')"))
                .isTrue();
        browser.press("3");
        browser.value("document.querySelector('tr[tabindex=\"0\"]').focus()");
        browser.press("ArrowDown");
        assertThat(browser.text("document.activeElement.textContent")).contains("chat gpt-4o-mini");
        assertThat(browser.value("document.querySelectorAll('tr[tabindex=\"0\"]').length")
                        .asInt())
                .as("stops of the tabulator in the call tree")
                .isEqualTo(1);
        assertThat(browser.text("getComputedStyle(document.activeElement).outlineStyle"))
                .as("the focus is seen")
                .isEqualTo("solid");
        browser.press("/");
        assertThat(browser.text("document.activeElement.getAttribute('role')")).isEqualTo("combobox");
        browser.press("Escape");
        assertThat(browser.bool("document.getElementById('palette').open")).isFalse();
        String light = browser.text("getComputedStyle(document.body).backgroundColor"
                + " + getComputedStyle(document.documentElement).backgroundColor");
        browser.press("t");
        assertThat(browser.text("getComputedStyle(document.body).backgroundColor"
                        + " + getComputedStyle(document.documentElement).backgroundColor"))
                .isNotEqualTo(light);
        browser.press("?");
        assertThat(browser.bool("document.getElementById('help').open")).isTrue();
    }

    @Test
    void shouldShowFlameGraphsByWhatIsKnown() throws Exception {
        browser.open(answers(), "#flame");

        assertThat(browser.textOf(".info")).contains("all workflows, 40 workflows: ");
        browser.click(".choice button", "Tokens");
        assertThat(browser.textOf(".info")).contains("tokens · 100.0 %");
        browser.click(".choice button", "Cost");
        assertThat(browser.textOf(".info")).contains(": $0.00");
        browser.click("document.querySelector('canvas.flame')", 0.5, 0.5);
        assertThat(browser.textOf(".info")).contains("answer", "40 calls");
    }

    @Test
    void shouldKeepHostileTextText() throws Exception {
        Path page = page("hostile", HOSTILE);

        for (String view : List.of("", "#workflows/7/3", "#tree", "#flame", "#charts")) {
            browser.open(page, view);
            assertThat(browser.bool("window.hacked === undefined && document.scripts.length === 2"))
                    .as(view)
                    .isTrue();
            assertThat(browser.bool("document.images.length === 0")).as(view).isTrue();
        }
        browser.open(page, "#workflows/7/3");
        assertThat(browser.textOf(".failure")).contains("</script><script>window.hacked=1</script>");
        assertThat(browser.textOf(".failure").chars()).noneMatch(c -> c < ' ' && c != '\n');
        assertThat(browser.bool("document.documentElement.scrollWidth <= window.innerWidth"))
                .as("no text is wider than the page")
                .isTrue();
    }

    @Test
    void shouldSayThatThereIsNothing() throws Exception {
        Path run = directory.resolve("empty");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).end(1, 1, Map.of());
        }
        Path page = Reports.page(run);

        for (String view : List.of("", "#workflows", "#tree", "#flame", "#charts")) {
            browser.open(page, view);
            assertThat(browser.textOf(".empty")).as(view).startsWith("The input holds no workflow");
        }
    }

    /** A trajectory without a timestamp has no times, one with timestamps has moments: neither has a figure that nobody measured. */
    @Test
    void shouldShowTrajectoriesWithoutTimes() throws Exception {
        for (boolean moments : List.of(false, true)) {
            Path run = Files.createDirectories(directory.resolve("trajectories-" + moments));
            Files.writeString(run.resolve("trajectory.json"), trajectory(moments));
            Path page = Reports.page(run);
            for (String view : List.of("", "#workflows/0/1", "#workflows/0/2", "#tree", "#flame", "#charts")) {
                browser.open(page, view);
                assertThat(browser.textOf("#main")).as(view).doesNotContain("0 ns", "NaN", "undefined", "1970");
            }
            browser.open(page, "");
            assertThat(browser.textOf("#main")).contains("How long the workflows took is not known.");
            browser.open(page, "#workflows/0/2");
            assertThat(browser.textOf(".detail"))
                    .contains(moments ? "about 3.00 s" : "length not known")
                    .containsPattern("Time\\s+not known");
            browser.press("2");
            assertThat(browser.textOf(".list")).contains("1 of 1 workflow", moments ? "≈ 3.00 s" : "hello");
        }
    }

    private static String trajectory(boolean moments) {
        String steps = "[{\"step_id\":1,TIME0\"source\":\"user\",\"message\":\"hello\"},"
                + "{\"step_id\":2,TIME3\"source\":\"agent\",\"message\":\"hm\",\"metrics\":{\"prompt_tokens\":70,"
                + "\"completion_tokens\":3},\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"look\",\"arguments\":{}}]}]";
        return "{\"schema_version\":\"ATIF-v1.6\",\"session_id\":\"s\",\"agent\":{\"name\":\"Reader\",\"version\":\"1\"},\"steps\":"
                + steps.replaceAll("TIME(\\d)", moments ? "\"timestamp\":\"2026-03-01T10:00:0$1Z\"," : "") + "}";
    }

    @Test
    void shouldPrintOnPaperAndFitATelephone() throws Exception {
        browser.open(answers(), "");
        assertThat(browser.print().length).isGreaterThan(10_000);

        browser.look("dark", 400, 800);
        for (String view : List.of("overview", "workflows", "tree", "flame", "charts")) {
            browser.value("Main.go('" + view + "')");
            browser.drawn();
            assertThat(browser.bool("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as(view + " needs no scrolling to the side")
                    .isTrue();
        }
        browser.look("light", 1400, 1000);
    }

    @Test
    void shouldBeReadableInLightAndDark() throws Exception {
        browser.open(answers(), "#workflows/7/3");
        for (String scheme : List.of("light", "dark")) {
            browser.look(scheme, 1400, 1000);
            for (String view : List.of("overview", "workflows", "tree", "flame", "charts")) {
                browser.value("Main.go('" + view + "')");
                assertThat(browser.leastContrast()).as(scheme + " " + view).isGreaterThan(4.5);
                assertThat(browser.value("document.querySelectorAll('main h1').length")
                                .asInt())
                        .as(view + " has a heading")
                        .isEqualTo(1);
            }
        }
        browser.look("light", 1400, 1000);
    }

    /** Prints the time for docs/internals/benchmarks.md; a shared machine cannot judge it. */
    @Test
    void shouldShowAHundredThousandSpans() throws Exception {
        Path run = directory.resolve("large");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "root", Map.of());
            int id = 2;
            for (int turn = 0; turn < 10_000; turn++) {
                int step = id++;
                out.start(step, 1, turn * 10, "agent", "step " + turn % 50, Map.of("gen_ai.agent.name", "Step"));
                for (int call = 0; call < 9; call++) {
                    double t = turn * 10 + call;
                    Map<String, String> tool = Map.of("gen_ai.tool.name", "t" + call);
                    out.span(id++, step, t, t + 1.5, "tool", "execute_tool t" + call, tool);
                }
                out.end(step, turn * 10 + 11, Map.of());
            }
            out.end(1, 100_020, Map.of());
        }
        Path page = Reports.page(run);

        double overview = browser.open(page, "");
        assertThat(browser.textOf("#main")).contains("1 workflow · 100,001 spans");
        double workflow = browser.open(page, "#workflows/0");
        assertThat(browser.value("document.querySelector('.timeline').scrollHeight")
                        .asInt())
                .isGreaterThan(2_000_000);
        double scrolled = browser.value(
                        "(async () => { const box = document.querySelector('.timeline');"
                                + " const frame = () => new Promise(done => requestAnimationFrame(done)); let worst = 0; let last = performance.now();"
                                + " for (let k = 0; k < 30; k++) { box.scrollTop += 50000; await frame();"
                                + " worst = Math.max(worst, performance.now() - last); last = performance.now(); } return worst; })()")
                .asDouble();
        browser.click(".choice button", "Threads");
        browser.click(".choice button", "Flame");
        assertThat(browser.textOf(".view .info")).contains("this workflow");
        System.out.printf(
                "report.html of 100,001 spans: %.1f MB, drawn %.0f ms after it was opened, its waterfall %.0f ms, longest"
                        + " frame of scrolling %.0f ms%n",
                Files.size(page) / 1e6, overview, workflow, scrolled);
    }

    /** Printed, too: many small workflows are another load than a large one. */
    @Test
    void shouldShowManySmallWorkflows() throws Exception {
        Path run = directory.resolve("many");
        try (TraceWriter out = new TraceWriter(run)) {
            int id = 1;
            for (int i = 0; i < 14_000; i++) {
                double t = i * 50;
                int root = id++;
                out.trace(i + 1).start(root, 0, t, "agent", "answer", Map.of("gen_ai.conversation.id", "c" + i));
                for (int call = 0; call < 6; call++) {
                    Map<String, String> tool = Map.of("gen_ai.tool.name", "t" + call);
                    out.span(id++, root, t + call * 5, t + call * 5 + 4 + i % 3, "tool", "execute_tool t" + call, tool);
                }
                out.end(root, t + 40, Map.of());
            }
        }
        Path page = Reports.page(run);

        double overview = browser.open(page, "");
        assertThat(browser.textOf("#main")).contains("14,000 workflows · 98,000 spans");
        double workflows = browser.open(page, "#workflows");
        browser.type("#search", "0000000000000036af");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("1 of 14,000 workflows");
        System.out.printf(
                "report.html of 98,000 spans in 14,000 workflows: %.1f MB, drawn %.0f ms after it was opened, the list of"
                        + " workflows %.0f ms%n",
                Files.size(page) / 1e6, overview, workflows);
    }
}
