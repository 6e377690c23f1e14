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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page's state is in its address: links restore it, and the browser's back and forward buttons follow it. */
@Tag("once")
class PageStateIT {
    private static final List<String> TENANTS = List.of("acme", "globex", "initech");

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
            for (int i = 0; i < 12; i++) {
                workflow(out, i);
            }
        }
        page = Reports.page(run);
    }

    /** The later, the slower; of three tenants and two teams; the fourth fails. */
    private static void workflow(TraceWriter out, int number) throws IOException {
        int id = number * 10 + 1;
        double t = number * 1000;
        Map<String, String> attributes =
                Map.of("acme.tenant", TENANTS.get(number % 3), "acme.team", number % 2 == 0 ? "red" : "blue");
        out.trace(number + 1).start(id, 0, t, "agent", number < 6 ? "plan" : "answer", attributes);
        out.span(id + 1, id, t, t + 10, "tool", "com.example.shop.OrderRepository#find" + number, Map.of());
        out.span(id + 2, id, t + 10, t + 20, "tool", "com.example.shop.OrderRepository#save", Map.of());
        Map<String, Object> failed =
                Map.of("status", "error", "error", Map.of("type", "java.io.IOException", "message", "no"));
        out.end(id, t + 100 + number, number == 3 ? failed : Map.of());
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

    private static String hash() {
        return browser.text("location.hash");
    }

    private static List<String> texts(String selector) {
        return browser.value("[...document.querySelectorAll(" + Browser.quoted(selector) + ")].map(e => e.textContent)")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /** Chooses a value of the list that has a label. */
    private static void select(String label, String value) {
        browser.value("(() => { const s = [...document.querySelectorAll('label.field')]"
                + ".find(e => e.firstChild.textContent === " + Browser.quoted(label) + ").querySelector('select');"
                + " s.value = " + Browser.quoted(value) + "; s.dispatchEvent(new Event('change')); })()");
    }

    private static void check(String selector) {
        browser.value("document.querySelector(" + Browser.quoted(selector) + ").click()");
    }

    private static void go(String direction) {
        browser.value("history." + direction + "()");
    }

    @Test
    void shouldGoBackAndForward() {
        browser.open(page, "");
        browser.click("[role=tab]", "Workflows");
        browser.value("document.querySelector('.rows [data-workflow=\"5\"]').click()");
        browser.click(".choice button", "Threads");
        String threads = hash();
        browser.click("[role=tab]", "Charts");
        assertThat(hash()).isEqualTo("#charts");

        go("back");
        await().untilAsserted(() -> assertThat(hash()).isEqualTo(threads));
        assertThat(browser.textOf(".choice [aria-pressed=true]")).isEqualTo("Threads");
        go("back");
        await().untilAsserted(() ->
                assertThat(browser.textOf(".choice [aria-pressed=true]")).isEqualTo("Waterfall"));
        assertThat(browser.textOf(".detail h2")).startsWith("plan");
        go("back");
        await().untilAsserted(() -> assertThat(browser.textOf(".detail h2")).startsWith("answer"));
        go("back");
        await().untilAsserted(() ->
                assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Overview"));
        go("forward");
        await().untilAsserted(() ->
                assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Workflows"));
    }

    @Test
    void shouldRestoreWhatALinkNames() {
        String link =
                "#workflows/4/2?find=save&fold=0&path=1&under=1+ms&cols=name%2Clen%2C%2540acme.team&sort=len&q=plan"
                        + "&status=ok&name=plan&over=100000000&where=acme.team%3Dred&group=acme.tenant&shut=initech&list=table"
                        + "&zoom=0%7E50000000";
        browser.open(page, link);

        assertThat(hash()).isEqualTo(link);
        assertThat(texts(".row.head button")).containsExactly("workflow", "time", "acme.team");
        assertThat(texts(".row.group strong")).containsExactly("acme", "initech", "globex");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("3 of 12 workflows in 3 groups");
        assertThat(texts(".rows .row:not(.group) .c-len")).containsExactly("100 ms", "104 ms");
        assertThat(browser.text("document.getElementById('search').value")).isEqualTo("plan");
        assertThat(browser.text("document.getElementById('find').value")).isEqualTo("save");
        assertThat(browser.text("document.getElementById('under').value")).isEqualTo("1 ms");
        assertThat(texts(".sight [aria-pressed=true]")).containsExactly("Critical path only", "Fold short");
        assertThat(browser.textOf(".panel")).contains("OrderRepository#save");
        assertThat(browser.textOf(".detail .info")).contains("104 ms");
        assertThat(texts(".chip"))
                .containsExactly("ok ✕", "plan ✕", "over 100 ms ✕", "acme.team=red ✕", "by acme.tenant ✕");
    }

    @Test
    void shouldChooseColumns() {
        browser.open(page, "#workflows?list=table");
        for (String hidden : List.of("status", "at", "total", "models", "tools", "errors", "tokens")) {
            check("[data-column=" + hidden + "]");
        }
        check("[data-column='@acme.tenant']");
        assertThat(texts(".row.head button")).containsExactly("workflow", "time", "acme.tenant");
        check("[aria-label='Earlier: acme.tenant']");
        assertThat(texts(".row.head button")).containsExactly("workflow", "acme.tenant", "time");

        browser.click(".row.head button", "acme.tenant");
        assertThat(browser.textOf(".rows .row .c-own")).isEqualTo("acme");
        browser.click(".row.head button", "acme.tenant");
        assertThat(browser.textOf(".rows .row .c-own")).isEqualTo("initech");
        String chosen = hash();
        assertThat(chosen).contains("sort=-%40acme.tenant", "cols=name%2C%2540acme.tenant%2Clen");

        browser.open(page, chosen);
        assertThat(texts(".row.head button")).containsExactly("workflow", "acme.tenant", "time");
        assertThat(browser.textOf(".rows .row .c-own")).isEqualTo("initech");
    }

    @Test
    void shouldGroupAndFilterByAnyAttribute() {
        browser.open(page, "#workflows");
        select("Group by", "acme.tenant");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("12 of 12 workflows in 3 groups");
        assertThat(texts(".row.group")).first().asString().contains("initech", "4 workflows", "p50 107 ms, max 111 ms");
        browser.click(".row.group", "initech");
        assertThat(browser.text("document.querySelector('.row.group').getAttribute('aria-expanded')"))
                .isEqualTo("false");
        assertThat(hash()).contains("group=acme.tenant", "shut=initech");

        select("Attribute", "acme.team");
        check("[data-where='acme.team=blue']");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("6 of 12 workflows in 3 groups");
        browser.click(".chip", "acme.team=blue");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("12 of 12 workflows in 3 groups");
        go("back");
        await().untilAsserted(
                        () -> assertThat(browser.textOf(".list [role=status]")).startsWith("6 of 12"));
    }

    @Test
    void shouldKeepTheEndOfNames() {
        browser.open(page, "#workflows");
        assertThat(browser.text("Names.fit('com.example.shop.OrderRepository#find11', t => t.length < 24)"))
                .isEqualTo("…OrderRepository#find11");
        assertThat(texts("[role=treeitem]"))
                .anyMatch(text -> text.startsWith("com.example.shop.OrderRepository#find11"));
    }

    @Test
    void shouldShowFailuresInRed() {
        browser.open(page, "#overview");
        assertThat(browser.textOf(".verdict")).startsWith("1 workflow failed (8.3 %)");
        assertThat(browser.text("getComputedStyle([...document.querySelectorAll('.failures li, .finding')]"
                        + ".find(e => e.innerText.includes('IOException'))).borderLeftColor"))
                .isEqualTo("rgb(189, 35, 24)");
    }

    @Test
    void shouldKeepWhatAGraphIsOf() {
        browser.open(page, "#flame?width=calls&highlight=save&name=plan");
        assertThat(browser.textOf(".choice [aria-pressed=true]")).isEqualTo("Calls");
        assertThat(browser.text("document.querySelector('.view-flame select').value"))
                .isEqualTo("plan");
        assertThat(hash()).isEqualTo("#flame?width=calls&highlight=save&name=plan");
    }
}
