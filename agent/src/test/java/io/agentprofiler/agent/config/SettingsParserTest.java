// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.config.Settings.Content;
import io.agentprofiler.agent.config.Settings.Miss;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsParserTest {
    private static final long HEAP = 8L << 30;

    private final List<String> problems = new ArrayList<>();

    @Test
    void shouldUseDefaultsWhenNothingIsSet() {
        assertThat(parse().values())
                .isEqualTo(values(
                        "enabled",
                        true,
                        "help",
                        false,
                        "doctor.notes",
                        null,
                        "dir",
                        "agent-profile",
                        "service",
                        "java",
                        "rules",
                        List.of(),
                        "trace",
                        "",
                        "frameworks",
                        List.of("all"),
                        "sample",
                        1.0,
                        "sample.keep",
                        KeepRules.NONE,
                        "sample.keep.maxBytes",
                        32L << 20,
                        "content",
                        Content.HASH,
                        "content.maxChars",
                        20_000,
                        "redact",
                        List.of(),
                        "ring.size",
                        16_384,
                        "ring.maxBytes",
                        32L << 20,
                        "cpu",
                        Settings.NO_CPU_CAP,
                        "segment.maxBytes",
                        64L << 20,
                        "segment.maxAge",
                        900_000L,
                        "dir.maxBytes",
                        1L << 30,
                        "dir.maxRuns",
                        1000,
                        "dir.totalBytes",
                        10L << 30,
                        "flush",
                        200L,
                        "gzip",
                        false,
                        "code.location",
                        true,
                        "compiler.directives",
                        true,
                        "jfr",
                        true,
                        "jfr.file",
                        null,
                        "backends",
                        List.of(),
                        "backends.interval",
                        5_000L,
                        "propagate",
                        HostPatterns.NONE,
                        "replay",
                        null,
                        "replay.miss",
                        Miss.FAIL,
                        "replay.speed",
                        ReplaySpeed.INSTANT,
                        "forecast",
                        null,
                        "log",
                        "info"));
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldReadEveryProperty() {
        Settings settings = parse(
                "dir", "/data/traces",
                "service", "shop",
                "rules", "a.json, b.json",
                "trace", "com.acme.Planner#plan",
                "frameworks", "one",
                "sample", "0.25",
                "sample.keep", "errors, slow:10s",
                "sample.keep.maxBytes", "2m",
                "content", "FULL",
                "content.maxChars", "100",
                "redact", "secret-\\d{1,3}; a\\;b",
                "ring.size", "1024",
                "ring.maxBytes", "1m",
                "cpu", "10",
                "segment.maxBytes", "16k",
                "segment.maxAge", "90s",
                "dir.maxBytes", "2g",
                "dir.maxRuns", "7",
                "dir.totalBytes", "3g",
                "flush", "50",
                "gzip", "on",
                "code.location", "off",
                "compiler.directives", "off",
                "jfr", "off",
                "jfr.file", "run.jfr",
                "backends", "http://localhost:8000,https://b/metrics",
                "backends.interval", "2",
                "propagate", "loopback, *.acme.com",
                "replay", "recorded",
                "replay.miss", "call",
                "replay.speed", "2x",
                "log", "debug");
        assertThat(settings.values())
                .isEqualTo(values(
                        "enabled",
                        true,
                        "help",
                        false,
                        "doctor.notes",
                        null,
                        "dir",
                        "/data/traces",
                        "service",
                        "shop",
                        "rules",
                        List.of("a.json", "b.json"),
                        "trace",
                        "com.acme.Planner#plan",
                        "frameworks",
                        List.of("one"),
                        "sample",
                        0.25,
                        "sample.keep",
                        new KeepRules(true, 10_000),
                        "sample.keep.maxBytes",
                        2L << 20,
                        "content",
                        Content.FULL,
                        "content.maxChars",
                        100,
                        "redact",
                        List.of("secret-\\d{1,3}", "a\\;b"),
                        "ring.size",
                        1024,
                        "ring.maxBytes",
                        1L << 20,
                        "cpu",
                        10,
                        "segment.maxBytes",
                        16L << 10,
                        "segment.maxAge",
                        90_000L,
                        "dir.maxBytes",
                        2L << 30,
                        "dir.maxRuns",
                        7,
                        "dir.totalBytes",
                        3L << 30,
                        "flush",
                        50L,
                        "gzip",
                        true,
                        "code.location",
                        false,
                        "compiler.directives",
                        false,
                        "jfr",
                        false,
                        "jfr.file",
                        "run.jfr",
                        "backends",
                        List.of("http://localhost:8000", "https://b/metrics"),
                        "backends.interval",
                        2_000L,
                        "propagate",
                        new HostPatterns(List.of("loopback", "*.acme.com")),
                        "replay",
                        "recorded",
                        "replay.miss",
                        Miss.CALL,
                        "replay.speed",
                        new ReplaySpeed(2),
                        "forecast",
                        null,
                        "log",
                        "debug"));
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldReadWhatIsKeptBesidesTheSample() {
        assertThat(parse("sample", "0", "sample.keep", "Errors").get(Setting.SAMPLE_KEEP))
                .isEqualTo(new KeepRules(true, 0));
        assertThat(parse("sample", "0", "sample.keep", "slow:250").get(Setting.SAMPLE_KEEP))
                .isEqualTo(new KeepRules(false, 250));
        assertThat(parse("sample", "0", "sample.keep", "slow: 2m,errors").get(Setting.SAMPLE_KEEP))
                .isEqualTo(new KeepRules(true, 120_000));
        assertThat(parse("sample", "0", "sample.keep", "")
                        .get(Setting.SAMPLE_KEEP)
                        .any())
                .isFalse();
        assertThat(parse("sample", "0", "sample.keep", "slow:90s,errors").describe())
                .containsEntry("sample.keep", List.of("errors", "slow:90s"))
                .containsEntry("sample.keep.maxBytes", 32L << 20);
        assertThat(parse("sample", "0").describe()).doesNotContainKey("sample.keep");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithWhatIsKeptBesidesTheSample() {
        for (String wrong : List.of("error", "slow", "slow:", "slow:0", "slow:x", "slow:1s,slow:2s", "slow:25h")) {
            assertThat(parse("sample", "0.5", "sample.keep", wrong).get(Setting.SAMPLE_KEEP))
                    .isEqualTo(KeepRules.NONE);
        }
        assertThat(problems)
                .hasSize(7)
                .first()
                .isEqualTo(
                        "agentprofiler.sample.keep=error is not allowed; allowed: errors, slow:TIME, or both separated"
                                + " by a comma: errors,slow:10s; TIME is a number with ms, s, m or h (a bare number is"
                                + " ms); 1ms to 1440m; the default is used: none");
    }

    @Test
    void shouldSayThatNothingIsKeptBesidesAll() {
        assertThat(parse("sample.keep", "errors").get(Setting.SAMPLE_KEEP)).isEqualTo(KeepRules.NONE);
        assertThat(problems)
                .containsExactly("agentprofiler.sample.keep=errors has no effect with agentprofiler.sample=1: every"
                        + " workflow is recorded; set agentprofiler.sample below 1, or to 0 to record only what"
                        + " sample.keep names");
    }

    @Test
    void shouldFitFilesIntoASmallDirectory() {
        Settings settings = parse("dir.maxBytes", "100k");
        assertThat(settings.get(Setting.SEGMENT_MAX_BYTES)).isEqualTo(25 << 10);
        settings = parse("dir.totalBytes", "100m");
        assertThat(settings.get(Setting.DIR_MAX_BYTES)).isEqualTo(50 << 20);
        assertThat(settings.get(Setting.SEGMENT_MAX_BYTES)).isEqualTo(50 << 18);
        settings = parse("dir.maxBytes", "8k");
        assertThat(settings.get(Setting.SEGMENT_MAX_BYTES)).isEqualTo(4 << 10);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSayThatSizesDoNotGoTogether() {
        Settings settings = parse("dir.maxBytes", "100k", "segment.maxBytes", "64m");
        assertThat(settings.get(Setting.SEGMENT_MAX_BYTES)).isEqualTo(25 << 10);
        settings = parse("dir.maxBytes", "2g", "dir.totalBytes", "1g");
        assertThat(settings.get(Setting.DIR_MAX_BYTES)).isEqualTo(1 << 30);
        assertThat(problems)
                .containsExactly(
                        "agentprofiler.segment.maxBytes=64m is more than half of agentprofiler.dir.maxBytes=100k, so that"
                                + " old trace files could not be deleted without new ones; 25k is used",
                        "agentprofiler.dir.maxBytes=2048m is more than agentprofiler.dir.totalBytes=1024m, the limit"
                                + " for all runs together; 1024m is used for both");
    }

    @ParameterizedTest
    @CsvSource({
        "enabled, maybe",
        "help, ?",
        "dir, ''",
        "service, ' '",
        "sample, 1.5",
        "sample, -0.1",
        "sample, NaN",
        "sample, often",
        "content, some",
        "content.maxChars, -1",
        "redact, (",
        "ring.size, 1000",
        "ring.size, 32",
        "ring.size, 2097152",
        "ring.size, 1k",
        "ring.maxBytes, 1",
        "segment.maxBytes, 64x",
        "segment.maxBytes, m",
        "segment.maxBytes, ''",
        "segment.maxBytes, 9999999999g",
        "segment.maxAge, 5",
        "segment.maxAge, 1w",
        "dir.maxBytes, 1.5g",
        "flush, 5",
        "flush, 11s",
        "gzip, zip",
        "jfr, none",
        "backends, localhost:8000",
        "backends, ftp://x",
        "backends, http:// x",
        "backends.interval, -5s",
        "log, verbose"
    })
    void shouldReportAWrongValueInOneLineAndUseTheDefault(String name, String value) {
        Settings defaults = parse();
        assertThat(parse(name, value)).isEqualTo(defaults);
        assertThat(problems)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("agentprofiler." + name + "=" + value + " is not allowed; allowed: ")
                        .contains("; the default is used: ")
                        .doesNotContain("null"));
    }

    @Test
    void shouldSayExactlyWhatIsAllowed() {
        parse("segment.maxBytes", "64mb");
        parse("segment.maxAge", "1");
        parse("ring.size", "1000");
        parse("content", "all");
        assertThat(problems)
                .containsExactly(
                        "agentprofiler.segment.maxBytes=64mb is not allowed; allowed: bytes, or a number with k, m or g; at"
                                + " least 4k; the default is used: (64m, but at most a quarter of dir.maxBytes)",
                        "agentprofiler.segment.maxAge=1 is not allowed; allowed: a number with ms, s, m or h (a bare number is"
                                + " ms); 1s to 1440m; the default is used: 15m",
                        "agentprofiler.ring.size=1000 is not allowed; allowed: a power of two from 64 to 1048576; the"
                                + " default is used: 16384",
                        "agentprofiler.content=all is not allowed; allowed: none, hash, full; the default is used: hash");
    }

    @Test
    void shouldNotRepeatSecretsOfAWrongAddress() {
        parse("backends", "http://me:s3cret@box?key=s3cret,ftp://you:s3cret@box");
        assertThat(problems)
                .containsExactly(
                        "agentprofiler.backends=http://***@box?***,ftp://***@box is not allowed; allowed: http://"
                                + " or https:// addresses, separated by commas; the default is used: none");
    }

    @ParameterizedTest
    @CsvSource({
        "agentprofiler.smaple, agentprofiler.sample",
        "agentprofiler.ringSize, agentprofiler.ring.size",
        "agentprofiler.directory, agentprofiler.dir",
        "agentprofiler.segment.maxbytes, agentprofiler.segment.maxBytes"
    })
    void shouldNameTheNearestSettingForAnUnknownOne(String written, String meant) {
        Properties properties = new Properties();
        properties.setProperty(written, "1");
        properties.setProperty("agentprofilerish", "not ours");
        new SettingsParser(properties, problems::add, HEAP).parse();
        assertThat(problems)
                .containsExactly(written + " is not a setting; did you mean " + meant
                        + "? (-Dagentprofiler.help=true lists them all)");
    }

    @Test
    void shouldKeepTheRingBelowAHundredthOfASmallHeapUnlessAsked() {
        Properties properties = new Properties();
        assertThat(new SettingsParser(properties, problems::add, 64L << 20)
                        .parse()
                        .get(Setting.RING_MAX_BYTES))
                .isEqualTo(671_088);
        properties.setProperty("agentprofiler.ring.maxBytes", "8m");
        assertThat(new SettingsParser(properties, problems::add, 64L << 20)
                        .parse()
                        .get(Setting.RING_MAX_BYTES))
                .isEqualTo(8L << 20);
    }

    @Test
    void shouldNotWriteTextWhenThePatternsToBlankAreBroken() {
        Settings settings = parse("content", "full", "redact", "secret;(");
        assertThat(settings.get(Setting.CONTENT)).isEqualTo(Content.HASH);
        assertThat(problems)
                .containsExactly(
                        "agentprofiler.redact=secret;( is not allowed; allowed: regular expressions, separated by semicolons (\\;"
                                + " for a semicolon inside one); the default is used: none",
                        "agentprofiler.content=full needs a valid agentprofiler.redact; hash is used, so that nothing you"
                                + " wanted blanked is written");
    }

    @Test
    void shouldAllowFullTextWithoutPatterns() {
        assertThat(parse("content", "full").get(Setting.CONTENT)).isEqualTo(Content.FULL);
        assertThat(parse("content", "full", "redact", " ").get(Setting.CONTENT)).isEqualTo(Content.FULL);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSwitchFrameworksByName() {
        assertThat(parse().framework("anything", false)).isTrue();
        assertThat(parse().framework("anything", true)).isFalse();
        assertThat(parse("frameworks", "all,two").framework("two", true)).isTrue();
        assertThat(parse("frameworks", "one,two").framework("two", true)).isTrue();
        assertThat(parse("frameworks", "one,two").framework("three", false)).isFalse();
        assertThat(parse("frameworks", "none").framework("one", false)).isFalse();
    }

    @Test
    void shouldDescribeARunWithoutSecrets() {
        Settings settings = parse("redact", "hunter2", "backends", "http://user:pw@h/", "sample", "0.5");
        assertThat(settings.describe()).containsEntry("redact", 1).containsEntry("backends", 1);
        assertThat(settings.describe()).containsEntry("sample", 0.5).containsEntry("content", "hash");
        assertThat(settings.describe().toString()).doesNotContain("hunter2").doesNotContain("pw");
    }

    private static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private Settings parse(String... namesAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty("agentprofiler." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return new SettingsParser(properties, problems::add, HEAP).parse();
    }

    /** A NUL is what no system allows in a name. */
    @Test
    void shouldReplaceADirectoryThatCannotBeNamed() {
        Properties properties = new Properties();
        properties.setProperty("agentprofiler.dir", "tra\0ces");
        List<String> told = new ArrayList<>();

        assertThat(Settings.parse(properties, told::add).get(Setting.DIR)).isEqualTo("agent-profile");
        assertThat(told).singleElement().asString().contains("agentprofiler.dir=", "is not allowed");
    }
}
