// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.content.redaction.Corpus;
import io.agentprofiler.agent.content.redaction.Redactor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts made to be slow. What is linear takes some tenths of a second for 250,000 characters, what is not takes minutes: the limits
 * lie far from either. The keywords are many, so only a full run takes longer texts of them.
 */
class RedactionTimeTest {
    private static final int CHARS = 250_000;
    private static final int CHARS_OF_KEYWORD = Boolean.getBoolean("agentprofiler.test.full") ? 62_500 : 15_625;

    private final Redactor redactor = new Redactor(List.of());

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldBeLinearWhateverKeywordIsRepeated() throws IOException {
        List<String> keywords = new ArrayList<>(SecretNames.STRONG);
        keywords.addAll(SecretNames.WEAK);
        keywords.addAll(HeaderSecrets.NAMES);
        for (Corpus.Line line : Corpus.read("secrets.txt")) {
            keywords.add(line.text().substring(0, Math.min(12, line.text().length())));
        }
        for (String keyword : keywords) {
            for (String tail : List.of("", "=a", ":", "\"")) {
                String text = (keyword + tail).repeat(CHARS_OF_KEYWORD / (keyword + tail).length());
                assertThat(redactor.redact(text)).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eyJaaaaaaaaaa.",
                "eyJ-",
                "SG.a",
                "://a:b",
                "Cookie: a",
                "Authorization: 1a",
                "\"password\":\"",
                "--token ",
                "+49 ",
                "(415) ",
                "a@b.",
                "a.",
                "DE89 3704 0044 ",
                "4111 ",
                "token=",
                "<password>",
                "Basic QUFB",
                "AA:AA",
                "-----BEGIN RSA PRIVATE KEY-----",
                "-----BEGIN ",
                "echo a|",
                "echo a ",
                "cat <<<",
                "docker login --password-stdin <<< a ",
                "curl -u a ",
                "curl -u a:",
                "mysql -p",
                "\"curl\",",
                "name=\"password\">",
                "my password is ",
                "password ",
                "password '",
                "with password \"",
                "AUTH ",
                "?code=a",
                "LS0tLS1CRUdJTi",
                "пароль ",
                "\"auth\":\"",
                "a",
                "-",
                "_",
                "@",
                "+",
                "1",
                "A",
                "\\\"",
                "seed phrase is abandon ",
                "log in as a with ",
                "recovery codes: ab1 ",
                "| token |\n",
                "password,a\n",
                "key acme_live_",
                "key a1B2c3D4e5F6g7H8",
                "a1B2c3D4e5F6g7H8 is the key ",
                "a1 is the password ",
                "the code for the door to the safe is ",
                "<td>password</td><td>",
                "cat /auth\n",
                "user a pass ",
                "user:pass = a:",
                "auth: ['a', "
            })
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldBeLinearInRepetitions(String unit) {
        assertThat(redactor.redact(unit.repeat(CHARS / unit.length()))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a|a|aa)+\\1b$", "(a+)+b", "(a*)*z", "(?:a|aa)+$x"})
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldStopAnExpressionOfTheUsersAndWithholdTheText(String expression) {
        Redactor own = new Redactor(List.of("ACME-\\d+", expression));

        assertThat(own.redact("a".repeat(5000)))
                .isEqualTo("[withheld: expression 2 of agentprofiler.redact could not be applied]");
        assertThat(own.withheld()).isEqualTo(1);
        assertThat(own.redact("short ACME-4711")).isEqualTo("short [redacted]");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotTryAnExpressionAgainThatFailsAlways() {
        Redactor own = new Redactor(List.of("(a|a|aa)+\\1b$"));
        String slow = "a".repeat(5000);
        for (int i = 0; i < 10; i++) {
            own.redact(slow);
        }

        for (int i = 0; i < 100_000; i++) {
            assertThat(own.redact("b")).isEqualTo("[withheld: expression 1 of agentprofiler.redact failed too often]");
        }
        assertThat(own.withheld()).isEqualTo(100_010);
    }

    /** The library's matcher recurses where it has to come back to an alternative. */
    @Test
    void shouldWithholdATextForWhichTheStackIsTooShort() {
        Redactor own = new Redactor(List.of("(?:a|b)*c"));

        assertThat(own.redact("ab".repeat(200_000)))
                .isEqualTo("[withheld: expression 1 of agentprofiler.redact could not be applied]");
    }
}
