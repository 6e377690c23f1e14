// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScreenOptions screen;

    RulesListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        List<RuleFile> files = new ArrayList<>();
        try {
            for (String name : frameworks.isEmpty() ? RuleFiles.bundled() : frameworks) {
                files.add(RuleFiles.loadBundled(name));
            }
        } catch (RuleFileException e) {
            throw new CommandException(e.getMessage());
        }
        format.print(RuleListDocument.of(files, !frameworks.isEmpty()), screen.of(terminal), terminal);
        return ExitCode.OK;
    }
}
