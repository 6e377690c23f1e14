// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.FindingDocument.KindShare;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.UsualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of all rules, which {@code docs/questions/findings.md} describes. */
class FindingRulesTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static String page;

    @BeforeAll
    static void readPage() throws IOException {
        page = Files.readString(Path.of("..", "..", "docs", "questions", "findings.md"));
    }

    @Test
    void shouldNameEachRuleAndThresholdOnce() {
        assertThat(FindingRules.ALL)
                .extracting(FindingRule::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z]+(-[a-z]+)*"));
        assertThat(FindingRules.thresholds()).extracting(Threshold::name).doesNotHaveDuplicates();
        assertThat(FindingRules.threshold("loop-calls")).isSameAs(FindingRules.threshold("loop-calls"));
        assertThat(FindingRules.threshold("no-such")).isNull();
    }

    @Test
    void shouldBeDescribedRuleByRuleWithTheirThresholds() {
        Map<String, List<String>> described = new LinkedHashMap<>();
        rows("Rules").forEach(row -> described.put(codes(row[1]).get(0), codes(row[3])));

        Map<String, List<String>> rules = new LinkedHashMap<>();
        FindingRules.ALL.forEach(rule -> rules.put(
                rule.id(), rule.thresholds().stream().map(Threshold::name).toList()));
        assertThat(described).containsExactlyEntriesOf(rules);
    }

    @Test
    void shouldBeDescribedThresholdByThresholdWithItsDefault() {
        Stream<String> described = rows("Thresholds").map(row -> String.join("|", row) + "|");

        assertThat(described)
                .containsExactlyElementsOf(FindingRules.thresholds().stream()
                        .map(threshold -> "| `" + threshold.name() + "` | "
                                + (threshold.standard() % 1 == 0
                                        ? Long.toString((long) threshold.standard())
                                        : Double.toString(threshold.standard()))
                                + " | " + threshold.meaning() + " |")
                        .toList());
    }

    @Test
    void shouldBeDescribedWithHowSevereAndHowSureTheyAre() {
        assertThat(page.replaceAll("\\s+", " "))
                .contains("`high` from " + percent(Impact.HIGH_FROM) + " and `medium` from "
                        + percent(Impact.MEDIUM_FROM));
        assertThat(Pattern.compile("`([a-z-]+)` comes before everything else")
                        .matcher(page)
                        .results()
                        .map(match -> match.group(1)))
                .containsExactlyElementsOf(FindingRules.ALL.stream()
                        .filter(FindingRule::comesFirst)
                        .map(FindingRule::id)
                        .toList());
        assertThat(rows("How sure a finding is").flatMap(row -> codes(row[1]).stream()))
                .containsAll(
                        Arrays.stream(Confidence.values()).map(Confidence::word).toList());
    }

    @Test
    void shouldBeDescribedWithWhatIsUsual() {
        String usual = section("What is usual").replaceAll("\\s+", " ");

        for (KindShare.FindingGroup group : KindShare.FindingGroup.values()) {
            assertThat(usual).contains(" " + group.low() + "–" + group.high() + " %");
        }
        for (UsualTime time : UsualTime.values()) {
            assertThat(usual).contains(" " + time.range());
        }
    }

    private static String percent(Threshold share) {
        return Math.round(share.standard() * 100) + " %";
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /** Returns the rows of a section's table but its head, split at the bars. */
    private static Stream<String[]> rows(String section) {
        return section(section).lines().filter(line -> line.startsWith("| `")).map(line -> line.split("\\|"));
    }

    private static String section(String title) {
        Matcher section = Pattern.compile("(?ms)^## " + Pattern.quote(title) + "$(.*?)(?=^## |\\z)")
                .matcher(page);
        assertThat(section.find()).as(title).isTrue();
        return section.group(1);
    }
}
