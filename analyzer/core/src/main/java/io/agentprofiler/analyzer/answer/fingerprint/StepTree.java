// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

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

    private final Map<String, StepPlace> tops = new HashMap<>();

    /** A place, and how models are called there: known parts of prompts by everything else. */
    private static final class StepPlace {
        private final StepPlace above;
        private final String label;
        private final int depth;
        private final Map<String, StepPlace> below = new HashMap<>(4);
        private final Map<Ask, SortedMap<String, PromptLengths>> asks = new HashMap<>(2);

        StepPlace(StepPlace above, String label) {
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
        StepPlace[] places = new StepPlace[trace.spans().size()];
        for (Span span : trace.spans()) {
            StepPlace above =
                    span.parent() == null ? null : places[span.parent().index()];
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

    private void visit(BiConsumer<List<String>, StepPlace> visitor) {
        tops.values().forEach(top -> visit(top, new ArrayList<>(), visitor));
    }

    private static void visit(StepPlace place, List<String> above, BiConsumer<List<String>, StepPlace> visitor) {
        above.add(place.label);
        visitor.accept(above, place);
        place.below.values().forEach(below -> visit(below, above, visitor));
        above.remove(above.size() - 1);
    }

    private StepPlace add(StepPlace above, Span span) {
        StepPlace place = place(above, label(span));
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

    private StepPlace place(StepPlace above, String label) {
        for (StepPlace around = above; around != null; around = around.above) {
            if (around.label.equals(label)) {
                return around;
            }
        }
        return above != null && above.depth == MAX_DEPTH
                ? above
                : (above == null ? tops : above.below).computeIfAbsent(label, any -> new StepPlace(above, label));
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

    /** The settings of a request to a model: numbers and switches, which are recorded at every level of content. */
    private static final class Parameters {
        private static final String PREFIX = "gen_ai.request.";
        /** A number of each run is no setting. */
        private static final Set<String> OF_ONE_RUN = Set.of("seed");
        /** A float written as a double differs after so many digits. */
        private static final MathContext DIGITS = new MathContext(6);

        /** Of a call that sets none. */
        private static final String NONE = "none";
        /** Of a call read from a format that does not say. */
        private static final String UNKNOWN = "";

        private Parameters() {}

        /** Returns names and values, by name: {@code max_tokens=500 temperature=0.2}. */
        static String of(Span call) {
            SortedMap<String, String> settings = new TreeMap<>();
            for (Map.Entry<String, Object> attribute : call.attributes()) {
                String name = attribute.getKey();
                if (name.startsWith(PREFIX) && !OF_ONE_RUN.contains(name.substring(PREFIX.length()))) {
                    String value = value(attribute.getValue());
                    if (value != null) {
                        settings.put(name.substring(PREFIX.length()), value);
                    }
                }
            }
            if (settings.isEmpty()) {
                // only what the agent's rules have recorded is complete
                return call.rule() == null ? UNKNOWN : NONE;
            }
            return settings.entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .collect(Collectors.joining(" "));
        }

        private static String value(Object value) {
            if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
                BigDecimal exact = new BigDecimal(number.toString());
                return (number instanceof Double ? exact.round(DIGITS) : exact)
                        .stripTrailingZeros()
                        .toPlainString();
            }
            return value instanceof Boolean ? value.toString() : null;
        }
    }

    /**
     * Which parts a prompt begins with before the conversation: tools, instructions, messages of the system. Neither their text nor its
     * hash, which has the salt of its run, nor their length: where a date or a document is put into instructions, each call has another.
     */
    private static final class PromptShape {
        private static final String TOOLS_OFFERED = "agentprofiler.request.tools";
        /** Of prompts whose parts nobody knows. */
        static final String UNKNOWN = "";

        private PromptShape() {}

        /** Returns how many tools the model was offered, 0 where there were none or that is not known. */
        static long toolsOffered(AttributeSet attributes) {
            return Math.max(0, attributes.number(TOOLS_OFFERED));
        }

        /** Returns the parts in words; empty where they were not recorded, or where nobody knows the first messages. */
        static String parts(AttributeSet attributes) {
            List<PromptPart> parts = known(attributes);
            SortedSet<String> words = new TreeSet<>();
            List<String> ordered = new ArrayList<>();
            for (PromptPart part : parts) {
                if (!part.fixed()) {
                    break;
                }
                String word = word(part.kind());
                if (words.add(word)) {
                    ordered.add(word);
                }
            }
            return parts.isEmpty() ? UNKNOWN : ordered.isEmpty() ? "messages alone" : String.join(", ", ordered);
        }

        private static String word(PromptPart.PromptPartKind kind) {
            return switch (kind) {
                case TOOLS -> "tools";
                case INSTRUCTIONS -> "instructions";
                default -> "system message";
            };
        }

        private static List<PromptPart> known(AttributeSet attributes) {
            List<PromptPart> parts = RecordedParts.of(attributes);
            return parts.stream().anyMatch(part -> part.kind() == PromptPart.PromptPartKind.EARLIER)
                    ? List.of()
                    : parts;
        }

        /** Returns the shape in words: {@code 3 tools, instructions}; empty where the parts are not known. */
        static String words(long toolsOffered, String parts) {
            if (toolsOffered == 0 || parts.isEmpty()) {
                return parts;
            }
            String tools = toolsOffered + (toolsOffered == 1 ? " tool" : " tools");
            return parts.startsWith("tools") ? tools + parts.substring("tools".length()) : tools + ", " + parts;
        }

        /** Returns the lengths of a call's parts. */
        static PromptLengths lengths(AttributeSet attributes) {
            List<PromptPart> parts = known(attributes);
            if (parts.isEmpty()) {
                return PromptLengths.UNKNOWN;
            }
            long tools = 0;
            long end = 0;
            for (PromptPart part : parts) {
                if (!part.fixed()) {
                    break;
                }
                end = Math.max(end, part.end());
                tools = part.kind() == PromptPart.PromptPartKind.TOOLS ? part.end() : tools;
            }
            return PromptLengths.of(tools, end - tools);
        }
    }
}
