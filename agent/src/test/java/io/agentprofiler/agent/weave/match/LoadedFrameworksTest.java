// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.weave.match.LoadedFrameworks.Framework;
import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.net.MalformedURLException;
import java.net.URI;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadedFrameworksTest {
    private final LoadedFrameworks loaded = new LoadedFrameworks(List.of(
            file("one", "llm", "com.one.Model"),
            file("two", "tool", "com.two.Tool"),
            file("three", "llm", "org.three.M")));

    @Test
    void shouldTakeNoteOfAFrameworkAndTheJarsItComesFrom() {
        loaded.saw("com/one/Unknown", from("file:/lib/one-core-0.35.0.jar"));
        loaded.saw("com/one/Other", from("jar:nested:/app.jar/!BOOT-INF/lib/one-open-ai-0.35.0.jar!/"));

        assertThat(loaded.met())
                .containsExactly(new Framework(
                        "one", "One 1", List.of("com.one."), List.of("one-core-0.35.0.jar", "one-open-ai-0.35.0.jar")));
    }

    @Test
    void shouldNameThreeJarsAtMost() {
        for (int i = 1; i < 6; i++) {
            loaded.saw("org/three/Class" + i, from("file:/lib/part-" + i + ".jar"));
        }

        assertThat(loaded.met())
                .containsExactly(new Framework(
                        "three", "One 1", List.of("org.three."), List.of("part-1.jar", "part-2.jar", "part-3.jar")));
    }

    @Test
    void shouldTakeNoteOfOneThatComesFromNoJar() {
        loaded.saw("com/one/Model", null);
        loaded.saw("com/one/Model", from("file:/classes/"));

        assertThat(loaded.met()).containsExactly(new Framework("one", "One 1", List.of("com.one."), List.of()));
    }

    @Test
    void shouldLeaveOutPackagesWithoutModelCalls() {
        loaded.saw("com/two/Tool", from("file:/lib/two.jar"));
        loaded.saw("com/acme/Main", from("file:/lib/acme.jar"));

        assertThat(loaded.met()).isEmpty();
    }

    private static ProtectionDomain from(String location) {
        try {
            String url = location.startsWith("jar:nested:") ? location.replace("nested:", "file:") : location;
            return new ProtectionDomain(new CodeSource(URI.create(url).toURL(), (Certificate[]) null), null);
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    private static FileOutline file(String name, String kind, String type) {
        try {
            return FileOutline.of(RuleParser.parse(name + ".json", """
                    {"format": "agent-profiler-rules/1", "title": "One 1", "rules": [
                      {"id": "call", "kind": "%s", "match": {"class": "%s", "method": "call():void"}}]}
                    """.formatted(kind, type), Origin.USER));
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }
}
