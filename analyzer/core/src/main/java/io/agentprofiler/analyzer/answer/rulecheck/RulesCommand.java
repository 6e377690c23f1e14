// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code analyzer rules}: what is traced, and whether it is there. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists the bundled rules, and checks rules against jars.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar rules list",
            "  java -jar analyzer.jar rules check --classpath \"lib/*\"",
            "",
            "'analyzer rules COMMAND --help' explains a command.",
            Documentation.AT + "rules/"
        })
public final class RulesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private RulesCommand() {}

    /** Returns the command with those below it. */
    public static CommandLine line(Terminal terminal) {
        CommandLine line = new CommandLine(new RulesCommand());
        line.addSubcommand(new RulesCheckCommand(terminal));
        line.addSubcommand(new RulesListCommand(terminal));
        return line;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "rules needs a command: check or list");
    }
}
