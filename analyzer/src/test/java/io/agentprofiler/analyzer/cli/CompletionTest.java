// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts for shells, run by the shells that are installed. */
class CompletionTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path script(String shell, String... more) throws IOException {
        assertThat(analyzer.run(Stream.concat(Stream.of("completion", shell), Stream.of(more))
                        .toArray()))
                .as(analyzer.err())
                .isZero();
        return Files.writeString(directory.resolve("script." + shell), analyzer.out());
    }

    private static String shell(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    private static void assumeInstalled(String shell) {
        assumeThat(Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))))
                .as(shell + " is installed")
                .isTrue();
    }

    @Test
    void shouldCompleteInBash() throws Exception {
        assumeInstalled("bash");
        Path script = script("bash");
        shell("bash", "-n", script.toString());
        assertThat(complete(script, "analyzer", "repo")).containsExactly("report");
        assertThat(complete(script, "analyzer", "whatif", "sw")).containsExactly("swap");
        assertThat(complete(script, "analyzer", "tokens", "--all")).containsExactly("--all-runs");
        assertThat(complete(script, "analyzer", "tokens", "--format", ""))
                .containsExactly("text", "json", "markdown", "html", "csv");
        assertThat(complete(script("bash", "--name", "ap"), "ap", "lis")).containsExactly("list");
    }

    /** Returns what bash offers for the last of some words. */
    private static List<String> complete(Path script, String... words) throws IOException, InterruptedException {
        // compopt works where a person types only
        String program = "compopt() { :; }; source \"$1\"; shift\n"
                + "function=$(complete -p \"$1\" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')\n"
                + "COMP_WORDS=(\"$@\"); COMP_CWORD=$(( $# - 1 ))\n"
                + "\"$function\" \"$1\" \"${COMP_WORDS[COMP_CWORD]}\"\n"
                + "printf '%s\\n' \"${COMPREPLY[@]}\"";
        return shell(Stream.concat(
                                Stream.of("bash", "--norc", "-c", program, "bash", script.toString()), Stream.of(words))
                        .toArray(String[]::new))
                .lines()
                .map(String::strip)
                .toList();
    }

    @Test
    void shouldBeReadByZsh() throws Exception {
        assumeInstalled("zsh");
        Path script = script("zsh");
        shell("zsh", "-f", "-n", script.toString());
        assertThat(shell("zsh", "-f", "-c", "source " + script + " && print -r -- $_comps[analyzer]"))
                .contains("analyzer");
    }

    @ParameterizedTest
    @CsvSource({"analyzer rep, report", "analyzer whatif sw, swap", "analyzer tokens --format j, json"})
    void shouldCompleteInFish(String typed, String offered) throws Exception {
        assumeInstalled("fish");
        Path script = script("fish");
        assertThat(shell("fish", "--no-config", "-c", "source " + script + "; complete -C '" + typed + "'"))
                .startsWith(offered);
    }

    @Test
    void shouldDescribeEveryCommandAndOptionForFish() throws IOException {
        String script = Files.readString(script("fish", "--name", "my.ap"));

        assertThat(script)
                .contains(
                        "function __my_ap_command",
                        "complete -c my.ap -n '__my_ap_command' -f -a 'report' -d 'Prints where ",
                        "complete -c my.ap -n '__my_ap_command whatif' -f -a 'swap' -d ",
                        "complete -c my.ap -n '__my_ap_command tokens' -l format -x -a 'text json markdown html csv' -d ",
                        "complete -c my.ap -n '__my_ap_command tokens' -l out -r -F -d ",
                        "complete -c my.ap -n '__my_ap_command tokens' -l all-runs -d ",
                        "complete -c my.ap -n '__my_ap_command completion' -f -a 'bash zsh fish' -d ");
        // every line is whole: its quotes are closed
        assertThat(script.lines().filter(line -> line.startsWith("complete")))
                .allMatch(line ->
                        line.replace("\\'", "").chars().filter(c -> c == '\'').count() % 2 == 0);
    }

    @Test
    void shouldRefuseWhatIsNoShellOrName() {
        analyzer.assertRefused("SHELL takes bash, zsh or fish, not 'tcsh'", "completion", "tcsh");
        analyzer.assertRefused("--name takes a word of letters", "completion", "bash", "--name", "a b");
    }
}
