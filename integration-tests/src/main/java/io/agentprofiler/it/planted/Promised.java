// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code diff} says of a finding once its cause is fixed.
 *
 * @param rule id of the rule
 * @param subject what the finding is about
 * @param state {@code gone}, {@code still there} or {@code new}
 * @param verdicts of what it promised of run time and cost: {@code kept} and so on; empty if it promised nothing
 */
record Promised(String rule, String subject, String state, List<String> verdicts) {
    /** Verdicts from the best to the worst. */
    private static final List<String> BEST_FIRST = List.of(
            "kept", "more than promised", "less than promised", "cannot tell", "made no difference", "got worse");

    private static final JsonMapper JSON = new JsonMapper();

    Promised {
        verdicts = List.copyOf(verdicts);
    }

    /** Reads {@code diff.json}. */
    static List<Promised> read(Path diff) throws IOException {
        JsonNode promises = JSON.readTree(Files.readString(diff)).path("promises");
        return promises.path("findings")
                .valueStream()
                .map(finding -> new Promised(
                        finding.path("rule").asString(""),
                        finding.path("subject").asString(""),
                        finding.path("state").asString(""),
                        verdicts(finding, promises)))
                .toList();
    }

    private static List<String> verdicts(JsonNode finding, JsonNode promises) {
        List<String> verdicts = new ArrayList<>();
        for (String what : List.of("time", "cost")) {
            if (finding.path("promised_" + what + "_most").isNumber()) {
                verdicts.add(promises.path(what).path("verdict").asString("cannot tell"));
            }
        }
        return verdicts;
    }

    /** Finds what is said of a finding. */
    static Optional<Promised> of(Finding finding, List<Promised> said) {
        return said.stream()
                .filter(one -> one.rule.equals(finding.rule()) && one.subject.equals(finding.subject()))
                .findFirst();
    }

    /** Returns what is said of it in a word: that it is still there, or the best verdict on what it promised. */
    String word() {
        if (!state.equals("gone")) {
            return state;
        }
        return BEST_FIRST.stream().filter(verdicts::contains).findFirst().orElse("promised nothing");
    }
}
