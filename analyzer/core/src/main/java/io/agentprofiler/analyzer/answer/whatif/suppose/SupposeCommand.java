// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.NamedSpans.NameSearch;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** A command of {@code whatif} about calls that the user names: the names come before the inputs. */
public abstract class SupposeCommand extends ScenarioCommand {
    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description =
                    "Calls as reports name them: a span, tool, model or agent; * stands for any characters. Several have"
                            + " commas between them.")
    private String named;

    protected SupposeCommand(Terminal terminal) {
        super(terminal);
    }

    /** Returns a command whose inputs follow the names. */
    public static CommandLine line(SupposeCommand command) {
        CommandLine line = new CommandLine(command);
        CommandSpec spec = line.getCommandSpec();
        for (PositionalParamSpec positional : List.copyOf(spec.positionalParameters())) {
            if (positional.isMultiValue()) {
                spec.remove(positional);
                spec.addPositional(
                        PositionalParamSpec.builder(positional).index("1..*").build());
            }
        }
        return line;
    }

    /** Returns the names. */
    final NamedSpans names() throws CommandException {
        return NamedSpans.of(named);
    }

    /**
     * Reads the inputs, with prompts and answers, for the analyses that the scenario needs.
     *
     * @throws CommandException where no call has one of the names
     */
    final RunSummary look(NamedSpans names, Analysis<?>... analyses) throws CommandException {
        Analysis<NameSearch> search = names.search();
        List<Analysis<?>> all = new ArrayList<>(List.of(analyses));
        all.add(search);
        RunSummary read = askWithContent(all.toArray(new Analysis<?>[0]));
        read.get(search).expectAll(names);
        return read;
    }
}
