// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Runs commands in a test, and keeps what they print. */
public final class CommandRun {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command; returns its exit code. */
    public int run(Object... arguments) {
        out.reset();
        err.reset();
        Terminal streams = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                StandardCharsets.UTF_8,
                false,
                false,
                Map.of());
        return Main.run(streams, Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** The one line every failure is told in, and nothing else. */
    public void assertRefused(String line, Object... arguments) {
        int code = run(arguments);
        assertThat(err()).startsWith("analyzer: " + line);
        assertThat(err().lines().filter(text -> !text.contains("--help"))).hasSize(1);
        assertThat(err()).doesNotContain("Exception", "\tat ");
        assertThat(out()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    }
}
