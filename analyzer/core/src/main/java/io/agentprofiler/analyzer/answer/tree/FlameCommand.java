// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.id.WorkflowId;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer flame}. */
@Command(
        name = "flame",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Prints a flame graph of all workflows or of one: call paths by time, tokens, cost, calls or bytes.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar flame agent-profile/",
            "        where the time of all workflows went",
            "  java -jar analyzer.jar flame --by tokens --trace 0af7651916cd43dd agent-profile/",
            "        what used the tokens of one workflow",
            "",
            "all = including everything below, own = excluding it. Time is self time, so that parallel work adds up.",
            Documentation.AT + "questions/tree/"
        })
public final class FlameCommand implements Callable<Integer> {
    private static final double PERCENT = 100;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "time",
            description = "What the width of a bar stands for: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private PathWeight by;

    @Option(
            names = "--trace",
            paramLabel = "ID",
            description =
                    "Only the workflow with this trace id, or the one around this span, or one that shows this finding; or those"
                            + " of this conversation."
                            + " The beginning of an id is enough. Also the id of the OpenTelemetry trace around it.")
    private String trace;

    @Option(
            names = "--min-share",
            paramLabel = "PERCENT",
            defaultValue = "0.5",
            description = "Paths below this share of the whole are summed up. Default: ${DEFAULT-VALUE} percent.")
    private double minShare;

    @Option(
            names = "--max-rows",
            paramLabel = "ROWS",
            defaultValue = "200",
            description = "Maximum number of paths shown. Default: ${DEFAULT-VALUE}.")
    private int maxRows;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FormatOptions format;

    public FlameCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (maxRows < 1 || minShare < 0 || minShare > 100) {
            throw new CommandException("--max-rows takes a number of 1 or more, --min-share one from 0 to 100");
        }
        PriceList list = prices.list();
        Analysis<PathWeights> question = PathWeights.question(span -> by.of(span, list));
        String id = trace == null ? null : WorkflowChoice.id(trace, input, terminal);
        FoundIds found = id == null ? null : new FoundIds(id);
        List<Analysis<?>> analyses = new ArrayList<>(List.of(SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        analyses.add(found == null ? question : found);
        Outcome outcome = input.read(terminal, analyses, List.of());
        PathWeights top = found == null ? outcome.summary().get(question) : question.empty();
        String of = Units.count(outcome.summary().get(Workflows.ANALYSIS).all().workflows(), "workflow");
        if (found != null) {
            List<Trace> traces = WorkflowId.meant("--trace ", id, found, outcome).stream()
                    .map(FoundIds.FoundId::trace)
                    .toList();
            for (Trace one : traces) {
                top = question.merge(top, question.of(one));
            }
            of = traces.size() == 1 ? "trace " + traces.get(0).id() : Units.count(traces.size(), "workflow");
        }
        Document document = FlameDocument.of(top, by, of, maxRows, minShare / PERCENT, DataSection.ifAny(outcome));
        format.print(document, input.screen(terminal), terminal);
        return ExitCode.OK;
    }
}
