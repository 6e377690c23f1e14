// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.whatif.GroupTime;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.answer.whatif.goal.step.StreamStep.FirstChunks;
import io.agentprofiler.analyzer.command.Amounts;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Answers of named agents or calls that were not streamed are: their beginning arrives earlier, and no run gets shorter. The groups
 * are the named spans, up to the first chunk of their last model call.
 */
public final class StreamedAnswers implements Scenario {
    private final NamedSpans names;
    /** How long after its request the answer of a model begins. */
    private final Function<String, OptionalLong> begins;

    private final List<String> evidence;

    StreamedAnswers(NamedSpans names, Function<String, OptionalLong> begins, List<String> evidence) {
        this.names = names;
        this.begins = begins;
        this.evidence = List.copyOf(evidence);
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        long streamed = 0;
        long unknown = 0;
        long failed = 0;
        GroupTime groups = new GroupTime(0, 0, 0);
        FirstChunk first = null;
        long lastStart = Long.MIN_VALUE;
        for (Span span : NamedAnswers.in(trace, names)) {
            Span call = NamedAnswers.lastModelCall(trace, span);
            if (call == null) {
                continue;
            }
            OptionalLong begin = begins.apply(Calls.model(call));
            if (NamedAnswers.isStreamed(call)) {
                streamed++;
            } else if (!NamedAnswers.isComplete(call)) {
                failed++;
            } else if (begin.isEmpty()) {
                unknown++;
            } else {
                LatencySplit split = LatencySplit.of(call);
                long before =
                        Math.max(0, split.nanos(LatencyPart.WAITING)) + Math.max(0, split.nanos(LatencyPart.RETRYING));
                long arrives = call.startNanos() + Math.min(call.durationNanos(), before + begin.getAsLong());
                groups = new GroupTime(
                        groups.count() + 1,
                        groups.nanos() + call.endNanos() - span.startNanos(),
                        groups.simulatedNanos() + arrives - span.startNanos());
                if (call.startNanos() >= lastStart) {
                    lastStart = call.startNanos();
                    first = new FirstChunk(call.endNanos() - trace.startNanos(), arrives - trace.startNanos());
                }
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("answers that would be streamed", groups.count());
        put(counts, "answers that are streamed already", streamed);
        put(counts, "answers that failed or have no end, left as recorded", failed);
        put(counts, "answers of models without five streamed ones, left as recorded: --first-chunk", unknown);
        return new SimulatedWorkflow(trace.durationNanos(), 0, null, counts)
                .withFirstChunk(first)
                .withGroups(groups);
    }

    private static void put(TreeMap<String, Long> counts, String what, long count) {
        if (count > 0) {
            counts.put(what, count);
        }
    }

    @Override
    public String group() {
        return "the answer of " + names.words();
    }

    @Override
    public List<String> evidence() {
        return evidence;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "the last model call of each named span gives its answer; streaming shows its beginning earlier, but shortens no run",
                "an answer begins as long after its request as half of the streamed answers of its model, or after --first-chunk",
                "who receives the answer can use a part of it: you suppose that");
    }

    /** {@code analyzer whatif stream}. */
    @Command(
            name = "stream",
            description = "Streams the answers of an agent or a call, whose beginning then arrives earlier.")
    public static final class StreamCommand extends SupposeCommand {
        @Option(
                names = "--first-chunk",
                paramLabel = "TIME",
                description =
                        "How long after its request an answer begins, for example 400ms. Default: as half of the recorded"
                                + " streamed answers of the model.")
        private String firstChunk;

        public StreamCommand(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() throws CommandException {
            BigDecimal given = firstChunk == null ? null : Amounts.nanos(firstChunk);
            if (firstChunk != null && given == null) {
                throw new CommandException("--first-chunk " + firstChunk + ": expected a time such as 400ms or 1.5s");
            }
            NamedSpans names = names();
            Analysis<NamedAnswers> answers = NamedAnswers.of(names);
            RunSummary read = look(names, answers, FirstChunks.ANALYSIS);
            FirstChunks times = read.get(FirstChunks.ANALYSIS);
            Function<String, OptionalLong> begins =
                    given == null ? times::typical : model -> OptionalLong.of(given.longValue());
            return run(
                    "the answer of " + names.words() + " is streamed",
                    new StreamedAnswers(names, begins, read.get(answers).lines(given == null ? times.known() : null)));
        }
    }
}
