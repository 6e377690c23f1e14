// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code whatif --target} as a user meets it. */
class TargetCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();
    private Path run;

    @BeforeEach
    void writeARun() {
        run = TargetRuns.withMini(10).footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldAnswerInBothSpellings() {
        assertThat(command.run("whatif", "--target", "max<=400ms,cost.max<0.001", run))
                .isEqualTo(ExitCode.OK);
        String answer = command.out();

        assertThat(answer)
                .contains("Target  max<=400ms,cost.max<0.001")
                .contains("reached with 2 changes")
                .contains("every smaller set, too")
                .contains("1.00 s", "400 ms")
                .contains("run the tools of one response in parallel, at most 5")
                .contains("use gpt-4o-mini instead of gpt-4o")
                .contains("quality unknown", "nothing is saved twice");
        assertThat(command.run("whatif", "target", "--target=max<=400ms,cost.max<0.001", run))
                .isEqualTo(ExitCode.OK);
        assertThat(command.out()).isEqualTo(answer);
        assertThat(command.run("whatif", "--target=max<=400ms,cost.max<0.001", run))
                .isEqualTo(ExitCode.OK);
        assertThat(command.out()).isEqualTo(answer);
    }

    @Test
    void shouldWriteWhatPeopleReadForPrograms() throws IOException {
        Path out = directory.resolve("out");
        assertThat(command.run("whatif", "--target", "max<300ms", "--out", out, run))
                .isEqualTo(ExitCode.OK);

        assertThat(command.out()).contains("not reached: max<300ms cannot be reached by these changes");
        assertThat(Files.readString(out.resolve("whatif-target.json")))
                .contains(
                        "\"format\" : \"agent-profiler-whatif-target/1\"",
                        "\"reached\" : false",
                        "\"exhaustive\" : true",
                        "\"recorded\" : 1.0E9",
                        "\"best\" : 4.0E8",
                        "\"unit\" : \"ns\"");
    }

    @Test
    void shouldClaimNoTimeWhereSpansDoNotTellWhatWaited() throws IOException {
        String foreign = Files.readString(run).replace(",\"thread\":\"main\"", "");
        Path other = Files.writeString(
                Files.createDirectory(directory.resolve("other")).resolve("segment-000001.jsonl"), foreign);
        Path out = directory.resolve("out");
        assertThat(command.run("whatif", "--target", "max<=400ms,cost.max<0.001", "--out", out, other))
                .isEqualTo(ExitCode.OK);

        assertThat(command.out())
                .contains("reached with 2 changes at best")
                .containsPattern("max<=400ms +1\\.00 s +400 ms – 1\\.00 s .* at best")
                .contains("of 30 workflows, these spans do not show which calls waited for others");
        assertThat(Files.readString(out.resolve("whatif-target.json")))
                .contains("\"then_at_least\" : 4.0E8", "\"then_at_most\" : 1.0E9", "\"value_at_most\" : 1.0E9")
                .doesNotContain("\"then\" : 4.0E8", "\"value\" : 4.0E8");
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        assertThat(command.run("whatif", "--target", "first-chunk<100ms", run)).isEqualTo(ExitCode.OK);
        assertThat(command.out()).contains("not reached");
    }

    @Test
    void shouldRefuseWhatIsNoTarget() {
        command.assertRefused(
                "--target \"p95>2s\", character 4: expected \"<\" or \"<=\", found \">2s\"",
                "whatif",
                "--target",
                "p95>2s",
                run);
        command.assertRefused(
                "--to gpt-4o-mimi-x: there is no call of it, so its times are not known, and list prices of",
                "whatif",
                "--target",
                "p95<2s",
                "--to",
                "gpt-4o-mimi-x",
                run);
    }

    @Test
    void shouldSwapInOnePlaceOnly() {
        assertThat(command.run("whatif", "swap", "--from", "gpt-4o", "--to", "gpt-4o-mini", "--step", "2", run))
                .isEqualTo(ExitCode.OK);
        assertThat(command.out())
                .contains("gpt-4o-mini instead of gpt-4o as call 2 of its workflow")
                .contains("calls of gpt-4o: 10 ");
        assertThat(command.run("whatif", "swap", "--from", "gpt-4o", "--to", "gpt-4o-mini", "--operation", "plan", run))
                .isEqualTo(ExitCode.OK);
        assertThat(command.out())
                .contains("gpt-4o-mini instead of gpt-4o in plan")
                .contains("calls of gpt-4o: 10 ");
        assertThat(command.run("whatif", "swap", "--from", "gpt-4o", "--to", "gpt-4o-mini", "--agent", "A", run))
                .isEqualTo(ExitCode.OK);
        assertThat(command.out()).contains("calls of gpt-4o: 20 ");
    }

    @Test
    void shouldNameTheOptionThatItRefuses() {
        command.assertRefused(
                "--context 0: expected a number of tokens, 1 or more",
                "whatif",
                "--target",
                "p95<1s",
                "--context",
                0,
                run);
        command.assertRefused(
                "--max-cost -1.0: expected US dollars, 0 or more",
                "whatif",
                "--target",
                "p95<1s",
                "--max-cost",
                -1,
                run);
        command.assertRefused(
                "--limit 0: expected a number of tools, 1 or more", "whatif", "--target", "p95<1s", "--limit", 0, run);
        command.assertRefused(
                "--max-cost cheap: expected a number", "whatif", "--target", "p95<1s", "--max-cost", "cheap", run);
    }

    @Test
    void shouldNameWhatWasMeant() {
        command.assertRefused(
                "--from gpt-4: there is no call of it; did you mean gpt-4o or gpt-4o-mini? there are calls of gpt-4o, gpt-4o-mini",
                "whatif",
                "swap",
                "--from",
                "gpt-4",
                "--to",
                "gpt-4o-mini",
                run);
        command.assertRefused(
                "--agent B: no such agent calls gpt-4o; did you mean A?",
                "whatif",
                "swap",
                "--from",
                "gpt-4o",
                "--to",
                "gpt-4o-mini",
                "--agent",
                "B",
                run);
        command.assertRefused(
                "--step 3: no call of gpt-4o is that model call of its workflow; the first is 1, the last 2",
                "whatif",
                "swap",
                "--from",
                "gpt-4o",
                "--to",
                "gpt-4o-mini",
                "--step",
                "3",
                run);
        command.assertRefused(
                "--operation plam: no call of gpt-4o has that name or is in a span that has; did you mean plan?",
                "whatif",
                "swap",
                "--from",
                "gpt-4o",
                "--to",
                "gpt-4o-mini",
                "--operation",
                "plam",
                run);
    }
}
