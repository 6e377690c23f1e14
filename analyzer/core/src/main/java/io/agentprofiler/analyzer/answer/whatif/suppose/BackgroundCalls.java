// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.whatif.GroupTime;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Named calls run in the background: nothing waits for them. The groups are the spans that hold such calls. */
public final class BackgroundCalls implements Scenario {
    private final NamedSpans names;
    private final List<String> evidence;

    BackgroundCalls(NamedSpans names, List<String> evidence) {
        this.names = names;
        this.evidence = List.copyOf(evidence);
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        int[] places = names.in(trace);
        Set<Span> calls = new HashSet<>();
        Set<Span> around = new LinkedHashSet<>();
        for (Span span : trace.spans()) {
            if (places[span.index()] >= 0 && !span.has(SpanFlag.UNFINISHED) && trace.isTimed()) {
                calls.add(span);
                if (span.parent() != null && !span.parent().has(SpanFlag.UNFINISHED)) {
                    around.add(span.parent());
                }
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls that nothing waits for", (long) calls.size());
        if (calls.isEmpty()) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts);
        }
        Schedule schedule = Schedule.of(trace);
        Supposition change = new Supposition() {
            @Override
            public long length(Span span, long length) {
                return calls.contains(span) ? 0 : length;
            }
        };
        long[] lengths = schedule.lengths(change);
        return new SimulatedWorkflow(schedule.wallNanos(change), 0, null, counts)
                .withGroups(new GroupTime(
                        around.size(),
                        around.stream().mapToLong(Span::durationNanos).sum(),
                        around.stream().mapToLong(span -> lengths[span.index()]).sum()));
    }

    @Override
    public String group() {
        return "what holds " + names.words();
    }

    @Override
    public List<String> evidence() {
        return evidence;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "nothing that follows needs the result of these calls or what they change: you suppose that, the evidence only"
                        + " shows where texts went",
                "they are still made, with the same tokens and cost, and do not slow down what runs beside them",
                "a failure of theirs stops nothing, and the process does not end before they do");
    }

    /** {@code analyzer whatif async}. */
    @Command(name = "async", description = "Runs calls in the background: nothing waits for them.")
    public static final class AsyncCommand extends SupposeCommand {
        public AsyncCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            NamedSpans names = names();
            Analysis<ResultUse> use = ResultUse.of(names);
            List<String> evidence = look(names, use).get(use).lines();
            return run(names.words() + " in the background", new BackgroundCalls(names, evidence));
        }
    }
}
