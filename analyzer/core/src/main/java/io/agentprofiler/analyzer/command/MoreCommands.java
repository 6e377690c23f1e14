// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Commands that stand in a module above this one, which offers them as a service.
 *
 * <p><b>Threading:</b> one thread.
 */
public interface MoreCommands {
    /**
     * A command.
     *
     * @param name its word on the command line
     * @param after the command that the help lists before it
     * @param command makes what picocli takes for a command
     */
    record MoreCommand(String name, String after, Function<Terminal, Object> command) {}

    /** Returns the commands. */
    List<MoreCommand> commands();

    /** Returns the commands of all modules in this jar. */
    static List<MoreCommand> all() {
        return ServiceLoader.load(MoreCommands.class).stream()
                .flatMap(module -> module.get().commands().stream())
                .toList();
    }
}
