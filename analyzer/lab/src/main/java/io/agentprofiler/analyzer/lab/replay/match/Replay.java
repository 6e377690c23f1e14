// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.match.Match.Difference;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedPrompt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A replay that goes on: which request is which recorded call, and what of the recording was asked.
 *
 * <p>Of several calls that fit the first of these wins: one of which nothing known differs, one of the workflow whose earlier answer
 * stands in the prompt, one before which a text was embedded in this replay, one with more messages alike from the first on, one whose next
 * message is more alike, one whose messages are nearer in length, one that was asked less often, one that was recorded earlier. So a recording can be asked through any
 * number of times.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Replay {
    /** Shorter texts may be equal by chance. */
    private static final int LEAST_TEXT = 8;
    /** Answers that are remembered to tell which workflow a prompt goes on with. */
    private static final int MOST_KEYS = 100_000;

    private final List<WorkflowState> states = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final CallIndex<Place> index = new CallIndex<>();
    private final Map<RecordedPrompt, List<String>> roles = new IdentityHashMap<>();
    private final Map<String, Set<WorkflowState>> givenBy = new HashMap<>();
    private final Consumer<String> live;
    private long requests;
    private long misses;

    /** What became of a workflow. */
    private static final class WorkflowState {
        private final int number;
        private final RecordedWorkflow workflow;
        private final int[] requests;
        private long answered;
        private long misses;
        private int divergedAt;
        private Difference divergence;

        WorkflowState(int number, RecordedWorkflow workflow) {
            this.number = number;
            this.workflow = workflow;
            this.requests = new int[workflow.calls().size()];
        }

        /** Answers whether a text was embedded just before a call, and that was asked more often than the call itself. */
        boolean isEmbeddedFor(int index) {
            return index > 0
                    && workflow.calls().get(index).request().operation() == Operation.CHAT
                    && workflow.calls().get(index - 1).request().operation() == Operation.EMBEDDING
                    && times(index - 1) > times(index);
        }

        private int times(int index) {
            return requests[index]
                    / workflow.calls().get(index).ending().attempts().size();
        }

        WorkflowProgress progress() {
            RecordedCall first = null;
            long asked = 0;
            long elsewhere = 0;
            int last = lastAsked();
            for (int i = 0; i < requests.length; i++) {
                RecordedCall call = workflow.calls().get(i);
                if (requests[i] > 0) {
                    asked++;
                } else if (WorkflowProgress.isExpected(call)) {
                    // what came later was asked, so whatever is around this call had its result without it
                    boolean passed = call.nested() && i < last;
                    elsewhere += passed ? 1 : 0;
                    first = first == null && !passed ? call : first;
                }
            }
            long expected = workflow.calls().stream()
                    .filter(WorkflowProgress::isExpected)
                    .count();
            return new WorkflowProgress(
                    number,
                    workflow,
                    new WorkflowProgress.RequestCounts(expected, asked, answered, misses, elsewhere),
                    divergedAt,
                    divergence,
                    first);
        }

        private int lastAsked() {
            int last = requests.length - 1;
            while (last >= 0 && requests[last] == 0) {
                last--;
            }
            return last;
        }
    }

    /** A call that can be answered, and its place among all. */
    private record Place(WorkflowState state, int index, int order) {
        RecordedCall call() {
            return state.workflow.calls().get(index);
        }
    }

    /** A call that may be meant. */
    private record Candidate(WorkflowState state, int index, Comparison comparison, long[] rank) {}

    /**
     * Starts a replay.
     *
     * @param workflows in the order in which they began
     * @param live takes a line for the first divergence of each workflow, when it is found
     */
    public Replay(List<RecordedWorkflow> workflows, Consumer<String> live) {
        this.live = live;
        for (RecordedWorkflow workflow : workflows) {
            WorkflowState state = new WorkflowState(states.size() + 1, workflow);
            states.add(state);
            for (int i = 0; i < workflow.calls().size(); i++) {
                RecordedCall call = workflow.calls().get(i);
                if (call.isAnswerable()) {
                    Place place = new Place(state, i, places.size());
                    places.add(place);
                    index.add(call, place);
                }
            }
        }
    }

    /**
     * Finds the call that a request is.
     *
     * @param nearest whether the nearest is taken where none fits
     */
    public synchronized Match match(Asked asked, boolean nearest) {
        requests++;
        AskedOnce once = new AskedOnce(asked, roles);
        Set<WorkflowState> goesOn = goesOn(asked);
        // whatever fits is better than what does not, and all that fits is there
        Candidate best = asked.model() == null ? null : best(once, index.about(asked), goesOn);
        if (best == null || !best.comparison().fits()) {
            best = best(once, places, goesOn);
        }
        if (best == null) {
            misses++;
            return Match.NONE;
        }
        return taken(once, best, nearest);
    }

    private static Candidate best(AskedOnce asked, List<Place> among, Set<WorkflowState> goesOn) {
        Candidate best = null;
        for (Place place : among) {
            RecordedCall call = place.call();
            if (call.request().operation() == asked.asked().operation()) {
                Comparison comparison = new Comparison(asked, call, false);
                long[] rank = rank(
                        comparison,
                        goesOn.contains(place.state()),
                        place.state().isEmbeddedFor(place.index()),
                        place.state().requests[place.index()],
                        place.order());
                if (best == null || Arrays.compare(rank, best.rank()) > 0) {
                    best = new Candidate(place.state(), place.index(), comparison, rank);
                }
            }
        }
        return best;
    }

    private static long[] rank(Comparison comparison, boolean goesOn, boolean embedded, int requested, int order) {
        return new long[] {
            comparison.fits() ? 1 : 0,
            comparison.isExact() ? 1 : 0,
            goesOn ? 1 : 0,
            embedded ? 1 : 0,
            comparison.alike(),
            comparison.likeness(),
            -comparison.gap(),
            -(requested / comparison.call().ending().attempts().size()),
            -order
        };
    }

    private Match taken(AskedOnce asked, Candidate best, boolean nearest) {
        WorkflowState state = best.state();
        RecordedCall call = best.comparison().call();
        boolean fits = best.comparison().fits();
        List<Difference> differences = new Comparison(asked, call, true).differences();
        Difference first = differences.isEmpty() ? null : differences.get(0);
        int attempt = state.requests[best.index()] % call.ending().attempts().size();
        if (!fits) {
            misses++;
            state.misses++;
        }
        if (first != null && state.divergence == null) {
            state.divergence = first;
            state.divergedAt = call.number();
            live.accept("workflow " + state.number + " \"" + state.workflow.name() + "\", call " + call.number() + ": "
                    + first.words());
        }
        if (fits || nearest) {
            state.requests[best.index()]++;
            state.answered++;
        }
        return new Match(fits, state.number, call, attempt, first);
    }

    /** Returns the workflows whose answer stands last in a prompt: several may have given the same. */
    private Set<WorkflowState> goesOn(Asked asked) {
        for (int i = asked.messages().size() - 1; i >= 0; i--) {
            AskedMessage message = asked.messages().get(i);
            if (message.role().equals(PromptMessage.ASSISTANT)) {
                for (String key : keys(message.text(), message.calls())) {
                    Set<WorkflowState> given = givenBy.get(key);
                    if (given != null) {
                        return given;
                    }
                }
            }
        }
        return Set.of();
    }

    /** Remembers what was answered, so that prompts which go on from there are known. */
    public synchronized void answered(Match match, String text, List<ToolCall> calls) {
        if (givenBy.size() < MOST_KEYS) {
            WorkflowState state = states.get(match.workflow() - 1);
            for (String key : keys(text == null ? "" : text.strip(), calls)) {
                givenBy.computeIfAbsent(key, any -> new HashSet<>()).add(state);
            }
        }
    }

    private static List<String> keys(String text, List<ToolCall> calls) {
        List<String> keys = new ArrayList<>();
        for (ToolCall call : calls) {
            if (call.id() != null && !call.id().isEmpty()) {
                keys.add("id " + call.id());
            }
        }
        if (text.length() >= LEAST_TEXT) {
            keys.add("text " + text);
        }
        return keys;
    }

    /** Returns what was recorded. */
    public List<RecordedWorkflow> workflows() {
        return states.stream().map(state -> state.workflow).toList();
    }

    /** Returns how far each workflow has come. */
    public synchronized List<WorkflowProgress> progress() {
        return states.stream().map(WorkflowState::progress).toList();
    }

    /** Returns how many requests there were. */
    public synchronized long requests() {
        return requests;
    }

    /** Returns how many requests fitted nothing. */
    public synchronized long misses() {
        return misses;
    }

    /**
     * Recorded calls by what a request must share with one to fit it, so that not every call has to be compared with every request. What is
     * found under a request's keys are all calls that fit, and others.
     *
     * @param <T> what stands for a call
     */
    static final class CallIndex<T> {
        /** Calls of which too little is known for a key of their own. */
        private static final String ANY = "any";

        private final Map<Key, List<T>> calls = new HashMap<>();

        private record Key(Operation operation, String model, String form) {}

        void add(RecordedCall call, T entry) {
            calls.computeIfAbsent(
                            new Key(call.request().operation(), call.request().model(), form(call)),
                            any -> new ArrayList<>())
                    .add(entry);
        }

        private static String form(RecordedCall call) {
            if (call.request().operation() != Operation.CHAT) {
                return ANY;
            }
            List<PromptMessage> messages = call.request().prompt().messages();
            if (messages.isEmpty()) {
                return call.request().prompt().count() < 0
                        ? ANY
                        : count(call.request().prompt().count());
            }
            if (call.request().prompt().texts()) {
                boolean all =
                        messages.stream().allMatch(message -> message.text() != null && !Comparison.isMedia(message));
                return all ? texts(messages.stream().map(PromptMessage::text).toList()) : ANY;
            }
            return call.request().prompt().leftOut() == 0
                    ? roles(Comparison.roles(messages, PromptMessage::role))
                    : ANY;
        }

        private static String count(long messages) {
            return "count " + messages;
        }

        private static String roles(List<String> roles) {
            return "roles " + String.join(" ", roles);
        }

        private static String texts(List<String> texts) {
            long hash = texts.size();
            for (String text : texts) {
                hash = SplitMix64.mix(hash, SplitMix64.of(text));
            }
            return "texts " + hash;
        }

        /** Returns all calls that can fit a request whose model is known, and others. */
        List<T> about(Asked asked) {
            Set<String> forms = new LinkedHashSet<>(List.of(ANY));
            if (asked.operation() == Operation.CHAT) {
                forms.add(count(asked.messages().size()));
                forms.add(
                        texts(asked.messages().stream().map(AskedMessage::text).toList()));
                forms.add(roles(Comparison.roles(asked.messages(), AskedMessage::role)));
                forms.add(roles(Comparison.roles(asked.messages(), AskedMessage::sentRole)));
            }
            List<T> found = new ArrayList<>();
            for (String form : forms) {
                found.addAll(calls.getOrDefault(new Key(asked.operation(), asked.model(), form), List.of()));
                found.addAll(calls.getOrDefault(new Key(asked.operation(), null, form), List.of()));
            }
            return found;
        }
    }

    /**
     * How far a workflow has come in the replay.
     *
     * @param number its number in the recording, from 1
     * @param workflow what was recorded
     * @param counts how many requests came, and were expected
     * @param divergedAt the call at which the first difference was found; 0 for none
     * @param divergence the first difference; {@code null} for none
     * @param firstNotAsked the first call that was not asked and is missing; {@code null} for none
     */
    public record WorkflowProgress(
            int number,
            RecordedWorkflow workflow,
            RequestCounts counts,
            int divergedAt,
            Difference divergence,
            RecordedCall firstNotAsked) {
        /**
         * How many requests came, and were expected.
         *
         * @param expected how many of its calls make requests, and can be answered
         * @param asked how many of its calls were asked
         * @param requests how many requests were answered from it
         * @param misses how many requests were nearest to it and did not fit
         * @param answeredElsewhere calls that were not asked because the search, tool or method around them was answered in their place
         */
        public record RequestCounts(long expected, long asked, long requests, long misses, long answeredElsewhere) {}

        /** Returns in a word or two how the replay went. */
        public String outcome() {
            if (divergence != null) {
                return "diverged";
            }
            if (counts.requests() == 0 && counts.expected() == 0) {
                return workflow.calls().stream().allMatch(RecordedCall::isAnswerable) ? "no requests" : "no answers";
            }
            if (counts.requests() == 0) {
                return "not asked";
            }
            return firstNotAsked == null ? "same" : "not to its end";
        }

        /** Answers whether a call is expected to be asked: models that run in the application's own process are not. */
        static boolean isExpected(RecordedCall call) {
            return call.isAnswerable() && (call.request().operation() == Operation.CHAT || call.remote());
        }
    }
}
