// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong value of any setting costs one line, and the default is used. */
class WrongValuesTest {
    private static final Map<String, String> WRONG = Map.ofEntries(
            Map.entry("enabled", "maybe"),
            Map.entry("dir", ""),
            Map.entry("service", ""),
            Map.entry("sample", "7"),
            Map.entry("sample.keep", "slow"),
            Map.entry("sample.keep.maxBytes", "1"),
            Map.entry("content", "some"),
            Map.entry("code.location", "where"),
            Map.entry("content.maxChars", "-1"),
            Map.entry("redact", "("),
            Map.entry("ring.size", "100"),
            Map.entry("ring.maxBytes", "much"),
            Map.entry("cpu", "0"),
            Map.entry("segment.maxBytes", "1"),
            Map.entry("segment.maxAge", "1ms"),
            Map.entry("dir.maxBytes", "-3m"),
            Map.entry("dir.maxRuns", "0"),
            Map.entry("dir.totalBytes", "1k"),
            Map.entry("flush", "1h"),
            Map.entry("gzip", "maybe"),
            Map.entry("compiler.directives", "2"),
            Map.entry("jfr", "sometimes"),
            Map.entry("jfr.file", ""),
            Map.entry("backends", "ftp://gpu"),
            Map.entry("backends.interval", "-1"),
            Map.entry("replay", ""),
            Map.entry("replay.miss", "never"),
            Map.entry("propagate", "http://acme.com"),
            Map.entry("replay.speed", "fast"),
            Map.entry("forecast", ""),
            Map.entry("log", "loud"),
            Map.entry("help", "please"));

    /** Any text may be right; what is wrong with one is told where it is used. */
    private static final Set<String> USED_ELSEWHERE = Set.of("rules", "trace", "frameworks", "doctor.notes");

    @ParameterizedTest
    @MethodSource("names")
    void shouldCostOneLineAndLeaveTheDefault(String name) {
        List<String> lines = new ArrayList<>();

        Settings settings = Settings.parse(properties(name, WRONG.get(name)), lines::add);

        Setting<?> setting = Setting.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(lines)
                .containsExactly("agentprofiler." + name + "=" + WRONG.get(name) + " is not allowed; allowed: "
                        + setting.format().allowed() + "; the default is used: "
                        + (setting.defaultText().isEmpty() ? "none" : setting.defaultText()));
        assertThat(settings).isEqualTo(Settings.parse(new Properties(), line -> {}));
    }

    @Test
    void shouldKnowAWrongValueOfEverySetting() {
        Set<String> all = new TreeSet<>(WRONG.keySet());
        all.addAll(USED_ELSEWHERE);

        assertThat(all)
                .isEqualTo(new TreeSet<>(Setting.ALL.stream().map(Setting::name).toList()));
    }

    static Set<String> names() {
        return new TreeSet<>(WRONG.keySet());
    }

    private static Properties properties(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty("agentprofiler." + name, value);
        return properties;
    }
}
