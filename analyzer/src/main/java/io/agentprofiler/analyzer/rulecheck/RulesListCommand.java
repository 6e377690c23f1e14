// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.rulecheck;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code analyzer rules list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints the bundled rule files, or the rules of some of them.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar rules list",
            "  java -jar analyzer.jar rules list NAME",
            "",
            "docs/rules.md explains rules."
        })
final class RulesListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FRAMEWORK", description = "Bundled rule files whose rules to print.")
    private List<String> frameworks = List.of();

    RulesListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        for (String name : frameworks.isEmpty() ? RuleFiles.bundled() : frameworks) {
            RuleFile file;
            try {
                file = RuleFiles.loadBundled(name);
            } catch (RuleFileException e) {
                throw new CommandException(e.getMessage());
            }
            terminal.out()
                    .println(name + ": " + Texts.safe(file.title()) + ", "
                            + Units.count(file.rules().size(), "rule"));
            if (!frameworks.isEmpty()) {
                rules(file, terminal.out());
            }
        }
        return ExitCode.OK;
    }

    private static void rules(RuleFile file, PrintStream out) {
        int width =
                file.rules().stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        for (Rule rule : file.rules()) {
            String what = rule.kind() == null
                    ? rule.role() + " of " + rule.operation()
                    : rule.kind().toString();
            String line = "  %s%s  %s  %s  %s"
                    .formatted(
                            rule.id(),
                            " ".repeat(width - rule.id().length()),
                            what.toLowerCase(Locale.ROOT),
                            rule.match().type(),
                            rule.versions().range());
            out.println(line.stripTrailing());
        }
    }
}
