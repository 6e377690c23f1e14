// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.finding.facts.TextDigests;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.answer.whatif.suppose.CallGroups.SequentialGroup;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a recording shows for and against the supposition that calls which ran one after another do not need each other.
 *
 * <p>Of each group the first {@value #COMPARED} calls are compared with each other, their texts in the first groups of a workflow.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Independence {
    private static final int COMPARED = 6;
    /** More places of a name are not kept. */
    private static final int MOST_PLACES = 20;

    private final NamedSpans names;
    private final SortedMap<NamePair, PairFacts> pairs = new TreeMap<>();
    /** In how many spans each name is, and each pair of them. */
    private final SortedMap<NamePair, Long> present = new TreeMap<>();
    /** The spans that hold each name, by their labels. */
    private final List<SortedSet<String>> places = new ArrayList<>();

    private long overlapping;

    /** Two names by their places, the earlier call's first. */
    private record NamePair(int first, int second) implements Comparable<NamePair> {
        private static final Comparator<NamePair> ORDER =
                Comparator.comparingInt(NamePair::first).thenComparingInt(NamePair::second);

        @Override
        public int compareTo(NamePair other) {
            return ORDER.compare(this, other);
        }
    }

    private Independence(NamedSpans names) {
        this.names = names;
        names.names().forEach(name -> places.add(new TreeSet<>()));
    }

    /** Returns the analysis; it needs prompts and results where they were recorded. */
    static Analysis<Independence> of(NamedSpans names) {
        return Analysis.direct(
                "calls that need each other", () -> new Independence(names), Independence::add, Independence::add);
    }

    private void add(Trace trace) {
        CallGroups found = CallGroups.in(trace, names);
        overlapping += found.overlapping();
        int[] named = names.in(trace);
        for (Span span : trace.spans()) {
            if (named[span.index()] >= 0) {
                addPlace(
                        named[span.index()],
                        span.parent() == null
                                ? "no span"
                                : Operation.of(span.parent()).label());
            }
        }
        for (BitSet together : found.present()) {
            together.stream()
                    .forEach(first -> together.stream()
                            .forEach(second -> present.merge(new NamePair(first, second), 1L, Long::sum)));
        }
        int followed = 0;
        for (SequentialGroup group : found.groups()) {
            add(
                    trace,
                    followed++ < TextFlow.MOST_FOLLOWED,
                    group.calls().subList(0, Math.min(COMPARED, group.calls().size())),
                    named);
        }
    }

    private void addPlace(int name, String label) {
        SortedSet<String> known = places.get(name);
        known.add(label);
        while (known.size() > MOST_PLACES) {
            known.remove(known.last());
        }
    }

    private void add(Trace trace, boolean follow, List<Span> calls, int[] place) {
        SortedMap<NamePair, List<Span[]>> byPair = new TreeMap<>();
        for (int later = 1; later < calls.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                NamePair pair = new NamePair(
                        place[calls.get(earlier).index()],
                        place[calls.get(later).index()]);
                byPair.computeIfAbsent(pair, any -> new ArrayList<>())
                        .add(new Span[] {calls.get(earlier), calls.get(later)});
            }
        }
        byPair.forEach((pair, both) ->
                pairs.computeIfAbsent(pair, any -> new PairFacts()).add(trace, follow, both));
    }

    private void add(Independence more) {
        overlapping += more.overlapping;
        more.pairs.forEach((pair, facts) ->
                pairs.computeIfAbsent(pair, any -> new PairFacts()).add(facts));
        more.present.forEach((pair, count) -> present.merge(pair, count, Long::sum));
        for (int i = 0; i < places.size(); i++) {
            int name = i;
            more.places.get(i).forEach(label -> addPlace(name, label));
        }
    }

    /** Returns what the recording shows, a line each. */
    List<String> lines() {
        EvidenceLines lines = new EvidenceLines();
        if (pairs.isEmpty() && overlapping == 0) {
            for (int i = 0; i < places.size(); i++) {
                lines.notKnown(names.name(i)
                        + (places.get(i).isEmpty()
                                ? " stands only inside of other calls that are named"
                                : " stands in " + String.join(", ", places.get(i))
                                        + ", and no other of these calls follows it there directly"));
            }
        }
        if (overlapping > 0) {
            lines.inFavour("they already overlap " + Units.count(overlapping, "time") + " in the recording");
        }
        pairs.forEach((pair, facts) -> {
            boolean same = pair.first() == pair.second();
            String earlier = names.name(pair.first());
            String later = names.name(pair.second());
            PairFacts reverse = same ? null : pairs.get(new NamePair(pair.second(), pair.first()));
            if (reverse != null && pair.first() < pair.second()) {
                lines.inFavour("they ran in either order: " + earlier + " first " + Units.count(facts.groups, "time")
                        + ", " + later + " first " + Units.count(reverse.groups, "time"));
            }
            facts.tell(same ? "an earlier " + earlier : earlier, same ? "a later one" : later, lines);
            if (!same && reverse == null) {
                presence(pair, earlier, later, lines);
            }
        });
        return lines.all();
    }

    /** Whether the earlier call decides if the later one is made. */
    private void presence(NamePair pair, String earlier, String later, EvidenceLines lines) {
        long all = present.getOrDefault(new NamePair(pair.first(), pair.first()), 0L);
        long both = present.getOrDefault(pair, 0L);
        if (both == all) {
            lines.inFavour(later + " ran wherever " + earlier + " did (" + Units.count(all, "time")
                    + "): nothing shows that the result of " + earlier + " decides whether it runs");
        } else {
            lines.against(later + " ran in " + both + " of the " + Units.count(all, "place") + " where " + earlier
                    + " did: the result of " + earlier + " may decide whether it runs");
        }
    }

    /** What is known of two names, one of which ran before the other. Counts are of groups. */
    private static final class PairFacts {
        private final TextFlow flow = new TextFlow();
        private final SortedSet<String> reasons = new TreeSet<>();
        private long groups;
        private long sameInput;
        private long otherInput;
        private long asked;
        private long notAsked;
        private long continued;
        private long afterFailure;

        void add(Trace trace, boolean follow, List<Span[]> pairs) {
            groups++;
            if (follow) {
                addFlow(trace, pairs);
            }
            boolean same = false;
            boolean differ = true;
            boolean continues = false;
            boolean failed = false;
            for (Span[] pair : pairs) {
                String first = input(pair[0]);
                String second = input(pair[1]);
                same |= first != null && first.equals(second);
                differ &= first != null && second != null && !first.equals(second);
                continues |= continues(pair[0], pair[1]);
                failed |= pair[0].status() == SpanStatus.ERROR;
            }
            sameInput += same ? 1 : 0;
            otherInput += differ ? 1 : 0;
            continued += continues ? 1 : 0;
            afterFailure += failed ? 1 : 0;
            addAsked(pairs.get(0)[0], pairs.get(0)[1]);
        }

        /** The result of each call is looked for in those after it. */
        private void addFlow(Trace trace, List<Span[]> pairs) {
            Span earlier = pairs.get(0)[0];
            List<Span> later = new ArrayList<>();
            List<Span[]> rest = new ArrayList<>();
            for (Span[] pair : pairs) {
                if (pair[0] == earlier) {
                    later.add(pair[1]);
                } else {
                    rest.add(pair);
                }
            }
            flow.add(trace, earlier, later);
            if (!rest.isEmpty()) {
                addFlow(trace, rest);
            }
        }

        private void addAsked(Span earlier, Span later) {
            if (!Calls.isModelCall(earlier) || later.kind() != SpanKind.TOOL) {
                return;
            }
            if (!RequestedTools.mayBeAskedForBy(earlier, later)) {
                notAsked++;
                Object reason = earlier.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
                reasons.add(
                        reason instanceof List<?> list && list.size() == 1
                                ? String.valueOf(list.get(0))
                                : String.valueOf(reason));
            } else if (RequestedTools.areAskedForBy(earlier)
                    || later.attributes().text(Attributes.TOOL_CALL_ID) != null) {
                asked++;
            }
        }

        /** Returns the hash of what a call was asked with, {@code null} where it is not known. */
        private static String input(Span call) {
            return switch (call.kind()) {
                case LLM -> TextDigests.hash(call, Attributes.INPUT_MESSAGES);
                case TOOL -> TextDigests.hash(call, Attributes.TOOL_CALL_ARGUMENTS);
                case RETRIEVAL -> TextDigests.hash(call, "gen_ai.retrieval.query.text");
                case EMBEDDING -> TextDigests.hash(call, "agentprofiler.embeddings.input");
                default -> TextDigests.hash(call, Attributes.INPUT);
            };
        }

        private static boolean continues(Span earlier, Span later) {
            RecordedBlocks first = RecordedBlocks.of(earlier);
            RecordedBlocks second = first == null ? null : RecordedBlocks.of(later);
            return second != null && second.continues(first);
        }

        void add(PairFacts more) {
            flow.add(more.flow);
            reasons.addAll(more.reasons);
            groups += more.groups;
            sameInput += more.sameInput;
            otherInput += more.otherInput;
            asked += more.asked;
            notAsked += more.notAsked;
            continued += more.continued;
            afterFailure += more.afterFailure;
        }

        void tell(String earlier, String later, EvidenceLines lines) {
            String of = " of " + Units.count(groups, "group");
            flow.tell(earlier + "'s result", later + "'s input", "result", lines);
            if (continued > 0) {
                lines.against("the prompt of " + later + " goes on with that of " + earlier + " in " + continued + of
                        + ": they are steps of one conversation");
            }
            if (asked > 0) {
                lines.against(
                        "the answer of " + earlier + " asked for tools before " + later + " ran in " + asked + of);
            }
            if (notAsked > 0) {
                lines.inFavour("the answer of " + earlier + " did not ask for " + later + " in " + notAsked + of
                        + (reasons.equals(Collections.singleton("null"))
                                ? ""
                                : " (it ended with " + String.join(", ", reasons) + ")"));
            }
            if (sameInput > 0) {
                lines.against(
                        "both were asked the same in " + sameInput + of + ": one of the calls may do (whatif cache)");
            }
            if (otherInput > 0) {
                lines.inFavour(
                        "the hashes of their arguments differ in " + otherInput + of + ": neither repeats the other");
            }
            if (afterFailure > 0) {
                lines.inFavour(
                        later + " ran " + Units.count(afterFailure, "time") + " although " + earlier + " had failed");
            }
        }
    }
}
