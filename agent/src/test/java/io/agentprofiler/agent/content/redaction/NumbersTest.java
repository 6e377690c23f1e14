// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of accounts, telephones and people, and others that look alike. */
class NumbersTest {
    private final Redactor redactor = new Redactor(List.of());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        to DE89 3704 0044 0532 0130 00 please  | to [redacted] please
        to DE88 3704 0044 0532 0130 00 please  | to DE88 3704 0044 0532 0130 00 please
        GB82WEST12345698765432                 | [redacted]
        GB82WEST123456987654321                | GB82WEST123456987654321
        ZZ82WEST12345698765432                 | ZZ82WEST12345698765432
        xGB82WEST12345698765432                | xGB82WEST12345698765432
        call +49 (0)151 234567-89 now          | call [redacted] now
        +1.415.555.0132                        | [redacted]
        +1 23                                  | +1 23
        x+4915123456789                        | x+4915123456789
        tel:+4915123456789                     | tel:[redacted]
        (415)555-0132                          | [redacted]
        ((415) 555-0132)                       | ([redacted])
        (415-555-0132)                         | ([redacted])
        (+49 151 23456789)                     | ([redacted])
        415-555-0132+1.415.555.0132            | [redacted]+1.415.555.0132
        415-555-0132 (415) 555-0132            | [redacted] [redacted]
        DE89370400440532013000,(415)555-0132   | [redacted],[redacted]
        (115) 555-0132                         | (115) 555-0132
        415-155-0132                           | 415-155-0132
        219-09-9999                            | [redacted]
        900-09-9999                            | 900-09-9999
        219-00-9999                            | 219-00-9999
        219-09-0000                            | 219-09-0000
        219-09-9999-1                          | 219-09-9999-1
        """)
    void shouldTellThemApart(String text, String expected) {
        assertThat(redactor.redact(text)).isEqualTo(expected);
    }
}
