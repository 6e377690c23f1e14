// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.content.redaction.Redactor;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContentPolicyTest {
    private static final String MESSAGES = "gen_ai.input.messages";
    private static final String ARGUMENTS = "gen_ai.tool.call.arguments";

    @Test
    void shouldKeepNothingUnderNone() {
        assertThat(kept(policy(Content.NONE, 100), Map.of(MESSAGES, "hello"))).isEmpty();
    }

    @Test
    void shouldKeepLengthAndHashesButNoTextUnderHash() {
        Map<String, Object> kept = kept(policy(Content.HASH, 100), Map.of(MESSAGES, "secret words"));

        assertThat(kept).containsOnlyKeys("agentprofiler.prompt.blocks", "agentprofiler.content.input.messages");
        assertThat(kept.toString()).doesNotContain("secret");
        assertThat(kept.get("agentprofiler.content.input.messages"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("chars", 12L);
    }

    @Test
    void shouldTellWhetherAnAnswerWentIntoALaterPromptThoughNeitherCanBeRead() {
        ContentPolicy policy = policy(Content.HASH, 100);
        String answer = "Paris is lovely in spring.";
        String result = texts(kept(policy, Map.of("agentprofiler.output", answer)), "agentprofiler.output");

        assertThat(result).hasSize(8);
        assertThat(texts(
                        kept(policy, Map.of("agentprofiler.input", List.of("short", " " + answer + "\n"))),
                        "agentprofiler.input"))
                .isEqualTo(result);
        assertThat(hashesOf8(texts(
                        kept(
                                policy,
                                Map.of(
                                        MESSAGES,
                                        List.of(Map.of(
                                                "role",
                                                "user",
                                                "parts",
                                                List.of(Map.of(
                                                        "type", "text", "content", "Shorten this:\n" + answer)))))),
                        "input.messages")))
                .hasSize(3)
                .contains(result);
        assertThat(texts(kept(policy, Map.of(MESSAGES, "Something else is said.")), "input.messages"))
                .doesNotContain(result);
    }

    @Test
    void shouldHashNoTextsOfDefinitionsArgumentsAndWhatIsShort() {
        Map<String, Object> kept = kept(
                policy(Content.HASH, 100),
                Map.of(
                        "gen_ai.tool.definitions",
                        List.of(Map.of("description", "tells the weather of a city")),
                        ARGUMENTS,
                        "{\"city\":\"Paris in France\"}",
                        "gen_ai.tool.call.result",
                        "sunny"));

        assertThat(kept.values().toString()).doesNotContain("texts");
    }

    @Test
    void shouldKeepTheHashesOfTheLastTexts() {
        ContentPolicy policy = policy(Content.HASH, 100);
        List<String> many =
                IntStream.range(0, 300).mapToObj(i -> "message number " + i).toList();

        String hashes = texts(kept(policy, Map.of(MESSAGES, many)), "input.messages");
        assertThat(hashes).hasSize(128 * 8);
        assertThat(hashes).endsWith(texts(kept(policy, Map.of(MESSAGES, "message number 299")), "input.messages"));
    }

    private static String texts(Map<String, Object> kept, String name) {
        return (String) ((Map<?, ?>) kept.get("agentprofiler.content." + name)).get("texts");
    }

    private static List<String> hashesOf8(String hashes) {
        return List.of(hashes.split("(?<=\\G.{8})"));
    }

    @Test
    void shouldGiveEqualLeadingHashesToEqualPrefixesOnly() {
        ContentPolicy policy = policy(Content.HASH, 100);
        String first = hashes(kept(policy, Map.of(MESSAGES, "a".repeat(64) + "b".repeat(64) + "tail")));
        String second = hashes(kept(policy, Map.of(MESSAGES, "a".repeat(64) + "c".repeat(64))));
        String third = hashes(kept(policy, Map.of(MESSAGES, "c".repeat(64) + "b".repeat(64))));

        assertThat(first).hasSize(16);
        assertThat(second).hasSize(16);
        assertThat(first.substring(0, 8)).isEqualTo(second.substring(0, 8));
        assertThat(first.substring(8)).isNotEqualTo(second.substring(8));
        // the second block is the same text as in the first prompt, but what came before it is not
        assertThat(third.substring(8)).isNotEqualTo(first.substring(8));
    }

    @Test
    void shouldHashThePromptInTheOrderProvidersPutIt() {
        ContentPolicy policy = policy(Content.HASH, 100);
        Map<String, Object> messagesFirst = new LinkedHashMap<>();
        messagesFirst.put(MESSAGES, "m".repeat(64));
        messagesFirst.put("gen_ai.tool.definitions", "t".repeat(64));
        Map<String, Object> toolsOnly = Map.of("gen_ai.tool.definitions", "t".repeat(64));

        assertThat(hashes(kept(policy, messagesFirst))).startsWith(hashes(kept(policy, toolsOnly)));
    }

    @Test
    void shouldTellWhereThePartsOfAPromptEnd() {
        ContentPolicy policy = policy(Content.HASH, 100);
        Map<String, Object> user = message("user", "h\u00e9llo");
        Map<String, Object> answer = message("assistant", "hi");
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("gen_ai.system_instructions", "Be kind");
        content.put("gen_ai.tool.definitions", "tools");
        content.put(MESSAGES, List.of(user, answer, "plain"));

        Map<String, Object> kept = kept(policy, content);

        Map<?, ?> blocks = (Map<?, ?>) kept.get(ContentPolicy.PROMPT_BLOCKS);
        assertThat(blocks.get("tools_end")).isEqualTo(5L);
        assertThat(blocks.get("instructions_end")).isEqualTo(12L);
        // "role: user", "parts: type: text" and "content: hello" with an e of two bytes, each with a line end
        int first = 12 + 11 + 18 + 16;
        int second = first + 16 + 18 + 12;
        assertThat((Map<?, ?>) blocks.get("messages"))
                .isEqualTo(Map.of(
                        "left_out", 0L,
                        "ends", List.of((long) first, (long) second, second + 6L),
                        "roles", List.of("user", "assistant", ""),
                        "parts", List.of(1L, 1L, 1L),
                        "hashes",
                                hash(policy, List.of(user)) + hash(policy, List.of(answer)) + hash(policy, "plain\n")));
        assertThat(blocks.get("bytes")).isEqualTo(second + 6L);
        // an answer is told by its hash when it comes back in a later prompt
        assertThat(kept(policy, Map.of("gen_ai.output.messages", List.of(answer))))
                .containsEntry(
                        "agentprofiler.content.output.messages",
                        Map.of("chars", 46L, "hash", hash(policy, List.of(answer))));
        assertThat(kept.get("agentprofiler.content.input.messages"))
                .isEqualTo(Map.of("chars", second + 6L - 12 - 1, "hash", hash(policy, List.of(user, answer, "plain"))));
    }

    @Test
    void shouldTellTheEndsOfTheNewestMessagesOnly() {
        List<Object> messages = new java.util.ArrayList<>();
        for (int i = 0; i < 200; i++) {
            messages.add(message("user", "again"));
        }

        Map<?, ?> blocks = (Map<?, ?>)
                kept(policy(Content.HASH, 100), Map.of(MESSAGES, messages)).get(ContentPolicy.PROMPT_BLOCKS);

        Map<?, ?> told = (Map<?, ?>) blocks.get("messages");
        assertThat(told.get("left_out")).isEqualTo(200L - Prompt.MAX_MESSAGES);
        List<?> ends = (List<?>) told.get("ends");
        assertThat(ends).hasSize(Prompt.MAX_MESSAGES);
        assertThat(ends.get(ends.size() - 1)).isEqualTo(blocks.get("bytes"));
    }

    private static Map<String, Object> message(String role, String text) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", "text");
        part.put("content", text);
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("parts", List.of(part));
        return message;
    }

    private static String hash(ContentPolicy policy, Object content) {
        Map<?, ?> told =
                (Map<?, ?>) kept(policy, Map.of(MESSAGES, content)).get("agentprofiler.content.input.messages");
        return (String) told.get("hash");
    }

    @Test
    void shouldSaltHashes() {
        ContentPolicy other =
                new ContentPolicy(Content.HASH, 100, new Redactor(List.of()), "other".getBytes(StandardCharsets.UTF_8));
        Map<String, Object> content = Map.of(MESSAGES, "x".repeat(64));

        assertThat(hashes(kept(policy(Content.HASH, 100), content))).isNotEqualTo(hashes(kept(other, content)));
    }

    @Test
    void shouldKeepStructureRedactAndCutUnderFull() {
        List<Object> messages =
                List.of(Map.of("content", "mail a@b.example please"), Map.of("content", "0123456789abcdefghij"));

        Map<String, Object> kept = kept(policy(Content.FULL, 27), Map.of(MESSAGES, messages));

        assertThat(kept.get(MESSAGES))
                .isEqualTo(List.of(
                        Map.of("content", "mail [redacted] please"), Map.of("content", "01234… [15 chars cut]")));
    }

    @Test
    void shouldSketchTheWordsOfToolArgumentsOnly() {
        ContentPolicy policy = policy(Content.HASH, 100);
        String first = words(kept(policy, Map.of(ARGUMENTS, "{\"city\": \"Oslo\", \"page\": 1}")));
        String second = words(kept(policy, Map.of(ARGUMENTS, "{\"page\":2,\"CITY\":\"oslo\"}")));

        assertThat(hashesOf(first)).hasSize(4).isSorted();
        assertThat(hashesOf(second)).hasSize(4);
        // city, oslo and page, but not 1 and 2
        assertThat(hashesOf(first)).filteredOn(hashesOf(second)::contains).hasSize(3);
        assertThat(words(kept(policy, Map.of(ARGUMENTS, Map.of("city", "Oslo")))))
                .isEqualTo(words(kept(policy, Map.of(ARGUMENTS, "{\"city\":\"Oslo\"}"))));
        assertThat(words(kept(policy, Map.of(ARGUMENTS, "{}")))).isEmpty();
        assertThat(kept(policy, Map.of("gen_ai.tool.call.result", "sunny")).toString())
                .doesNotContain("words");
        assertThat(kept(policy(Content.NONE, 100), Map.of(ARGUMENTS, "{}"))).isEmpty();
    }

    @Test
    void shouldSketchLongArgumentsByTheSmallestHashes() {
        ContentPolicy policy = policy(Content.HASH, 100);
        String many = IntStream.range(0, 500).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

        List<String> hashes = hashesOf(words(kept(policy, Map.of(ARGUMENTS, many))));

        assertThat(hashes).hasSize(32).isSorted();
        // whatever is left out, what stays does not depend on the order of the words
        assertThat(hashesOf(words(kept(policy, Map.of(ARGUMENTS, "word499 " + many)))))
                .isEqualTo(hashes);
        // words behind the first 8192 chars do not count
        assertThat(words(kept(policy, Map.of(ARGUMENTS, " ".repeat(8192) + many))))
                .isEmpty();
    }

    @Test
    void shouldSaltSketches() {
        ContentPolicy other =
                new ContentPolicy(Content.HASH, 100, new Redactor(List.of()), "other".getBytes(StandardCharsets.UTF_8));
        Map<String, Object> content = Map.of(ARGUMENTS, "a few words of some length");

        assertThat(words(kept(policy(Content.HASH, 100), content))).isNotEqualTo(words(kept(other, content)));
    }

    private static String words(Map<String, Object> kept) {
        return (String) ((Map<?, ?>) kept.get("agentprofiler.content.tool.call.arguments")).get("words");
    }

    private static List<String> hashesOf(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split("(?<=\\G.{4})"));
    }

    private static ContentPolicy policy(Content level, int maxChars) {
        return new ContentPolicy(level, maxChars, new Redactor(List.of()), "salt".getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> kept(ContentPolicy policy, Map<String, Object> content) {
        Map<String, Object> into = new LinkedHashMap<>();
        policy.keep(content, into);
        return into;
    }

    private static String hashes(Map<String, Object> kept) {
        return (String) ((Map<?, ?>) kept.get(ContentPolicy.PROMPT_BLOCKS)).get("hashes");
    }
}
