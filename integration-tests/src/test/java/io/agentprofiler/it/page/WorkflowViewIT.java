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

/** The way from a list of questions to a trace, its spans and what was said: few clicks, or none but keys. */
@Tag("once")
class WorkflowViewIT {
    private static final List<String> QUESTIONS = List.of(
            "Where is my order 4711? I have been waiting for a week and nobody answers my mails",
            "I want my money back for order 4712, the grinder arrived broken",
            "How do I descale the machine?");

    /** Texts that their box cuts off, and that no tooltip says in full. */
    private static final String CUT_TEXTS = """
            [...document.querySelectorAll('body *')]
              .filter(e => e.checkVisibility() && getComputedStyle(e).overflowX === 'hidden'
                && e.scrollWidth > e.clientWidth + 1 && e.innerText?.trim() && !e.closest('[title], .unseen, .outline'))
              .map(e => e.innerText.slice(0, 80))""";

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
            for (int i = 0; i < QUESTIONS.size(); i++) {
                workflow(out, i + 1, QUESTIONS.get(i));
            }
            out.trace(4).start(400, 0, 4000, "agent", "Clerk", Map.of());
            out.end(400, 4010, Map.of("status", "error"));
        }
        page = Reports.page(run);
    }

    private static Map<String, Object> message(String role, Map<String, ?> part) {
        return Map.of("role", role, "parts", List.of(part));
    }

    private static Map<String, String> text(String content) {
        return Map.of("type", "text", "content", content);
    }

    /** An agent that keeps a memory, asks a model, and runs a tool that fails for the second question. */
    private static void workflow(TraceWriter out, int number, String question) throws IOException {
        int id = number * 100;
        double t = number * 1000;
        out.trace(number).start(id, 0, t, "agent", "Clerk", Map.of("gen_ai.conversation.id", "c-" + number));
        out.span(id + 1, id, t, t + 1, "memory", "memory get", Map.of());
        out.start(
                id + 2,
                id,
                t + 2,
                "llm",
                "chat gpt-4o-mini",
                Map.of(
                        "gen_ai.request.model",
                        "gpt-4o-mini",
                        "gen_ai.input.messages",
                        List.of(message("system", text("Be brief.")), message("user", text(question)))));
        Map<String, String> call =
                Map.of("type", "tool_call", "id", "call-1", "name", "refund", "arguments", "{\"order\":\"4712\"}");
        out.end(
                id + 2,
                t + 500 + 10 * number,
                Map.of(
                        "attributes",
                        Map.of(
                                "gen_ai.output.messages",
                                List.of(message("assistant", call)),
                                "gen_ai.usage.input_tokens",
                                1000,
                                "gen_ai.usage.output_tokens",
                                10)));
        out.start(
                id + 3,
                id,
                t + 600,
                "tool",
                "execute_tool refund",
                Map.of("gen_ai.tool.name", "refund", "gen_ai.tool.call.id", "call-1"));
        out.end(
                id + 3,
                t + (number == 2 ? 655 : 650),
                number == 2
                        ? Map.of("status", "error", "error", Map.of("type", "java.io.IOException", "message", "no key"))
                        : Map.of("attributes", Map.of("gen_ai.tool.call.result", "done")));
        out.span(id + 4, id, t + 656, t + 657, "memory", "memory add", Map.of());
        out.end(id, t + 660, Map.of());
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void lookThroughASmallWindow() {
        browser.look("light", 1280, 720);
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).as("asked of the network").isEmpty();
    }

    private static String hash() {
        return browser.text("location.hash");
    }

    private static List<String> texts(String expression) {
        return browser.value(expression).valueStream().map(JsonNode::asString).toList();
    }

    private static double top(String selector) {
        return browser.value("document.querySelector(" + Browser.quoted(selector) + ").getBoundingClientRect().top")
                .asDouble();
    }

    @Test
    void shouldTellWorkflowsApartByTheirQuestions() {
        browser.open(page, "#workflows?sort=at");

        assertThat(texts("[...document.querySelectorAll('.rows .asked')].map(e => e.textContent)"))
                .containsExactly(QUESTIONS.get(0), QUESTIONS.get(1), QUESTIONS.get(2), "Clerk");
        assertThat(texts("[...document.querySelectorAll('.rows .dot')].map(e => e.title)"))
                .containsExactly("ok", "ok, with failures", "ok", "failed");
        assertThat(texts("[...document.querySelectorAll('.rows .took')].map(e => e.textContent)"))
                .containsExactly("660 ms", "660 ms", "660 ms", "10.0 ms");
        browser.click(".outcome", "1");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("1 of 4 workflows");
        assertThat(hash()).contains("status=failed");
    }

    @Test
    void shouldBeginTheWaterfallNearTheTop() {
        browser.open(page, "#workflows");

        assertThat(top(".timeline canvas")).isLessThanOrEqualTo(300);
        assertThat(top(".list")).isLessThan(60);
        assertThat(texts("[...document.querySelectorAll('[role=treeitem]')].map(e => e.textContent.split(',')[0])"))
                .containsExactly("Clerk", "2 memory spans", "chat gpt-4o-mini", "execute_tool refund");
    }

    @Test
    void shouldLeadToTheConversationOfAFailureInThreeClicks() {
        browser.open(page, "");

        browser.click("main button", "refund");
        assertThat(browser.textOf(".panel")).contains("execute_tool refund", "IOException");
        browser.click(".panel .link", "Read in the conversation");
        assertThat(hash()).startsWith("#conversations/1/3");
        assertThat(browser.textOf(".turn.chosen")).contains("refund", "no key");
    }

    @Test
    void shouldLeadToTheLongestWaitInTwoClicks() {
        browser.open(page, "");

        browser.click("[role=tab]", "Workflows");
        assertThat(browser.textOf(".detail .info")).contains("longest wait 5", "ms in chat gpt-4o-mini");
        browser.click(".detail .info button", "chat gpt-4o-mini");
        assertThat(browser.textOf(".panel h3")).isEqualTo("chat gpt-4o-mini");
    }

    @Test
    void shouldShowWhatWasSaidBeforeFigures() {
        browser.open(page, "#workflows/1/2");

        String panel = browser.textOf(".panel");
        assertThat(panel.indexOf(QUESTIONS.get(1)))
                .isPositive()
                .isLessThan(panel.indexOf("calls refund"))
                .isLessThan(panel.indexOf("Self time"));
        browser.click(".panel .close", "");
        assertThat(hash()).isEqualTo("#workflows/1");
        assertThat(browser.bool("document.querySelector('.panel').hidden")).isTrue();
    }

    /** Escape goes one step back, and never changes what is filtered or shown otherwise. */
    @Test
    void shouldGoOneStepBackWithEscape() {
        browser.open(page, "#workflows/1/2");
        browser.type("#search", "money");
        await().untilAsserted(() -> assertThat(hash()).contains("q=money"));
        browser.press("Escape");
        assertThat(browser.text("document.getElementById('search').value")).isEqualTo("money");
        assertThat(browser.textOf(".list [role=status]")).isEqualTo("1 of 4 workflows");
        assertThat(browser.text("document.activeElement.tagName")).isEqualTo("BODY");

        browser.value("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()");
        browser.press("+");
        await().untilAsserted(() -> assertThat(hash()).contains("zoom="));
        browser.press("Escape");
        await().untilAsserted(() -> assertThat(hash()).doesNotContain("zoom=").startsWith("#workflows/1/2"));
        browser.press("Escape");
        assertThat(hash()).startsWith("#workflows/1?").contains("q=money");

        browser.value("document.querySelector('.filter-by').open = true");
        browser.press("Escape");
        assertThat(browser.bool("document.querySelector('.filter-by').open")).isFalse();
        browser.press("?");
        assertThat(browser.value("document.getElementById('help').scrollTop").asInt())
                .as("keys are read from the first")
                .isZero();
        browser.press("Escape");
        assertThat(browser.bool("document.getElementById('help').open")).isFalse();
    }

    @Test
    void shouldGoAnywhereByName() {
        browser.open(page, "");
        browser.press("/");
        browser.type("#palette input", "refund");
        browser.press("Enter");
        assertThat(browser.textOf(".panel h3")).isEqualTo("execute_tool refund");

        browser.press("/");
        browser.type("#palette input", "descale");
        assertThat(texts("[...document.querySelectorAll('#palette .kind')].map(e => e.textContent)"))
                .containsExactly("Workflow", "Conversation");
        browser.press("ArrowDown");
        assertThat(browser.text("document.querySelector('#palette [aria-selected=true] .kind').textContent"))
                .isEqualTo("Conversation");
        browser.press("Enter");
        assertThat(hash()).isEqualTo("#conversations/2");

        browser.press("/");
        browser.type("#palette input", "show charts");
        browser.press("Enter");
        assertThat(hash()).isEqualTo("#charts");
    }

    @Test
    void shouldCutNoText() {
        for (int width : List.of(1280, 1440, 800)) {
            browser.look("light", width, 720);
            for (String view : List.of("#workflows/1/2", "#workflows?list=table", "#conversations/1")) {
                browser.open(page, view);
                assertThat(texts(CUT_TEXTS)).as(width + " " + view).isEmpty();
                assertThat(browser.bool("document.documentElement.scrollWidth <= window.innerWidth"))
                        .as(width + " " + view + " needs no scrolling to the side")
                        .isTrue();
            }
        }
    }
}
