// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.ListOptions;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer calls}. */
@Command(
        name = "calls",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists single calls: when they began, how long they took, what they used, whether they failed.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar calls --where kind=llm --sort cost agent-profile/",
            "        the dearest model calls",
            "  java -jar analyzer.jar calls --where tool=refund --failed agent-profile/",
            "        the refunds that failed, with the ids that show and tree take",
            "  java -jar analyzer.jar calls --where acme.tenant=acme --format csv agent-profile/",
            "        all calls for a tenant, for a spreadsheet",
            "",
            "Here --where means calls: a status, error, tool, model, kind or name of the call itself, anything else of the",
            "call or the closest span around it. 'about every 2 s' says that calls of one name come at regular intervals:",
            "of at least 8 calls half of the intervals lie within 20 %% of their median.",
            Documentation.AT + "reference/command-line/"
        })
public final class CallsCommand implements Callable<Integer> {
    private static final int USUAL = 20;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private ListOptions list;

    @Option(
            names = "-n",
            paramLabel = "COUNT",
            description = "List COUNT calls. Default: 20; of JSON and CSV the first 100,000.")
    private Integer count;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FormatOptions format;

    public CallsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (count != null && (count < 1 || count > ListedCalls.MOST)) {
            throw new CommandException("-n takes a number from 1 to " + ListedCalls.MOST);
        }
        ListOrder order = list.order(ListOrder.START);
        Predicate<Span> meant = input.spans();
        ListedCalls question = new ListedCalls(
                list.isFailed() ? span -> span.status() == SpanStatus.ERROR && meant.test(span) : meant,
                order,
                prices.list());
        Outcome outcome = input.readSpans(terminal, List.of(question, SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        ListedCalls.CallList found = outcome.summary().get(question);
        List<ListedCall> kept = found.calls();
        int most = count != null ? count : format.isForPeople() ? USUAL : ListedCalls.MOST;
        List<ListedCall> listed = kept.subList(0, Math.min(most, kept.size()));
        // in the order of time every call counts; else those on top are what somebody asks about
        List<CallRhythm> rhythms = CallRhythm.of(order == ListOrder.START ? kept : listed);
        format.print(
                CallsDocument.of(listed, found.found(), order, rhythms, outcome), input.screen(terminal), terminal);
        return ExitCode.OK;
    }
}
