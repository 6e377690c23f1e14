// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.peer.PeerSplit.CallTrait;
import io.agentprofiler.analyzer.answer.finding.rule.peer.PeerSplit.TimeComparison;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds model calls that are slow while their server is full, by the agent's samples of the server: requests wait in its queue, or its KV
 * cache has no room. The calls that it served when it was not full show how long they take otherwise.
 */
public final class FullServer extends FindingRule {
    static final Threshold FULL_SERVER_WAITING =
            new Threshold("full-server-waiting", 1, "requests in the queue of a model server that is full");
    static final Threshold FULL_SERVER_CACHE =
            new Threshold("full-server-cache", 0.95, "share of the KV cache in use of a model server that is full");

    private static final double PERCENT = 100;
    /** Of so many of the calls at least the load has to be clear. */
    private static final double MOSTLY = 0.75;

    /** Calls that one after another met a full server. */
    private static final class Episode {
        private final List<PeerCall> calls = new ArrayList<>();

        long fromNanos() {
            return calls.get(0).startNanos();
        }

        long toNanos() {
            return calls.stream()
                    .mapToLong(call -> call.startNanos() + call.figures().nanos())
                    .max()
                    .orElseThrow();
        }
    }

    public FullServer() {
        super("full-server", FULL_SERVER_WAITING, FULL_SERVER_CACHE, UnlikePeers.PEER_TIMES, UnlikePeers.PEER_CHANCE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(PeerCall.OF_OPERATIONS);
    }

    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public boolean explainsOperations() {
        return true;
    }

    @Override
    public void assess(Assessment assessment) {
        List<Operation> sampled = assessment.input(PeerCall.OF_OPERATIONS).entrySet().stream()
                .filter(row -> row.getKey().kind() == SpanKind.LLM
                        && row.getValue().inOrder().stream().anyMatch(call -> isFull(assessment, call.load())))
                .map(Map.Entry::getKey)
                .toList();
        for (Operation operation : sampled) {
            assess(assessment, operation, sampled.size());
        }
    }

    private void assess(Assessment assessment, Operation operation, int comparisons) {
        BoundedList<PeerCall> all = assessment.input(PeerCall.OF_OPERATIONS).get(operation);
        List<PeerCall> sampled = all.inOrder().stream()
                .filter(call -> call.load() != null)
                .sorted(Comparator.comparingLong(PeerCall::startNanos).thenComparing(PeerCall::ref))
                .toList();
        List<PeerCall> full =
                sampled.stream().filter(call -> isFull(assessment, call.load())).toList();
        PeerSplit split = split(assessment, sampled);
        TimeComparison times =
                split(assessment, withoutEdges(assessment, sampled)).forSameWork(assessment.of(UnlikePeers.PEER_TIMES));
        // of few models each is tested; the first correction of Holm's, and none after it, is Bonferroni's
        if (times.times() < assessment.of(UnlikePeers.PEER_TIMES)
                || times.p() * comparisons > assessment.of(UnlikePeers.PEER_CHANCE)) {
            return;
        }
        double each = 1 + all.dropped() / (double) all.inOrder().size();
        ConfidenceInterval.Interval saved = split.savedNanos();
        Saving saving = Saving.between(Math.round(saved.low() * each), Math.round(saved.high() * each));
        Candidate finding = assessment
                .about(this, operation.label())
                .occurrences(Math.round(full.size() * each), PeerSplit.workflows(split.calls()))
                .evidence(full.stream()
                        .map(PeerCall::evidence)
                        .sorted(Evidence.WEIGHTIEST_FIRST)
                        .limit(Evidence.MOST)
                        .toList())
                .time(saving.mostNanos())
                .saves(saving)
                .over(UnlikePeers.PEER_TIMES, times.times());
        if (finding.timeShare() >= assessment.of(Impact.MEDIUM_FROM)) {
            finding.report(
                    operation.label() + " takes " + String.format(Locale.ROOT, "%.1f", times.times())
                            + " times as long while its server is full, " + when(assessment, sampled) + ": "
                            + state(full) + "; " + Units.duration(times.nanos()) + " against "
                            + Units.duration(times.peerNanos()) + " (median, n=" + Units.count(full.size()) + " and "
                            + Units.count(sampled.size() - full.size()) + ")",
                    "send this server fewer calls at once, or give it more replicas or memory; move what can wait to another time");
        }
    }

    private static PeerSplit split(Assessment assessment, List<PeerCall> calls) {
        Map<Boolean, List<PeerCall>> byLoad =
                calls.stream().collect(Collectors.partitioningBy(call -> isFull(assessment, call.load())));
        return new PeerSplit(
                new CallTrait("server", "full"),
                List.of(),
                PeerSplit.byWorkflow(byLoad.get(true)),
                PeerSplit.byWorkflow(byLoad.get(false)));
    }

    /**
     * Returns calls without the last before each change: their load was sampled before they began, and may have changed since. All of
     * them where the load changes often.
     */
    private static List<PeerCall> withoutEdges(Assessment assessment, List<PeerCall> calls) {
        List<PeerCall> clear = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            boolean full = isFull(assessment, calls.get(i).load());
            if (i + 1 == calls.size()
                    || full == isFull(assessment, calls.get(i + 1).load())) {
                clear.add(calls.get(i));
            }
        }
        return clear.size() >= MOSTLY * calls.size() ? clear : calls;
    }

    private static boolean isFull(Assessment assessment, ServerLoad load) {
        // both are false where the figure is not known
        return load != null
                && (load.waiting() >= assessment.of(FULL_SERVER_WAITING)
                        || load.kvCacheUsage() >= assessment.of(FULL_SERVER_CACHE));
    }

    /** Returns when the server was full: the time of most such calls, and how many other times there were. */
    private static String when(Assessment assessment, List<PeerCall> sampled) {
        List<Episode> episodes = new ArrayList<>();
        boolean open = false;
        for (PeerCall call : sampled) {
            boolean full = isFull(assessment, call.load());
            if (full && !open) {
                episodes.add(new Episode());
            }
            if (full) {
                episodes.get(episodes.size() - 1).calls.add(call);
            }
            open = full;
        }
        Episode longest = episodes.stream()
                .max(Comparator.comparingInt((Episode episode) -> episode.calls.size())
                        .thenComparing(
                                Comparator.comparingLong(Episode::fromNanos).reversed()))
                .orElseThrow();
        String rest = episodes.size() == 1 ? "" : " and " + Units.count(episodes.size() - 1L, "other time");
        return "from " + Units.time(longest.fromNanos()) + " to " + Units.time(longest.toNanos()) + rest;
    }

    /** Returns how full the server was, as far as it is known. */
    private static String state(List<PeerCall> full) {
        List<String> parts = new ArrayList<>();
        long waiting =
                full.stream().mapToLong(call -> call.load().waiting()).max().orElse(0);
        if (waiting > 0) {
            parts.add("queue " + Units.count(waiting));
        }
        full.stream()
                .mapToDouble(call -> call.load().kvCacheUsage())
                .filter(usage -> !Double.isNaN(usage))
                .max()
                .ifPresent(usage -> parts.add("KV cache " + Math.round(PERCENT * usage) + " %"));
        long[] preemptions = full.stream()
                .mapToLong(call -> call.load().preemptions())
                .filter(count -> count >= 0)
                .sorted()
                .toArray();
        if (preemptions.length > 1 && preemptions[preemptions.length - 1] > preemptions[0]) {
            parts.add(Units.count(preemptions[preemptions.length - 1] - preemptions[0], "preemption"));
        }
        return String.join(", ", parts);
    }
}
