// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.nat.profile.InferenceOptimization.PromptTree;
import io.agentprofiler.analyzer.formats.nat.profile.InferenceOptimization.PromptTree.Prefix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PromptTreeTest {
    private static PromptTree of(List<String> prompts) {
        PromptTree tree = new PromptTree();
        prompts.forEach(tree::add);
        return tree;
    }

    @Test
    void shouldReportWherePromptsPartOrEnd() {
        PromptTree tree = of(List.of("system: A", "system: B", "system: B", "system: B and C", "other"));

        assertThat(tree.calls()).isEqualTo(5);
        assertThat(tree.prefixes(0)).containsExactly(new Prefix("system: B", 3), new Prefix("system: ", 4));
        assertThat(tree.prefixes(0.8)).containsExactly(new Prefix("system: ", 4));
    }

    @Test
    void shouldCountCharactersAndNeverCutOneInTwo() {
        // the two differ in the second unit of the first character
        List<Prefix> prefixes = of(List.of("x😀", "x😁")).prefixes(0);

        assertThat(prefixes).containsExactly(new Prefix("x", 2));
        assertThat(of(List.of("😀a", "😀a")).prefixes(0).get(0).codePoints()).isEqualTo(2);
    }

    @Property(tries = 200)
    void shouldFindWhatComparingAllPrefixesFinds(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> prompts = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            prompts.add(IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(any -> random.nextBoolean() ? "a" : "b")
                    .collect(Collectors.joining()));
        }
        Map<String, Integer> counts = new HashMap<>();
        Map<String, Set<Character>> next = new HashMap<>();
        for (String prompt : prompts) {
            for (int end = 1; end <= prompt.length(); end++) {
                counts.merge(prompt.substring(0, end), 1, Integer::sum);
                next.computeIfAbsent(prompt.substring(0, end), any -> new HashSet<>())
                        .add(end < prompt.length() ? prompt.charAt(end) : '.');
            }
        }
        Set<Prefix> expected = counts.entrySet().stream()
                .filter(entry -> entry.getValue() >= 2)
                .filter(entry -> next.get(entry.getKey()).size() > 1
                        || next.get(entry.getKey()).contains('.'))
                .map(entry -> new Prefix(entry.getKey(), entry.getValue()))
                .collect(Collectors.toSet());

        assertThat(new HashSet<>(of(prompts).prefixes(0))).isEqualTo(expected);
    }

    @Test
    void shouldSayHowManyPromptsItHadNoRoomFor() {
        PromptTree tree = new PromptTree();
        for (char c = 'a'; c < 'f'; c++) {
            tree.add(String.valueOf(c).repeat(4_000_000));
        }
        tree.add("a".repeat(10));

        assertThat(tree.unseen()).isEqualTo(1);
        assertThat(tree.calls()).isEqualTo(6);
        assertThat(tree.prefixes(0)).containsExactly(new Prefix("a".repeat(10), 2));
    }

    @Test
    void shouldFindWordsAsPythonDoes() {
        assertThat(InferenceOptimization.words("😀 ÜBER Straße naïve_1 wort\u0301 x0-x1"))
                .containsExactlyInAnyOrder("über", "straße", "naïve_1", "wort", "x0", "x1");
    }
}
