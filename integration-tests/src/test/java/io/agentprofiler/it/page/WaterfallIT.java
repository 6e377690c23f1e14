// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a long workflow is in sight: repeats, the critical path, what somebody looks for. */
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
        out.span(id + 40, id, t + 50, t + 100, "llm", "chat gpt-4o", Map.of("gen_ai.request.model", "gpt-4o"));
        for (int i = 0; i < 4; i++) {
            out.start(id + 50 + i, id, t + 100, "tool", "find_order", Map.of("acme.order", "o-" + i));
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

    @Test
    void shouldFilterAndSortByAnAttribute() {
        fill("#search", "acme.tenant=globex");
        assertThat(browser.textOf(".bar-of-tools .info")).startsWith("1 of 2 workflows");
        fill("#search", "");

        browser.value("(() => { const s = [...document.querySelectorAll('.list select')].at(-1);"
                + " s.value = 'acme.tenant'; s.dispatchEvent(new Event('change')); })()");
        assertThat(browser.textOf(".list")).contains("acme.tenant", "globex");
        browser.click(".row.head button", "acme.tenant");
        assertThat(browser.textOf(".rows .row .c-own")).isEqualTo("acme");
        browser.click(".row.head button", "acme.tenant");
        assertThat(browser.textOf(".rows .row .c-own")).isEqualTo("globex");
    }
}
