// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.finding.facts.CallWords;
import io.agentprofiler.analyzer.answer.finding.facts.Followed;
import io.agentprofiler.analyzer.answer.finding.facts.Followed.FollowedUse;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How often text of results went into later calls, as far as texts or their hashes tell. What is in a span belongs to it.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class TextFlow {
    /** Of more results of a workflow the first are followed: each looks through all that came before it. */
    static final int MOST_FOLLOWED = 20;
    /** More pairs of calls in two spans are not compared. */
    private static final int MOST_PAIRS = 64;

    private static final Set<SpanKind> ASKED =
            EnumSet.of(SpanKind.LLM, SpanKind.TOOL, SpanKind.RETRIEVAL, SpanKind.EMBEDDING);
    private static final Set<SpanKind> ANSWERING = EnumSet.of(SpanKind.LLM, SpanKind.TOOL, SpanKind.RETRIEVAL);

    private long used;
    private long unused;
    private long unknown;
    /** The first call that a text went into, by id. */
    private SpanRef example;

    /** Counts what is known of a result and later spans of its workflow: their text is used if one of them has it. */
    void add(Trace trace, Span earlier, List<Span> later) {
        boolean told = !later.isEmpty();
        Result result = new Result(trace, earlier);
        for (Span span : later) {
            FollowedUse use = result.into(span);
            if (use == FollowedUse.USED) {
                used++;
                example = first(example, new SpanRef(trace.id(), span.id()));
                return;
            }
            told &= use == FollowedUse.UNUSED;
        }
        unused += told ? 1 : 0;
        unknown += told ? 0 : 1;
    }

    void add(TextFlow more) {
        used += more.used;
        unused += more.unused;
        unknown += more.unknown;
        example = example == null ? more.example : more.example == null ? example : first(example, more.example);
    }

    private static SpanRef first(SpanRef one, SpanRef other) {
        return one == null || other.compareTo(one) < 0 ? other : one;
    }

    /**
     * Adds what it says for and against the supposition that the results are not needed.
     *
     * @param result whose result, for people
     * @param place where it could be
     * @param noun what is counted
     */
    void tell(String result, String place, String noun, EvidenceLines lines) {
        long all = used + unused + unknown;
        if (used > 0) {
            lines.against("text of " + result + " is in " + place + " in " + used + " of " + Units.count(all, noun)
                    + ", for example in span " + String.format(Locale.ROOT, "%016x", example.span()) + " of trace "
                    + example.trace());
        }
        if (unused > 0 && used == 0) {
            lines.inFavour("no text of " + result + " is in " + place
                    + (unknown == 0
                            ? " (" + Units.count(all, noun) + ")"
                            : " in " + unused + " of " + Units.count(all, noun) + "; the others cannot be compared"));
        }
        if (all > 0 && unknown == all) {
            lines.notKnown("whether text of " + result + " is in " + place
                    + ": the texts were not recorded, and no hashes tell; content=full records them");
        }
    }

    /** The result of a span, to be looked for in later ones. */
    private static final class Result {
        private final Trace trace;
        private final List<Span> answers;
        private final Set<String> before;
        private final CallWords words;
        /** The answers as they are followed by hashes; {@code null} until they are. */
        private List<Followed> followed;

        Result(Trace trace, Span earlier) {
            this.trace = trace;
            this.answers = of(trace, earlier, ANSWERING);
            this.before = CallWords.around(earlier);
            this.words = CallWords.of(earlier, before);
        }

        /** Returns what is known of it and a later span; to be asked for by the start of these. */
        FollowedUse into(Span later) {
            FollowedUse byWords = byWords(later);
            return byWords == FollowedUse.UNKNOWN ? byHashes(later) : byWords;
        }

        /** With all texts of both: any word that only the result brought is a trace of it. */
        private FollowedUse byWords(Span later) {
            if (words == null) {
                return FollowedUse.UNKNOWN;
            }
            CallWords to = CallWords.of(later, before);
            if (!Collections.disjoint(to == null ? CallWords.into(later) : to.asked(), words.news())) {
                return FollowedUse.USED;
            }
            return to != null && words.isTraceable() ? FollowedUse.UNUSED : FollowedUse.UNKNOWN;
        }

        private FollowedUse byHashes(Span later) {
            List<Span> questions = of(trace, later, ASKED);
            if (answers.size() * questions.size() > MOST_PAIRS) {
                return FollowedUse.UNKNOWN;
            }
            if (followed == null) {
                followed = answers.stream()
                        .map(answer -> new Followed(answer, List.of(), Followed.older(trace, answer)))
                        .toList();
            }
            boolean told = true;
            for (Span question : questions) {
                Followed.AskedPayloads asked = Followed.AskedPayloads.of(question);
                for (Followed answer : followed) {
                    FollowedUse use = answer.into(asked);
                    if (use == FollowedUse.USED) {
                        return use;
                    }
                    told &= use == FollowedUse.UNUSED;
                }
            }
            return told ? FollowedUse.UNUSED : FollowedUse.UNKNOWN;
        }
    }

    /** Returns a span and those in it that are of some kinds, or the span alone where there are none. */
    private static List<Span> of(Trace trace, Span span, Set<SpanKind> kinds) {
        List<Span> found = new ArrayList<>();
        for (Span each : trace.spans().subList(span.index(), span.index() + span.size())) {
            if (kinds.contains(each.kind()) && !Calls.isWrapper(each)) {
                found.add(each);
            }
        }
        return found.isEmpty() ? List.of(span) : found;
    }
}
