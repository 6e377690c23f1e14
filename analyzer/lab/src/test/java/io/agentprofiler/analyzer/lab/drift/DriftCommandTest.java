// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.fingerprint.Agents;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.testing.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriftCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();

    private Path run(String name, int from, int workflows, double slowness) {
        Agents agents = new Agents().from(from);
        agents.slowness = slowness;
        return agents.workflows(workflows).run().write(directory.resolve(name + ".jsonl"));
    }

    @Test
    void shouldPrintEveryFigureAndAVerdict() throws IOException {
        int code = command.run(
                "drift",
                run("before", 1, 12, 1),
                run("after", 1001, 12, 1.2),
                "--width",
                160,
                "--tolerance",
                "run_time=5%");

        Golden.of(DriftCommandTest.class, "drift.txt").assertIs(command.out().replace(directory + "/", ""));
        assertThat(code).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(command.err()).isEmpty();
    }

    @Test
    void shouldTellByItsExitCode() {
        Path before = run("before", 1, 12, 1);
        assertThat(command.run("drift", before, run("same", 1001, 12, 1))).isEqualTo(ExitCode.OK);
        assertThat(command.out()).contains("no drift 0 drifted, ");
        assertThat(command.run("drift", before, before, "--tolerance", "all=0")).isEqualTo(ExitCode.OK);
        assertThat(command.out()).contains("both sides are of the same workflows, so every difference counts");
        assertThat(command.run("drift", run("few", 1, 3, 1), run("fewer", 1001, 3, 2)))
                .isEqualTo(ExitCode.WARNED);
    }

    @Test
    void shouldHaveEveryFormat() {
        Path before = run("before", 1, 4, 1);
        command.run("drift", before, before, "--format", "json");
        assertThat(command.out().replaceAll("\\n *", ""))
                .startsWith("{\"format\":\"agent-profiler-drift/1\",\"verdict\":\"same\",\"strict\":true,"
                        + "\"same_workflows\":true,")
                .contains("{\"figure\":\"llm_calls\",\"before\":2.0,\"after\":2.0,\"difference\":0.0,\"relative\":0.0,"
                        + "\"low\":0.0,\"high\":0.0,\"tolerance\":\"5%\",\"n_before\":4,\"n_after\":4,\"verdict\":\"same\","
                        + "\"decides\":true,\"why\":\"within tolerance\"}");
        command.run("drift", before, before, "--format", "markdown");
        assertThat(command.out()).contains("#### Figures", "| llm&#95;calls | 2 | 2 |");
        command.run("drift", before, before, "--format", "html");
        assertThat(command.out()).contains("<title>Drift: no drift");
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() {
        Path before = run("before", 1, 4, 1);
        command.assertRefused(
                "--tolerance takes FIGURE=AMOUNT, such as run_time=5%, not 'x'",
                "drift", before, before, "--tolerance", "x");
        command.assertRefused(
                "--tolerance speed=1: there is no figure 'speed'; there are all, workflows, failed, run_time",
                "drift",
                before,
                before,
                "--tolerance",
                "speed=1");
        command.assertRefused(
                "--tolerance run_time=fast: expected a number with a unit",
                "drift",
                before,
                before,
                "--tolerance",
                "run_time=fast");
        command.assertRefused(
                "--tolerance paths=5%: paths take 0 or any", "drift", before, before, "--tolerance", "paths=5%");
        command.assertRefused(
                "--tolerance all=5ms: all takes 0 or percent", "drift", before, before, "--tolerance", "all=5ms");
        command.assertRefused("drift needs two sides: drift BEFORE AFTER", "drift");
    }
}
