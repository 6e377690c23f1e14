// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording says at once of documents that it cannot give back as they were. */
class StoreReplayTest {
    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "packages": "com.acme.", "rules": [
              {"id": "find", "kind": "retrieval",
               "match": {"subtypeOf": "com.acme.Index", "method": "find(java.lang.String):java.util.List"},
               "name": "find", "start": {"acme.index": "this.class"},
               "content": {"q": "arg0", "docs": {"each": "return", "as": {"text": "text", "about": {"data": "about"},
                 "types": {"types": "about"}, "class": {"if": "it.class", "in": "com.acme.Doc", "else": "it.class"}}}},
               "replay": {"by": "q", "except": {"acme.index": "com.acme.Local"}, "result": {
                 "each": "docs", "unless": "class", "as": {"make": "com.acme.Doc#new(java.lang.String,java.util.Map)",
                 "of": ["text", {"map": "about", "types": "types"}]}}}}]}""";

    @TempDir
    private Path dir;

    private final Rule rule;
    private int spans;
    private final StringBuilder lines = new StringBuilder(
            "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"settings\":{\"content\":\"full\"}}\n");

    StoreReplayTest() throws RuleFileException {
        rule = RuleParser.parse("acme", RULES, Origin.USER).rules().get(0);
    }

    private void found(String query, String index, String document) {
        spans++;
        lines.append("""
                {"event":"SPAN_START","span":"%d","t":%d,"kind":"retrieval","name":"find","rule":"acme/find","attributes":{"q":"%s","acme.index":"%s"}}
                {"event":"SPAN_END","span":"%d","t":%d,"status":"ok","attributes":{"docs":[%s]}}
                """.formatted(spans, spans, query, index, spans, spans, document));
    }

    private Replay open() throws IOException {
        Path run = Files.createDirectories(dir.resolve("shop-1-20261121T051500.000Z"));
        Files.writeString(run.resolve("segment-000001.jsonl"), lines);
        return Replay.open(dir.toString(), List.of(rule), ReplaySpeed.INSTANT, true, false);
    }

    @Test
    void shouldAnswerOnlyWhatWasRecordedWhole() throws IOException {
        found(
                "whole",
                "com.acme.Remote",
                "{'text':'a','about':{'n':7,'m':8},'types':{'m':'java.lang.Long'}}".replace('\'', '"'));
        found(
                "typed",
                "com.acme.Remote",
                "{'text':'a','about':{'n':'2026'},'types':{'n':'java.time.Year'}}".replace('\'', '"'));
        found("other", "com.acme.Remote", "{'text':'a','about':{},'class':'com.acme.Picture'}".replace('\'', '"'));
        found("local", "com.acme.Local", "{'text':'a','about':{}}".replace('\'', '"'));
        Replay replay = open();

        assertThat(replay.ask(rule, "find", List.of("whole"), false).values().get("docs"))
                .isEqualTo(List.of(Map.of(
                        "text", "a", "about", Map.of("n", 7L, "m", 8L), "types", Map.of("m", "java.lang.Long"))));
        assertThatThrownBy(() -> replay.ask(rule, "find", List.of("typed"), false))
                .hasMessageContaining("about cannot be made again: values in it are of java.time.Year");
        assertThatThrownBy(() -> replay.ask(rule, "find", List.of("other"), false))
                .hasMessageContaining("an element of docs has class, which is not recorded whole");
        assertThat(replay.beginning())
                .hasSize(2)
                .anyMatch(line -> line.contains("not made: 1 x find;"))
                .anyMatch(line -> line.contains("answer nothing: 1 x find: about cannot be made again"));
    }
}
