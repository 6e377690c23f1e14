// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab;

import io.agentprofiler.analyzer.command.MoreCommands;
import io.agentprofiler.analyzer.lab.drift.DriftCommand;
import io.agentprofiler.analyzer.lab.forecast.ForecastCommand;
import io.agentprofiler.analyzer.lab.replay.ReplayCommand;
import io.agentprofiler.analyzer.lab.simulate.SimulateCommand;
import io.agentprofiler.analyzer.lab.size.SizeCommand;
import io.agentprofiler.analyzer.lab.steps.StepsCommand;
import java.util.List;

/** The commands of this module. */
public final class LabCommands implements MoreCommands {
    @Override
    public List<MoreCommand> commands() {
        return List.of(
                new MoreCommand("steps", "tokens", StepsCommand::new),
                new MoreCommand("replay", "whatif", ReplayCommand::line),
                new MoreCommand("drift", "diff", DriftCommand::new),
                new MoreCommand("forecast", "fingerprint", ForecastCommand::new),
                new MoreCommand("simulate", "forecast", SimulateCommand::new),
                new MoreCommand("size", "simulate", SizeCommand::new));
    }
}
