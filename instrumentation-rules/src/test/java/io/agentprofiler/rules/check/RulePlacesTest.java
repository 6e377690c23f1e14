// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.parse.json.RuleFileException;
import org.junit.jupiter.api.Test;

class RulePlacesTest {
    private static final String TEXT = """
            {"rules": [
              {"id": "a"},
              {"id": "b",
               "chunk": {"type": "text",
                         "chars": "return.delta.txt"}}
            ]}""";

    @Test
    void shouldPointAtThePathOfAProblem() throws RuleFileException {
        RulePlaces places = RulePlaces.in("my.json", TEXT);

        assertThat(places.of("b", "chunk: return.delta.txt: no accessor 'txt' on acme.Delta"))
                .isEqualTo("my.json:5:23");
        assertThat(places.of("b", "no class acme.Model on the class path")).isEqualTo("my.json:3:3");
        assertThat(places.of("a", "chunk: elsewhere.x: no accessor 'x'")).isEqualTo("my.json:2:3");
        assertThat(places.of("c", "no class")).isEqualTo("my.json");
    }
}
