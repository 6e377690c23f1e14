// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactorTest {
    private final Redactor redactor = new Redactor(List.of("ACME-\\d+"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            key sk-proj-abcdefghijklmnop1234 end         | key [redacted] end
            Authorization: Bearer abc.def-ghi_jkl        | Authorization: [redacted]
            mail jane.doe+x@mail.example.org now         | mail [redacted] now
            card 4111 1111 1111 1111 ok                  | card [redacted] ok
            order 4111 1111 1111 1112 ok                 | order 4111 1111 1111 1112 ok
            4111 1111 1111 1111 12/27 cvv 123            | [redacted] 12/27 cvv 123
            id AKIAIOSFODNN7EXAMPLE                      | id [redacted]
            token ghp_abcdefghijklmnopqrstuvwxyz012345   | token [redacted]
            ticket ACME-4711                             | ticket [redacted]
            a plain sentence about a secretary           | a plain sentence about a secretary
            """)
    void shouldBlankSecretsOnly(String text, String expected) {
        assertThat(redactor.redact(text)).isEqualTo(expected);
    }

    @Test
    void shouldBlankPrivateKeys() {
        assertThat(redactor.redact("x -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY----- y"))
                .isEqualTo("x [redacted] y");
    }
}
