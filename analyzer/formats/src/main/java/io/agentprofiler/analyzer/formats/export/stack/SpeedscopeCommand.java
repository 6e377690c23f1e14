// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer export speedscope}. */
@Command(
        name = "speedscope",
        description =
                "Writes a file for speedscope.app: each lane in order of time, and stacks by time, tokens and money.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export speedscope --out run.speedscope.json agent-profile/",
            "        the newest run; speedscope.app opens it, and the file stays in your browser",
            "",
            Documentation.AT + "formats/export/"
        })
public final class SpeedscopeCommand extends FormatCommand {
    private static final List<StackWeight> MEASURES = List.of(StackWeight.TIME, StackWeight.TOKENS, StackWeight.COST);

    @Mixin
    private PriceOptions prices;

    public SpeedscopeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return "run.speedscope.json";
    }

    @Override
    protected boolean tells(Span span) {
        return span.hasLength();
    }

    @Override
    protected Export export(Path target) throws CommandException {
        PriceList list = prices.list();
        List<Analysis<?>> questions = new ArrayList<>(Timeline.QUESTIONS);
        questions.add(Frames.ANALYSIS);
        Map<StackWeight, Analysis<PathWeights>> asked = new EnumMap<>(StackWeight.class);
        for (StackWeight measure : MEASURES) {
            asked.put(measure, measure.question(list));
        }
        questions.addAll(asked.values());
        Outcome known = ask(questions);
        Map<StackWeight, PathWeights> sums = new EnumMap<>(StackWeight.class);
        asked.forEach((measure, question) -> sums.put(measure, known.summary().get(question)));
        Frames frames = new Frames(known.summary().get(Frames.ANALYSIS));
        return new SpeedscopeFile(target, new Timeline(known), frames, sums);
    }
}
