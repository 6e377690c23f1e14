// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.Caller;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The places that ask models. Bounded: {@value #MOST_PLACES} places, which do not depend on the order of merging.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallPlaces {
    /** All places, of calls that succeeded and said what they used. */
    public static final RuleInput<CallPlaces> OF_CALLS =
            new RuleInput<>(CallPlaces::new, CallPlaces::add, (into, more) -> into.places.add(more.places));

    /** Further calls of a caller in a workflow are one place: a loop. */
    static final int MOST_NUMBERED = 8;

    static final int MOST_PLACES = 500;

    private static final int SHORTEST_NAME = 3;

    /** Names of calls that say what every model does, or which client was called. */
    private static final Pattern GENERAL = Pattern.compile(
            "(?i)chat|llm|model|complet|generat|message|respon|openai|anthropic|bedrock|invoke|stream|call|[.#/]");

    /** Finds the calls of a workflow that may have asked for tools; rules of one workflow share it. */
    public static final Function<WorkflowScan, Set<Span>> ASKING = CallPlaces::asking;

    private final BoundedSums<CallPlace> places = new BoundedSums<>(MOST_PLACES, CallPlace::plus);

    /** Texts of callers met lately: they are needed for each call. */
    private final Map<Caller, Named> named = new HashMap<>();

    /**
     * A caller by its text.
     *
     * @param places the keys of its places, the first call's first
     */
    private record Named(String text, List<String> places) {
        static Named of(String text) {
            List<String> places = new ArrayList<>();
            for (int number = 1; number <= MOST_NUMBERED + 1; number++) {
                places.add(text + '\n' + number);
            }
            return new Named(text, List.copyOf(places));
        }
    }

    private CallPlaces() {}

    private void add(WorkflowScan workflow) {
        Set<Span> asking = workflow.shared(ASKING);
        Map<String, Integer> made = new HashMap<>();
        for (List<Span> calls : workflow.callsByAgent()) {
            for (Span call : calls) {
                if (call.kind() == SpanKind.LLM) {
                    Named caller = named(workflow, call);
                    int number = Math.min(MOST_NUMBERED + 1, made.merge(caller.text(), 1, Integer::sum));
                    if (isKnown(call)) {
                        add(workflow, call, caller, number, asking);
                    }
                }
            }
        }
    }

    private void add(WorkflowScan workflow, Span call, Named caller, int number, Set<Span> asking) {
        String key = caller.places().get(number - 1);
        CallPlace known = places.sum(key);
        CallPlace counted = known == null
                ? null
                : known.withUndrawn(
                        PlacedCall.rankOf(workflow, call), workflow.price(call).model());
        if (counted != null) {
            places.replace(key, counted);
        } else {
            places.add(key, place(workflow, call, caller.text(), number, asking));
        }
    }

    private static CallPlace place(WorkflowScan workflow, Span call, String caller, int number, Set<Span> asking) {
        ListedModel listed = workflow.price(call).model();
        return new CallPlace(
                caller,
                Operation.asking(call).label(),
                new CallPlace.AskedModel(
                        Operation.of(call).label(), listed, listed == null ? List.of() : workflow.variants(listed)),
                name(call),
                number,
                1,
                List.of(PlacedCall.of(workflow, call, asking.contains(call))));
    }

    private static boolean isKnown(Span call) {
        return call.isMeasured()
                && call.status() == SpanStatus.OK
                && call.tokens().input() >= 0
                && call.tokens().output() >= 0;
    }

    private Named named(WorkflowScan workflow, Span call) {
        Span agent = call.agent();
        String name = name(call);
        // a step that has a name of its own is a place of its own
        String workflowName = workflow.trace().root().name();
        Caller caller = new Caller(
                name.isEmpty() ? workflowName : workflowName + '\n' + name,
                agent == null ? "" : Calls.agent(agent),
                Calls.model(call));
        Named known = named.get(caller);
        if (known == null) {
            if (named.size() >= MOST_PLACES) {
                named.clear();
            }
            known = Named.of(caller.workflow() + '\n' + caller.agent() + '\n' + caller.model());
            named.put(caller, known);
        }
        return known;
    }

    /** Returns the name of a call, empty where it is called after its model or after what all such calls do. */
    private static String name(Span call) {
        String name = call.name();
        boolean isOwn = name.length() >= SHORTEST_NAME
                && name.indexOf(' ') < 0
                && !GENERAL.matcher(name).find()
                && !name.toLowerCase(Locale.ROOT).contains(Calls.model(call).toLowerCase(Locale.ROOT));
        return isOwn ? name : "";
    }

    private static Set<Span> asking(WorkflowScan workflow) {
        Set<Span> asking = new HashSet<>();
        for (List<Span> calls : workflow.callsByAgent()) {
            for (int i = 1; i < calls.size(); i++) {
                if (calls.get(i).kind() == SpanKind.TOOL
                        && calls.get(i - 1).kind() == SpanKind.LLM
                        && RequestedTools.mayBeAskedForBy(calls.get(i - 1), calls.get(i))) {
                    asking.add(calls.get(i - 1));
                }
            }
        }
        return asking;
    }

    /** Returns the places. */
    public Collection<CallPlace> places() {
        return places.kept().values();
    }

    /**
     * A model call that succeeded.
     *
     * @param rank as good as random
     * @param startNanos when it began
     * @param ref which it is
     * @param tokens what it used; input and output are known
     * @param nanos how long it took
     * @param generationNanos from the first to the last chunk, without the application's own time; negative where that is not known
     * @param waited how long its workflow waited for it
     * @param asksTools whether it asked for tools
     */
    public record PlacedCall(
            long rank,
            long startNanos,
            SpanRef ref,
            Tokens tokens,
            long nanos,
            long generationNanos,
            long waited,
            boolean asksTools) {
        static final Comparator<PlacedCall> BY_RANK =
                Comparator.comparingLong(PlacedCall::rank).thenComparing(PlacedCall::ref);

        /** Returns the rank of a call. */
        static long rankOf(WorkflowScan workflow, Span call) {
            return SplitMix64.mix(
                    workflow.trace().id().high(), workflow.trace().id().low(), call.id());
        }

        static PlacedCall of(WorkflowScan workflow, Span call, boolean asksTools) {
            return new PlacedCall(
                    rankOf(workflow, call),
                    call.startNanos(),
                    new SpanRef(workflow.trace().id(), call.id()),
                    call.tokens(),
                    call.durationNanos(),
                    workflow.latency(call).nanos(LatencyPart.GENERATION),
                    workflow.waited(call),
                    asksTools);
        }

        /** Returns the tokens of its answer, without those it reasoned with. */
        public long answer() {
            return Math.max(0, tokens.output() - Math.max(0, tokens.reasoning()));
        }

        /** Returns it as evidence. */
        public Evidence evidence(long weight) {
            return new Evidence(ref.trace(), ref.span(), weight);
        }
    }
}
