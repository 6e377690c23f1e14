// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint.shape;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The places that a trace's spans stand at: spans of one kind and name below the same place stand at one place, however many there
 * are and in whichever order. A call inside one of its own kind and name is at that one's place, so recursion has no depth.
 *
 * <p>Requests over HTTP and spans that only wrap another are no places: they tell how a call was made. What is deeper than
 * {@value #MAX_DEPTH} places stands at the place there.
 */
public final class StepTree {
    static final String TOOL = SpanKind.TOOL.word() + " ";
    private static final int MAX_DEPTH = 100;

    private final Map<String, Place> tops = new HashMap<>();

    /** A place, and how models are called there: known parts of prompts by everything else. */
    private static final class Place {
        private final Place above;
        private final String label;
        private final int depth;
        private final Map<String, Place> below = new HashMap<>(4);
        private final Map<Ask, SortedMap<String, PromptLengths>> asks = new HashMap<>(2);

        Place(Place above, String label) {
            this.above = above;
            this.label = label;
            this.depth = above == null ? 1 : above.depth + 1;
        }
    }

    private record Ask(String model, String parameters, long tools) {}

    private StepTree() {}

    /** Puts the spans of a trace at their places. */
    public static StepTree of(Trace trace) {
        StepTree tree = new StepTree();
        Place[] places = new Place[trace.spans().size()];
        for (Span span : trace.spans()) {
            Place above = span.parent() == null ? null : places[span.parent().index()];
            places[span.index()] =
                    Calls.isWrapper(span) || span.kind() == SpanKind.HTTP ? above : tree.add(above, span);
        }
        return tree;
    }

    /** Returns the steps. */
    public SortedSet<Step> steps() {
        SortedSet<Step> steps = new TreeSet<>();
        visit((path, place) -> {
            if (place.asks.isEmpty()) {
                steps.add(new Step(path, "", "", ""));
            }
            place.asks.forEach((ask, prompts) -> prompts.keySet()
                    .forEach(parts -> steps.add(
                            new Step(path, ask.model(), ask.parameters(), PromptShape.words(ask.tools(), parts)))));
        });
        return steps;
    }

    /** Returns how long the fixed parts of prompts are, by place and shape alone; nothing of prompts that were not recorded. */
    public SortedMap<Step, PromptLengths> lengths() {
        SortedMap<Step, PromptLengths> lengths = new TreeMap<>();
        visit((path, place) -> place.asks.forEach((ask, prompts) -> prompts.forEach((parts, of) -> {
            if (of.isKnown()) {
                lengths.merge(new Step(path, "", "", PromptShape.words(ask.tools(), parts)), of, PromptLengths::and);
            }
        })));
        return lengths;
    }

    private void visit(BiConsumer<List<String>, Place> visitor) {
        tops.values().forEach(top -> visit(top, new ArrayList<>(), visitor));
    }

    private static void visit(Place place, List<String> above, BiConsumer<List<String>, Place> visitor) {
        above.add(place.label);
        visitor.accept(above, place);
        place.below.values().forEach(below -> visit(below, above, visitor));
        above.remove(above.size() - 1);
    }

    private Place add(Place above, Span span) {
        Place place = place(above, label(span));
        if (Calls.usesTokens(span)) {
            Ask ask = new Ask(Calls.model(span), Parameters.of(span), PromptShape.toolsOffered(span.attributes()));
            SortedMap<String, PromptLengths> prompts = place.asks.computeIfAbsent(ask, any -> new TreeMap<>());
            prompts.merge(
                    PromptShape.parts(span.attributes()), PromptShape.lengths(span.attributes()), PromptLengths::and);
            // what is not known of one call is no other shape
            if (prompts.size() > 1) {
                prompts.remove(PromptShape.UNKNOWN);
            }
        }
        return place;
    }

    private Place place(Place above, String label) {
        for (Place around = above; around != null; around = around.above) {
            if (around.label.equals(label)) {
                return around;
            }
        }
        return above != null && above.depth == MAX_DEPTH
                ? above
                : (above == null ? tops : above.below).computeIfAbsent(label, any -> new Place(above, label));
    }

    private static String label(Span span) {
        return switch (span.kind()) {
            // the name of a model call often is that of the model, which is told apart
            case LLM, EMBEDDING -> span.kind().word();
            case TOOL -> TOOL + Calls.tool(span);
            case AGENT -> span.kind().word() + " " + Calls.agent(span);
            default -> span.kind().word() + " " + span.name();
        };
    }
}
