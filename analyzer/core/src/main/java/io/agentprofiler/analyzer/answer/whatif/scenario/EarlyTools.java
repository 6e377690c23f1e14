// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/**
 * Tools begin as soon as their arguments have been streamed, instead of when the model's response is complete. Also estimates
 * what users of a stream wait for: the first chunk of the final answer.
 */
public final class EarlyTools implements Scenario {
    /** Counts turns that stay as recorded. */
    private static final class Left {
        private long notStreamed;
        private long notRequested;
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        Map<Span, Long> earlier = new HashMap<>();
        Left left = new Left();
        for (Span span : trace.spans()) {
            if (!span.children().isEmpty()) {
                turns(span, earlier, left);
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        if (left.notRequested > 0) {
            counts.put("groups of tools that no single answer requested, left as recorded", left.notRequested);
        }
        counts.put("tools that could begin earlier", (long) earlier.size());
        counts.put("answers that were not streamed", left.notStreamed);
        Schedule schedule = Schedule.of(trace);
        Supposition change = new Supposition() {
            @Override
            public long earlier(Span tool) {
                return earlier.getOrDefault(tool, 0L);
            }
        };
        return new SimulatedWorkflow(schedule.wallNanos(change), 0, null, counts)
                .withFirstChunk(firstChunk(trace, schedule, change));
    }

    /**
     * Returns when the final answer began: the first chunk of the last model call to begin, if that succeeded. The
     * call itself takes as long as it did: its chunk comes as much earlier as it begins.
     */
    private static FirstChunk firstChunk(Trace trace, Schedule schedule, Supposition change) {
        Span last = null;
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && (last == null || span.startNanos() >= last.startNanos())) {
                last = span;
            }
        }
        if (last == null || last.chunks() == null || last.chunks().count() == 0 || last.status() != SpanStatus.OK) {
            return null;
        }
        long first = Math.min(last.chunks().firstNanos(), last.endNanos()) - trace.startNanos();
        long begun = last.startNanos() - trace.startNanos();
        return new FirstChunk(first, Math.max(0, first - begun + schedule.beginNanos(change, last)));
    }

    /** Handles the model calls below a span, each with the tools that began after it and before the next one. */
    private static void turns(Span parent, Map<Span, Long> earlier, Left left) {
        Span call = null;
        List<Span> tools = new ArrayList<>();
        for (Span child : parent.children()) {
            if (child.kind() == SpanKind.LLM) {
                turn(call, tools, earlier, left);
                call = child;
                tools = new ArrayList<>();
            } else if (child.kind() == SpanKind.TOOL
                    && call != null
                    && child.startNanos() >= call.endNanos()
                    // how long one without an end took, nobody knows
                    && !child.has(SpanFlag.UNFINISHED)) {
                tools.add(child);
            }
        }
        turn(call, tools, earlier, left);
    }

    private static void turn(Span call, List<Span> tools, Map<Span, Long> earlier, Left left) {
        if (call == null || tools.isEmpty()) {
            return;
        }
        ChunkStats chunks = call.chunks();
        if (chunks == null || chunks.count() < 2) {
            left.notStreamed++;
            return;
        }
        if (RequestedTools.of(tools) == RequestedTools.NO) {
            left.notRequested++;
            return;
        }
        long firstEnd = Long.MAX_VALUE;
        for (int i = 0; i < tools.size(); i++) {
            Span tool = tools.get(i);
            // a tool that waited for one before it does not begin earlier by its arguments
            if (tool.startNanos() >= firstEnd) {
                break;
            }
            firstEnd = Math.min(firstEnd, tool.endNanos());
            long generation = Math.max(0, Math.min(chunks.lastNanos(), call.endNanos()) - chunks.firstNanos());
            long complete = chunks.firstNanos() + Math.round(generation * ((i + 1) / (double) tools.size()));
            long saved = call.endNanos() - complete;
            if (saved > 0) {
                earlier.put(tool, saved);
            }
        }
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "the arguments of tools requested together take equal parts of the time from the first to the last chunk",
                "model calls take as long as recorded; responses that were not streamed stay as recorded",
                "a tool that has begun is still wanted when the response is complete",
                "the final answer is that of the last model call; streaming it shows it to users earlier, but shortens no run");
    }

    /** {@code analyzer whatif early-tools}. */
    @Command(name = "early-tools", description = "Starts each tool as soon as its arguments have been streamed.")
    public static final class EarlyToolsCommand extends ScenarioCommand {
        public EarlyToolsCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            return run("tools begin when their arguments have been streamed", new EarlyTools());
        }
    }
}
