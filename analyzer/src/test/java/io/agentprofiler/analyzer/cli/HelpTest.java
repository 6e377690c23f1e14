// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help texts are of one product: each has examples that name the command, fits the screen, and explains itself. */
class HelpTest {
    private static final int WIDTH = 120;
    /** Options whose meaning depends on the command. */
    private static final Set<String> OWN = Set.of(
            "--format",
            "--out",
            "--version",
            "--rules",
            "--trace",
            "--max-rows",
            "-n",
            "--by",
            "--to",
            "--max-cost",
            "--concurrency",
            "--seed",
            "--replicas",
            "--models");

    private static final ByteArrayOutputStream OUT = new ByteArrayOutputStream();
    private static final Terminal TERMINAL = new Terminal(
            new PrintStream(OUT, true, StandardCharsets.UTF_8),
            new PrintStream(OUT, true, StandardCharsets.UTF_8),
            StandardCharsets.UTF_8,
            false,
            false,
            Map.of());

    static Stream<CommandLine> commands() {
        return withSubcommands(Main.line(TERMINAL));
    }

    private static Stream<CommandLine> withSubcommands(CommandLine line) {
        return Stream.concat(
                Stream.of(line),
                line.getSubcommands().values().stream().distinct().flatMap(HelpTest::withSubcommands));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldShowExamplesOfTheCommandWithinTheWidth(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName().replaceFirst("analyzer", "java -jar analyzer.jar");
        OUT.reset();
        String[] arguments = Stream.concat(
                        Stream.of(command.getCommandSpec().qualifiedName().split(" "))
                                .skip(1),
                        Stream.of("--help"))
                .toArray(String[]::new);

        assertThat(Main.run(TERMINAL, arguments)).isEqualTo(ExitCode.OK);

        String help = OUT.toString(StandardCharsets.UTF_8);
        // the examples of a group's commands may all stand in the group's help
        assertThat(help + footer(command.getParent())).contains("Examples:", "  " + name);
        assertThat(help).contains("Exit codes: 0 ");
        assertThat(help).doesNotContain("docs/");
        String last = help.strip().lines().reduce("", (before, line) -> line);
        assertThat(last).startsWith(Documentation.AT);
        assertThat(pages(last.substring(Documentation.AT.length()))).as(last).anyMatch(Files::exists);
        assertThat(help).doesNotContain("%%", "Default: VALUE", "${", "WARN");
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(WIDTH));
        assertThat(Stream.of(command.getCommandSpec().usageMessage().footer()))
                .allSatisfy(line -> assertThat(line.formatted().length()).isLessThan(WIDTH));
    }

    /** Returns the files that the site may show at an address. */
    private static Stream<Path> pages(String address) {
        Path docs = Path.of("..", "docs");
        return Stream.of(address.replaceFirst("/?$", ".md"), address + "README.md")
                .map(docs::resolve);
    }

    private static String footer(CommandLine command) {
        return command == null
                ? ""
                : String.join("\n", command.getCommandSpec().usageMessage().footer());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldDescribeTheCommandAndItsOptionsInSentences(CommandLine command) {
        assertThat(String.join(" ", command.getCommandSpec().usageMessage().description()))
                .endsWith(".");
        assertThat(command.getCommandSpec().options())
                .allSatisfy(option -> assertThat(String.join(" ", option.description()))
                        .as(option.longestName())
                        .matches("(?s).+[.]"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTakeWordsInLowerCase(CommandLine command) {
        assertThat(command.getCommandSpec().args())
                .filteredOn(argument -> argument.completionCandidates() != null)
                .allSatisfy(argument -> assertThat(argument.completionCandidates())
                        .allSatisfy(word -> assertThat(word).isLowerCase()));
    }

    @Test
    void shouldMeanTheSameByTheSameOption() {
        Map<String, List<String>> meanings = new HashMap<>();
        commands().forEach(command -> {
            for (OptionSpec option : command.getCommandSpec().options()) {
                String label = option.arity().max() == 0 ? "" : option.paramLabel();
                List<String> meaning = List.of(label, String.join(" ", option.description()));
                if (!OWN.contains(option.longestName())) {
                    assertThat(meanings.getOrDefault(option.longestName(), meaning))
                            .as(option.longestName() + " of " + command.getCommandName())
                            .isEqualTo(meaning);
                    meanings.put(option.longestName(), meaning);
                }
            }
        });
        assertThat(meanings).containsKeys("--prices", "--color", "--width");
    }
}
