// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What makes no sense is refused before anything is read, and without repeating what may be secret. */
class OtlpOptionsTest {
    private static final String KEY = "pk-lf-0123456789";

    @TempDir
    private Path directory;

    private Path run;

    private final CommandRun analyzer = new CommandRun();

    @BeforeEach
    void record() {
        run = WeatherRun.recorded().footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:4318,--endpoint needs a URL such as http://localhost:4318",
        "grpc://localhost:4317,--endpoint needs a URL such as http://localhost:4318",
        "http://,--endpoint is not a URL",
        "http://me:pk-lf-0123456789@host,--endpoint must not hold a user and a password",
        "http://host/a b pk-lf-0123456789,--endpoint is not a URL: Illegal character in path at character 13",
        "http://host#pk-lf-0123456789,--endpoint must not hold a fragment"
    })
    void shouldRefuseWhatIsNoEndpointWithoutRepeatingIt(String endpoint, String message) {
        analyzer.assertRefused(message, "export", "otlp", "--endpoint", endpoint, run);
        assertThat(analyzer.err()).doesNotContain(KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization: Basic pk-lf-0123456789,--header needs the form NAME=VALUE",
        "=pk-lf-0123456789,--header needs the form NAME=VALUE; what is before the = is no name of a header",
        "content-type=pk-lf-0123456789,--header: content-type is set by the export itself",
        "X-Key=pk-lf-0123456789\u00e4,--header: the value of X-Key has characters that a header cannot hold"
    })
    void shouldRefuseWhatIsNoHeaderWithoutRepeatingIt(String header, String message) {
        analyzer.assertRefused(message, "export", "otlp", "--endpoint", "http://localhost:1", "--header", header, run);
        assertThat(analyzer.err()).doesNotContain(KEY);
    }

    @Test
    void shouldRefuseOptionsThatDoNotGoTogether() {
        analyzer.assertRefused("--header makes sense only with --endpoint", "export", "otlp", "--header", "a=b", run);
        analyzer.assertRefused(
                "--endpoint sends and --out writes a file: name one of them",
                "export",
                "otlp",
                "--endpoint",
                "http://localhost:1",
                "--out",
                directory.resolve("x"),
                run);
        analyzer.assertRefused(
                "--profile takes genai, openinference, langfuse or both, not 'all'",
                "export",
                "otlp",
                "--profile",
                "all",
                run);
    }
}
