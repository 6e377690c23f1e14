// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Views of a long workflow: folded repeats, the critical path, and search results. */
@Tag("once")
class WaterfallIT {
    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;

    @BeforeAll
    static void writeAPage() throws Exception {
        Optional<Path> found = Browser.find();
        assumeTrue(found.isPresent(), "no Chromium on the path: the page was not tested in a browser");
        browser = Browser.start(found.get(), directory);
        Path run = directory.resolve("run");
        try (TraceWriter out = new TraceWriter(run)) {
            workflow(out, 1, "acme");
            workflow(out, 2, "globex");
            for (int i = 0; i < 4; i++) {
                Map<String, Number> figures =
                        Map.of("rss_bytes", 3_000_000, "heap_bytes", 1_000_000 * i, "cpu", 0.5, "gc_ms", 10 * i);
                out.sample(1000L * i, figures);
            }
        }
        page = Reports.page(run);
    }

    /** Seventeen stores to a memory, each with a request; a call of a model; four tools beside each other, of which one fails. */
    private static void workflow(TraceWriter out, int number, String tenant) throws IOException {
        int id = number * 100;
        double t = number * 1000;
        out.trace(number).start(id, 0, t, "agent", "Support", Map.of("acme.tenant", tenant));
        for (int i = 0; i < 17; i++) {
            out.span(id + 2 * i + 1, id, t + 2 * i, t + 2 * i + 1, "memory", "memory add", Map.of());
            out.span(id + 2 * i + 2, id + 2 * i + 1, t + 2 * i, t + 2 * i + 1, "http", "HTTP POST", Map.of());
        }
        out.start(id + 40, id, t + 50, "llm", "chat gpt-4o", Map.of("gen_ai.request.model", "gpt-4o"));
        List<Map<String, String>> asked = List.of(
                Map.of("type", "tool_call", "id", "call-0", "name", "find_order"),
                Map.of("type", "tool_call", "id", "call-1", "name", "find_order"));
        out.end(
                id + 40,
                t + 100,
                Map.of(
                        "attributes",
                        Map.of("gen_ai.output.messages", List.of(Map.of("role", "assistant", "parts", asked)))));
        for (int i = 0; i < 4; i++) {
            Map<String, String> order = Map.of("acme.order", "o-" + i, "gen_ai.tool.call.id", "call-" + i);
            out.start(id + 50 + i, id, t + 100, "tool", "find_order", order);
            out.end(id + 50 + i, t + 110 + i, i == 1 ? Map.of("status", "error") : Map.of());
        }
        out.end(id, t + 115, Map.of());
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openAWorkflow() {
        browser.open(page, "#workflows/0");
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).as("asked of the network").isEmpty();
    }

    /** Returns how high what is drawn is, in rows. */
    private static double rows() {
        return (browser.value("document.querySelector('.timeline canvas').clientHeight")
                                .asDouble()
                        - 26)
                / 22;
    }

    /** Types into a field in place of what is in it. */
    private static void fill(String field, String text) {
        browser.value("(() => { const field = document.querySelector(" + Browser.quoted(field) + "); field.focus();"
                + " field.value = " + Browser.quoted(text) + "; field.dispatchEvent(new Event('input')); })()");
    }

    @Test
    void shouldLetRepeatsShareARow() {
        assertThat(rows()).as("agent, memory add ×17, model call, four tools").isEqualTo(7);

        browser.click(".sight button", "Fold repeats");
        assertThat(rows()).as("memory stays folded").isEqualTo(7);
        browser.click(".sight button", "Fold short");
        assertThat(browser.value("document.querySelector('.timeline').scrollHeight")
                        .asDouble())
                .as("agent, 17 stores with a request each, model call, four tools")
                .isEqualTo(26 + 22 * 40);
    }

    @Test
    void shouldOpenRepeatsForASpanAmongThem() {
        browser.open(page, "#workflows/0/5");

        assertThat(browser.textOf(".panel")).contains("memory add");
        assertThat(browser.value("document.querySelector('.timeline').scrollHeight")
                        .asDouble())
                .isEqualTo(26 + 22 * 40);
    }

    @Test
    void shouldShowTheCriticalPathAlone() {
        browser.click(".sight button", "Critical path only");

        assertThat(browser.bool("document.querySelector('.timeline').scrollHeight < 26 + 22 * 40"))
                .isTrue();
        assertThat(browser.textOf(".sight")).contains("Critical path only");
    }

    @Test
    void shouldFindSpans() {
        fill("#find", "find_order");
        assertThat(browser.textOf(".sight .info")).isEqualTo("4 spans");

        browser.press("Enter");
        assertThat(browser.textOf(".sight .info")).isEqualTo("1 of 4 spans");
        assertThat(browser.textOf(".panel")).contains("find_order");

        fill("#find", "acme.order=o-3");
        browser.press("Enter");
        assertThat(browser.textOf(".panel")).contains("o-3");

        fill("#find", "nothing like it");
        assertThat(browser.textOf(".sight .info")).isEqualTo("none");
    }

    private static String hash() {
        return browser.text("location.hash");
    }

    private static List<String> texts(String selector) {
        return browser.value("[...document.querySelectorAll(" + Browser.quoted(selector) + ")].map(e => e.textContent)")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void shouldFoldWhatIsShorterThanSomebodySays() {
        browser.click(".sight button", "Fold repeats");
        fill("#under", "20 ms");
        await().untilAsserted(() -> {
            assertThat(rows())
                    .as("agent, 17 stores and three tools, model call, failed tool")
                    .isEqualTo(4);
            assertThat(texts("[role=treeitem]")).element(1).asString().startsWith("20 short spans");
        });
        await().untilAsserted(() -> assertThat(hash()).contains("fold=0", "under=20+ms"));

        fill("#under", "nonsense");
        assertThat(browser.text("document.getElementById('under').getAttribute('aria-invalid')"))
                .isEqualTo("true");
    }

    @Test
    void shouldChooseATimeInTheWholeOfIt() {
        String map = "document.querySelector('.minimap canvas')";
        browser.drag(map, 0.5, 0.5, 0.75, 0.5);
        await().untilAsserted(() -> assertThat(hash()).contains("zoom="));
        String zoomed = hash();

        browser.drag(map, 0.6, 0.5, 0.7, 0.5);
        await().untilAsserted(() -> assertThat(hash()).contains("zoom=").isNotEqualTo(zoomed));
        browser.value(map + ".focus()");
        browser.press("0");
        await().untilAsserted(() -> assertThat(hash()).doesNotContain("zoom"));
        browser.press("+");
        await().untilAsserted(() -> assertThat(hash()).contains("zoom="));
        browser.value(map + ".dispatchEvent(new MouseEvent('dblclick'))");
        await().untilAsserted(() -> assertThat(hash()).doesNotContain("zoom"));
    }

    @Test
    void shouldMoveTheLinesBetweenParts() {
        browser.open(page, "#workflows/0/36");
        for (String pane : List.of("list", "names", "panel")) {
            String line = "document.querySelector('[data-pane=" + pane + "]')";
            browser.value(line + ".focus()");
            int before = browser.value("Number(" + line + ".getAttribute('aria-valuenow'))")
                    .asInt();
            assertThat(browser.text(line + ".getAttribute('role')")).isEqualTo("separator");
            browser.press("ArrowLeft");
            browser.drawn();
            browser.value(line + ".blur()");
            browser.value(line + ".focus()");
            int moved = pane.equals("panel") ? before + 16 : before - 16;
            assertThat(browser.value("Number(" + line + ".getAttribute('aria-valuenow'))")
                            .asInt())
                    .as(pane)
                    .isEqualTo(moved);
        }
        String split = "document.querySelector('.panel').getBoundingClientRect().width";
        double wide = browser.value(split).asDouble();
        browser.drag("document.querySelector('[data-pane=panel]')", 0.5, 0.5, -9.5, 0.5);
        assertThat(browser.value(split).asDouble()).isEqualTo(wide + 100);

        await().untilAsserted(() -> assertThat(hash()).contains("panes=list%7E244.names%7E"));
        browser.open(page, "#workflows/0/36");
        assertThat(browser.value(split).asDouble()).as("remembered").isEqualTo(wide + 100);
        browser.open(page, "#workflows/0/36?panes=panel~420");
        assertThat(browser.value(split).asDouble()).as("from the address").isEqualTo(420);
        browser.value("document.querySelector('[data-pane=panel]').focus()");
        browser.press("Enter");
        assertThat(browser.value(split).asDouble()).as("as at first").isEqualTo(360);
    }

    @Test
    void shouldTellWhichModelCallAskedForATool() {
        browser.open(page, "#workflows/0/36");
        assertThat(browser.textOf(".panel")).contains("find_order").containsPattern("Requested by\\s+chat gpt-4o");
        browser.click(".panel [data-span]", "chat gpt-4o");
        assertThat(browser.textOf(".panel")).containsPattern("Requested\\s+find_order\\s+find_order\\s+Tokens");

        browser.open(page, "#workflows/0/38");
        assertThat(browser.textOf(".panel"))
                .as("no answer holds its id")
                .contains("find_order", "o-2")
                .doesNotContain("Requested");
    }

    @Test
    void shouldDrawArrowsFromModelToTools() {
        // of the row of the second tool, the pixels between the names and its bar: an arrow of the colour of chosen
        // ones
        // read from a copy, as the browser advises against reading what is drawn often
        String pixels =
                "(() => { const c = document.querySelector('.timeline canvas'); const w = c.width / c.clientWidth;"
                        + " const copy = document.createElement('canvas').getContext('2d'); copy.canvas.width = c.width;"
                        + " copy.canvas.height = 1; copy.drawImage(c, 0, -Math.round((26 + 22 * 4 + 11) * w));"
                        + " const d = copy.getImageData(0, 0, c.width, 1).data; let n = 0;"
                        + " for (let k = 0; k < d.length; k += 4) if (d[k] === 27 && d[k + 1] === 33 && d[k + 2] === 48) n++;"
                        + " return n; })()";
        int before = browser.value(pixels).asInt();
        browser.click("document.querySelector('.timeline canvas')", 0.1, (26 + 22 * 2 + 11) / (26 + 22 * 7.0));
        assertThat(browser.textOf(".panel")).contains("chat gpt-4o");
        assertThat(browser.value(pixels).asInt()).isGreaterThan(before);
    }

    @Test
    void shouldBeATreeForTheKeyboardAndForReaders() {
        assertThat(texts("[role=tree] > [role=treeitem]")).hasSize(7);
        browser.value("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()");
        browser.press("ArrowDown");
        assertThat(browser.text("document.activeElement.textContent")).startsWith("memory add ×17");
        assertThat(browser.value("['aria-level', 'aria-expanded', 'aria-selected', 'aria-posinset', 'aria-setsize']"
                                + ".map(name => document.activeElement.getAttribute(name)).join()")
                        .asString())
                .isEqualTo("2,false,true,1,22");
        assertThat(browser.textOf(".panel")).contains("memory add");

        browser.press("ArrowRight");
        assertThat(browser.text("document.activeElement.getAttribute('aria-expanded')"))
                .isEqualTo("true");
        browser.press("ArrowRight");
        assertThat(browser.text("document.activeElement.textContent")).startsWith("HTTP POST");
        browser.press("ArrowLeft");
        browser.press("ArrowLeft");
        assertThat(browser.text("document.activeElement.getAttribute('aria-expanded')"))
                .isEqualTo("false");
        browser.press("End");
        assertThat(browser.text("document.activeElement.textContent")).startsWith("find_order");
        browser.press("Home");
        assertThat(browser.text("document.activeElement.textContent")).startsWith("Support");
        assertThat(browser.value("document.querySelectorAll('[role=treeitem][tabindex=\"0\"]').length")
                        .asInt())
                .isEqualTo(1);

        browser.press("f");
        assertThat(browser.text("document.activeElement.id")).isEqualTo("find");
        browser.press("Escape");
        browser.press("]");
        assertThat(hash()).startsWith("#workflows/1");
        browser.press("[");
        assertThat(hash()).startsWith("#workflows/0");
        browser.press("?");
        assertThat(browser.textOf("#help")).contains("previous, next workflow");
    }

    @Test
    void shouldShowWhatTheProcessUsed() {
        assertThat(browser.value("[...document.querySelectorAll('.of-process canvas')].map(c => c.ariaLabel)")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactly(
                        "Processors of the process during the workflow: busy at most 0.5 processors",
                        "Memory of the process during the workflow: Java heap at most 2.00 MB, resident at most 3.00 MB",
                        "Garbage collection of the process during the workflow: of the time at most 1.0 %");
    }
}
