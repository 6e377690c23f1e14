// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that nobody writes on purpose, and that must cost no more than a line of the log. */
class RuleFileLimitsTest {
    @TempDir
    Path folder;

    @Test
    void shouldRefuseParenthesesBeyondReason() throws IOException {
        File file = file(rule("(".repeat(2000) + "arg0" + ")".repeat(2000)));

        assertThatThrownBy(() -> RuleFiles.load(file))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining(file.getPath())
                .hasMessageContaining("at most 32 parentheses inside each other");
    }

    @Test
    void shouldRefuseAPathBeyondReason() throws IOException {
        File file = file(rule("(".repeat(20_000) + "arg0" + ")".repeat(20_000)));

        assertThatThrownBy(() -> RuleFiles.load(file))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining(file.getPath())
                .hasMessageContaining("found 40004 characters, expected a path of at most 4096");
    }

    @Test
    void shouldRefuseMoreRulesThanAFileMayHave() throws IOException {
        File file = file("{\"format\": \"agent-profiler-rules/1\", \"rules\": ["
                + IntStream.range(0, 20_000)
                        .mapToObj(i -> "{\"id\": \"r" + i + "\", \"match\": {\"class\": \"A\", \"method\": \"m\"}}")
                        .collect(Collectors.joining(","))
                + "]}");

        assertThatThrownBy(() -> RuleFiles.load(file))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining(file.getPath())
                .hasMessageContaining("has 20000 rules, at most 2000 are allowed in a file");
    }

    @Test
    void shouldRefuseAHugeFile() throws IOException {
        File file = file("{\"title\": \"" + "x".repeat(60 << 20) + "\"}");

        assertThatThrownBy(() -> RuleFiles.load(file))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining(file.getPath() + ": is larger than 4 MiB");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldRefuseAFileWithoutEnd() {
        assertThatThrownBy(() -> RuleFiles.load(new File("/dev/zero")))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining("/dev/zero: is larger than 4 MiB");
    }

    @Test
    void shouldNotListMistakesWithoutEnd() throws IOException {
        File file = file("{\"format\": \"agent-profiler-rules/1\", \"rules\": [" + "{},".repeat(1999) + "{}]}");

        RuleFileException refused = catchThrowableOfType(RuleFileException.class, () -> RuleFiles.load(file));

        assertThat(refused.problems()).hasSizeLessThanOrEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arg0.file.delete()",
                "arg0.exit()",
                "arg0.future.join()",
                "arg0.close()",
                "arg0.setName('x')",
                "arg0.wait()",
                "arg0.deleteAll()"
            })
    void shouldRefuseToCallWhatChangesOrWaits(String path) throws IOException {
        File file = file(rule(path));

        assertThatThrownBy(() -> RuleFiles.load(file))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining("changes something or waits, and is never called");
    }

    private static String rule(String path) {
        return "{\"format\": \"agent-profiler-rules/1\", \"rules\": [{\"id\": \"a\", \"match\": {\"class\": \"A\","
                + " \"method\": \"m\"}, \"start\": {\"acme.x\": \"" + path + "\"}}]}";
    }

    private File file(String text) throws IOException {
        return Files.writeString(folder.resolve("rules.json"), text).toFile();
    }
}
