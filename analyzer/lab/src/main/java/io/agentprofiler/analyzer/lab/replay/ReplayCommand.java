// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code analyzer replay}: has a recording answer in place of model servers. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Runs an agent again without its model servers, or its model calls without the agent, from a recording.",
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar replay serve --port 8089 agent-profile/",
            "        then start the agent with http://127.0.0.1:8089/v1 as the address of its models",
            "  java -jar analyzer.jar replay load --to http://127.0.0.1:8000/v1 --concurrency 1,2,4,8 agent-profile/",
            "        sends the recorded model calls to a server, and measures it",
            "",
            Documentation.AT + "experiments/replay/"
        })
public final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private ReplayCommand() {}

    /** Returns the command with those below it. */
    public static CommandLine line(Terminal terminal) {
        CommandLine line = new CommandLine(new ReplayCommand());
        line.addSubcommand(new ReplayServeCommand(terminal));
        line.addSubcommand(new ReplayLoadCommand(terminal));
        return line;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "replay needs a command: serve or load");
    }
}
