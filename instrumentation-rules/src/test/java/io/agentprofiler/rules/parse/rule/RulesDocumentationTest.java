// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.shared.schema.DocumentationExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/rules.md} shows what the parser takes, and all of it. */
class RulesDocumentationTest {
    private static final String PAGE = "rules.md";

    @Test
    void shouldShowFilesThatParse() throws RuleFileException {
        List<String> files = DocumentationExamples.of(PAGE, "json file");

        assertThat(files).hasSize(11);
        for (String file : files) {
            assertThat(RuleParser.parse("docs.json", file, Origin.USER).rules()).isNotEmpty();
        }
    }

    @Test
    void shouldShowRulesThatParse() throws RuleFileException {
        List<String> rules = DocumentationExamples.of(PAGE, "json rule");

        assertThat(rules).hasSize(10);
        for (String rule : rules) {
            String file = "{\"format\": \"agent-profiler-rules/1\", \"rules\": [" + rule + "]}";
            assertThat(RuleParser.parse("docs.json", file, Origin.USER).rules()).hasSize(1);
        }
    }

    @Test
    void shouldShowEveryRoleThatUsersFilesMayHave() throws RuleFileException {
        Set<Object> roles = new HashSet<>();
        for (String file : DocumentationExamples.of(PAGE, "json file")) {
            RuleParser.parse("docs.json", file, Origin.USER).rules().stream()
                    .map(Rule::role)
                    .forEach(roles::add);
        }

        assertThat(roles)
                .containsExactlyInAnyOrder(Arrays.stream(Role.values())
                        .filter(role -> !role.isOfCoroutines())
                        .toArray());
    }

    @Test
    void shouldExplainEveryKey() throws IOException {
        String page = Files.readString(Path.of("../docs", PAGE));
        String table = page.substring(page.indexOf("## All keys"), page.indexOf("## Errors"));
        Set<String> explained = table.lines()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line ->
                        Arrays.stream(line.substring(2, line.indexOf(" |")).split(" ")))
                .map(key -> key.replace("`", ""))
                .collect(Collectors.toSet());

        assertThat(explained).containsExactlyInAnyOrderElementsOf(RoleKeys.known());
    }
}
