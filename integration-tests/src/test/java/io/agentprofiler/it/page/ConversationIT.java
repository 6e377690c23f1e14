// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

/**
 * Conversations on the page: with texts, including hostile ones, with hashes only, and with nothing; and a model server's
 * load.
 */
@Tag("once")
class ConversationIT {
    private static final String HOSTILE =
            "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> \u001b[31m\u200bend";

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
            workflow(out, 1, "order-7");
            workflow(out, 2, "order-7");
            hashes(out);
            out.trace(4).span(401, 0, 4000, 4001, "llm", "chat", Map.of());
            for (int i = 0; i < 20; i++) {
                out.sample(1000 + 10 * i, i, 3, 0.6);
            }
        }
        page = Reports.page(run);
    }

    @SafeVarargs
    private static Map<String, Object> message(String role, Map<String, ?>... parts) {
        return Map.of("role", role, "parts", List.of(parts));
    }

    private static Map<String, Object> text(String content) {
        return Map.of("type", "text", "content", content);
    }

    /** A model requests a tool and gets its result; after that, it gets another prompt. */
    private static void workflow(TraceWriter out, int number, String conversation) throws IOException {
        int id = number * 100;
        double t = number * 1000;
        Map<String, Object> system = message("system", text("Be brief. ".repeat(400)));
        Map<String, Object> user = message(
                "user", text(HOSTILE), Map.of("type", "image", "mime_type", "image/png", "content", "A".repeat(400)));
        Map<String, Object> call = message(
                "assistant",
                Map.of("type", "reasoning", "content", "I look it up."),
                Map.of("type", "tool_call", "id", "c1", "name", "find", "arguments", "{\"id\":\"A-1\"}"));
        Map<String, Object> result =
                message("tool", Map.of("type", "tool_call_response", "id", "c1", "response", "shipped"));
        out.trace(number)
                .start(
                        id,
                        0,
                        t,
                        "agent",
                        "Support",
                        Map.of("gen_ai.conversation.id", conversation, "agentprofiler.input", "Where is it?"));
        out.start(id + 1, id, t + 10, "llm", "chat", Map.of("gen_ai.input.messages", List.of(system, user)));
        out.end(
                id + 1,
                t + 50,
                Map.of(
                        "attributes",
                        Map.of(
                                "gen_ai.output.messages",
                                List.of(call),
                                "gen_ai.usage.input_tokens",
                                812,
                                "gen_ai.usage.output_tokens",
                                40,
                                "gen_ai.usage.cache_read.input_tokens",
                                512)));
        out.start(
                id + 2,
                id,
                t + 60,
                "tool",
                "find",
                Map.of("gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", "{\"id\":\"A-1\"}"));
        out.end(id + 2, t + 70, Map.of("attributes", Map.of("gen_ai.tool.call.result", "shipped")));
        out.start(
                id + 3,
                id,
                t + 80,
                "llm",
                "chat",
                Map.of("gen_ai.input.messages", List.of(system, user, call, result)));
        out.end(
                id + 3,
                t + 90,
                Map.of(
                        "attributes",
                        Map.of("gen_ai.output.messages", List.of(message("assistant", text("{\"eta\":\"today\"}"))))));
        out.span(
                id + 4,
                id,
                t + 100,
                t + 110,
                "llm",
                "chat",
                Map.of("gen_ai.input.messages", List.of(system, message("user", text("Else?")))));
        out.end(id, t + 120, Map.of("attributes", Map.of("agentprofiler.output", "Today.")));
    }

    /** Two calls of which only lengths and hashes are known; the length of the second answer is not. */
    private static void hashes(TraceWriter out) throws IOException {
        out.trace(3)
                .start(301, 0, 3000, "llm", "chat", Map.of("agentprofiler.prompt.blocks", blocks("aaaabbbb", 10, 30)));
        out.end(
                301,
                3010,
                Map.of(
                        "attributes",
                        Map.of("agentprofiler.content.output.messages", Map.of("chars", 17, "hash", "c"))));
        out.span(
                302, 301, 3002, 3004, "llm", "chat", Map.of("agentprofiler.prompt.blocks", blocks("aaaadddd", 10, 45)));
    }

    private static Map<String, Object> blocks(String hashes, int... ends) {
        return Map.of(
                "block_bytes",
                256,
                "hash_chars",
                4,
                "bytes",
                ends[ends.length - 1],
                "hashes",
                "",
                "messages",
                Map.of(
                        "left_out",
                        0,
                        "ends",
                        ends,
                        "roles",
                        List.of("system", "user"),
                        "parts",
                        List.of(1, 1),
                        "hashes",
                        hashes));
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

    private static String turn(int number) {
        return browser.textOf(".session-turn .turn:nth-child(" + number + ")");
    }

    private static double count(String selector) {
        return browser.value("document.querySelectorAll(" + Browser.quoted(selector) + ").length")
                .asDouble();
    }

    @Test
    void shouldReadTheTurnsOfAConversation() {
        browser.open(page, "#conversations/0");

        assertThat(browser.textOf(".reading h2"))
                .as("the first question")
                .startsWith("</script><script>document.title='owned'");
        assertThat(browser.textOf(".reading .info")).startsWith("conversation order-7 · 2 turns · 240 ms");
        assertThat(count(".session-turn")).isEqualTo(2);
        assertThat(browser.textOf(".session-turn h3")).startsWith("Turn 1: Support");
        assertThat(turn(1)).contains("[1]", "Support", "Where is it?");
        assertThat(turn(2))
                .contains("812 tokens in", "512 cached", "40 tokens out", "system", "user", "assistant")
                .contains("image, image/png, 300 bytes", "system prompt, 4,000 characters", "Reasoning, 13 characters")
                .contains("calls find id c1 · run by [3] · result told to [4]")
                .as("the turn of the tool has its arguments")
                .doesNotContain("\"id\": \"A-1\"");
        assertThat(turn(3)).contains("requested by [2]", "arguments", "\"id\": \"A-1\"", "shipped");
        assertThat(turn(4))
                .contains("Continues the prompt of [2].", "3 messages were said before")
                .containsSubsequence("tool, as in", "[3]", "\"eta\": \"today\"")
                .doesNotContain("shipped");
        assertThat(turn(5)).contains("Begins like the prompt of [4] and differs from message 2 on.", "Else?");
        assertThat(turn(6)).contains("Support returns", "Today.");
    }

    @Test
    void shouldShowHostileTextsAsTexts() {
        browser.open(page, "#conversations/0");

        assertThat(turn(2)).contains("<img src=x onerror=", "</script>", "U+001B", "U+200B");
        assertThat(count("main img, main script")).isZero();
        assertThat(browser.text("document.title")).doesNotContain("owned");
    }

    @Test
    void shouldUnfoldAndCopy() {
        browser.open(page, "#conversations/0");

        browser.value("document.querySelector('.role-system.folded').open = true");
        browser.drawn();
        browser.click(".unfold", "Show all (3,999 characters)");
        assertThat(browser.textOf(".unfold")).isEqualTo("Show less");
        browser.value("navigator.clipboard.writeText = async text => { window.copied = text; }");
        browser.value("document.querySelectorAll('.turn')[3].querySelector('.actions .copy').click()");
        assertThat(browser.text("window.copied"))
                .isEqualTo("[4] llm chat\n(the first 2 messages as in the prompt of [2])\ntool: shipped\n"
                        + "assistant: {\n  \"eta\": \"today\"\n}");
        browser.value("document.querySelector('.bar-of-tools .copy').click()");
        assertThat(browser.text("window.copied"))
                .contains("[1] agent Support", "Be brief.")
                .doesNotContain("\u001b");
    }

    @Test
    void shouldShowAgainWhatAPromptRepeats() {
        browser.open(page, "#conversations/0");

        browser.value("document.querySelectorAll('.turn')[3].querySelector('.repeated').open = true");
        browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assertThat(browser.value("document.querySelectorAll('.turn')[3].querySelectorAll('.repeated .message').length")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void shouldLeadToTheWaterfallAndBack() {
        browser.open(page, "#conversations/1/2");
        assertThat(browser.textOf(".turn.chosen")).contains("[3]", "find", "shipped");

        browser.value("document.querySelector('.turn.chosen .actions .link').click()");
        assertThat(browser.text("location.hash")).isEqualTo("#workflows/1/2");
        browser.click(".panel .link", "Read in the conversation");
        assertThat(browser.text("location.hash")).isEqualTo("#conversations/1/2");
        assertThat(browser.textOf(".turn.chosen")).contains("[3]", "find");
        browser.value("document.querySelector('.turn.chosen .ref').click()");
        assertThat(browser.text("location.hash")).isEqualTo("#conversations/1/1");
    }

    @Test
    void shouldFindWhatWasSaid() {
        browser.open(page, "#conversations");
        assertThat(browser.textOf(".conversations .info")).isEqualTo("3 of 3 conversations");

        browser.value("(() => { const field = document.querySelector('#search-said'); field.value = 'look it up';"
                + " field.dispatchEvent(new Event('input')); })()");
        assertThat(browser.textOf(".conversations .info")).isEqualTo("1 of 3 conversations");
    }

    @Test
    void shouldTellLengthsRepeatsAndChangesByHashes() {
        browser.open(page, "#conversations/2");

        assertThat(browser.textOf(".reading .notice")).contains("The texts were not recorded");
        assertThat(turn(1))
                .contains("10 bytes; the text was not recorded", "20 bytes; the text was not recorded")
                .contains("17 characters; the text was not recorded");
        assertThat(turn(2))
                .contains("Begins like the prompt of [1] and differs from message 2 on.")
                .contains("1 message was said before, 10 bytes", "35 bytes; the text was not recorded");
    }

    @Test
    void shouldSayWhereNothingWasRecorded() {
        browser.open(page, "#conversations/3");

        assertThat(browser.textOf(".reading .notice")).contains("What was said is not in this trace");
        assertThat(turn(1)).contains("chat", "tokens not reported");
    }

    @Test
    void shouldReadWellInTheDark() {
        for (String scheme : List.of("light", "dark")) {
            browser.open(page, "#conversations");
            browser.look(scheme, 1280, 900);
            assertThat(browser.leastContrast()).as(scheme).isGreaterThan(4.5);
        }
    }

    /** Every view, by the rules of axe; those of minor impact, too. */
    @Test
    void shouldBeAccessible() throws IOException {
        String axe;
        try (InputStream script = ConversationIT.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
        browser.look("light", 1280, 720);
        for (String view : List.of(
                "#overview",
                "#workflows/0",
                "#workflows/0?list=table",
                "#tree",
                "#flame",
                "#charts",
                "#conversations/0",
                "#compare")) {
            browser.open(page, view);
            browser.value(axe + "; 0");
            assertThat(browser.value("axe.run({resultTypes: ['violations']}).then(found => found.violations.flatMap("
                                    + "rule => rule.nodes.map(node => rule.impact + ' ' + rule.id + ' ' + node.html)))")
                            .valueStream()
                            .map(violation -> violation.asString()))
                    .as(view)
                    .isEmpty();
        }
    }

    @Test
    void shouldDrawTheLoadOfAModelServerBelowTheWaterfall() {
        browser.open(page, "#workflows/0");
        browser.look("light", 1280, 900);

        String strip =
                "[...document.querySelectorAll('.time canvas')].find(c => /^Model server/.test(c.getAttribute('aria-label')))";
        assertThat(browser.text(strip + ".getAttribute('aria-label')"))
                .isEqualTo("Model server gpu:8000 gpt-4o-mini during the workflow: at most 3 requests waiting,"
                        + " KV cache at most 60 %");
        assertThat(
                        browser.bool(
                                "(() => { const c = " + strip
                                        + "; return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(x => x !== 0); })()"))
                .isTrue();
        browser.value(
                "(() => { const c = " + strip + "; const box = c.getBoundingClientRect();"
                        + " c.dispatchEvent(new PointerEvent('pointermove', {clientX: box.right - 2, clientY: box.top + 5})); })()");
        assertThat(browser.textOf("#tip"))
                .contains("gpu:8000 gpt-4o-mini", "sampled at", "running", "3 waiting", "KV cache");
        browser.open(page, "#workflows/2");
        assertThat(browser.bool(strip + " === undefined"))
                .as("no sample was taken during that workflow")
                .isTrue();
    }
}
