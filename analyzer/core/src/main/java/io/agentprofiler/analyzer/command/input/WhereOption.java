// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.AttributeCondition;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that says which workflows a question is about. */
public final class WhereOption {
    @Option(
            names = "--where",
            paramLabel = "KEY=VALUE",
            description =
                    "Only workflows in which a span has this attribute, as in --where acme.tenant=acme. * stands for any"
                            + " characters; KEY!=VALUE for workflows without it, KEY for any value. KEY may also be"
                            + " conversation, workflow (its name) or function (the name of one of your own). All of several must"
                            + " hold.")
    private List<String> conditions = List.of();

    /**
     * Returns what was asked for.
     *
     * @throws CommandException when a condition names no attribute
     */
    public TraceFilter filter() throws CommandException {
        if (conditions.isEmpty()) {
            return TraceFilter.ALL;
        }
        List<AttributeCondition> all = new ArrayList<>();
        for (String text : conditions) {
            try {
                all.add(AttributeCondition.of(text));
            } catch (IllegalArgumentException e) {
                throw new CommandException("--where " + text + ": " + e.getMessage() + ", as in acme.tenant=acme");
            }
        }
        return new TraceFilter(
                all.stream().map(AttributeCondition::toString).collect(Collectors.joining(" and ")),
                trace -> all.stream().allMatch(condition -> condition.test(trace)));
    }

    /**
     * Tells of a pass how many workflows were meant, if not all.
     *
     * @param what what was read, followed by a colon; empty where that is clear
     */
    public static void tell(Outcome outcome, String what, Terminal terminal) {
        if (outcome.filtered().isFiltered()) {
            terminal.err().println(Texts.safe("analyzer: " + what + outcome.filtered()));
        }
    }
}
