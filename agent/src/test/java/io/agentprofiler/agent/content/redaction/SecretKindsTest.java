// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Kinds of secrets: of each text exactly the secrets must be gone. And what looks like them must stay. */
class SecretKindsTest {
    private final Redactor redactor = new Redactor(List.of());

    @Test
    void shouldBlankExactlyTheSecretsOfEachKind() throws IOException {
        TreeMap<String, String> wrong = new TreeMap<>();
        for (Corpus.Kind kind : Corpus.kinds("kinds.txt")) {
            String clean = redactor.redact(kind.text());
            if (!clean.equals(kind.clean())) {
                wrong.put(kind.name(), clean + "\n  instead of " + kind.clean());
            }
            assertThat(redactor.redact(clean)).as("%s, once more", kind.name()).isEqualTo(clean);
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldKeepWhatOnlyLooksLikeASecret() throws IOException {
        for (Corpus.Line line : Corpus.read("lookalikes.txt")) {
            assertThat(redactor.redact(line.text())).isEqualTo(line.text());
        }
    }
}
