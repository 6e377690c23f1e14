// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats;

import io.agentprofiler.analyzer.command.MoreCommands;
import java.util.List;

/** The commands of this module. */
public final class FormatCommands implements MoreCommands {
    @Override
    public List<MoreCommand> commands() {
        return List.of(new MoreCommand("export", "fingerprint", ExportCommand::line));
    }
}
