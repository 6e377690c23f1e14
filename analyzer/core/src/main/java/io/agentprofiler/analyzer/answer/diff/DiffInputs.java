// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundTraces;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code diff} reads of both sides. */
final class DiffInputs {
    @Mixin
    private SideInputs sides;

    @Option(
            names = "--before-trace",
            paramLabel = "ID",
            description = "Workflow of the first side to show in Markdown and HTML: the beginning of its trace id."
                    + " Default: the one closest to the median.")
    private String beforeTrace;

    @Option(names = "--after-trace", paramLabel = "ID", description = "The same for the second side.")
    private String afterTrace;

    /**
     * What was read of a side.
     *
     * @param chosen the workflow asked for, or {@code null}
     */
    record Read(Outcome outcome, Side side, Fingerprints fingerprints, Trace chosen) {}

    /** Reads both sides; the first result is the first side. */
    List<Read> read(Terminal terminal, Analysis<Side> question) throws CommandException {
        FoundTraces first = wanted(beforeTrace);
        FoundTraces second = wanted(afterTrace);
        List<Outcome> outcomes = sides.read(terminal, "diff", analyses(question, first), analyses(question, second));
        return List.of(
                read("before", outcomes.get(0), question, first, beforeTrace),
                read("after", outcomes.get(1), question, second, afterTrace));
    }

    private static FoundTraces wanted(String trace) {
        return trace == null ? null : new FoundTraces(trace);
    }

    private static List<Analysis<?>> analyses(Analysis<Side> question, FoundTraces wanted) {
        List<Analysis<?>> analyses = new ArrayList<>(List.of(question, Fingerprints.ANALYSIS, SpanFlags.ANALYSIS));
        if (wanted != null) {
            analyses.add(wanted);
        }
        return analyses;
    }

    private static Read read(String name, Outcome outcome, Analysis<Side> question, FoundTraces wanted, String trace)
            throws CommandException {
        Side side = outcome.summary().get(question);
        if (side.workflows() == 0) {
            throw new CommandException("the " + name + " side holds no workflow");
        }
        Fingerprints fingerprints = outcome.summary().get(Fingerprints.ANALYSIS);
        if (wanted == null) {
            return new Read(outcome, side, fingerprints, null);
        }
        List<Trace> found = outcome.summary().get(wanted);
        if (found.size() != 1) {
            throw new CommandException("--" + name + "-trace " + trace + ": "
                    + (found.isEmpty()
                            ? "no trace id begins so among the " + Units.count(side.workflows(), "workflow")
                            : "several trace ids begin so; give more digits"));
        }
        return new Read(outcome, side, fingerprints, found.get(0));
    }
}
