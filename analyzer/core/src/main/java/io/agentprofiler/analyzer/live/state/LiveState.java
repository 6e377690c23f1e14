// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.answer.report.page.LivePage;
import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow;
import io.agentprofiler.analyzer.answer.report.pairs.RunSide;
import io.agentprofiler.analyzer.answer.runs.RunState;
import io.agentprofiler.analyzer.live.follow.FollowedRun;
import io.agentprofiler.analyzer.live.follow.Follower;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.cell.Units;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What was read last: workflows as they grow, and figures of them.
 *
 * <p><b>Threading:</b> one thread reads and publishes; what is published is immutable and may be taken by any.
 */
public final class LiveState implements Follower.Events {
    /** Spans of one workflow that a page gets; of more the longest are shown. */
    public static final int MOST_SPANS_SHOWN = 5000;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    /** A workflow is shown again after a time by its size, so that a large one that goes on takes no more than a part of a processor. */
    private static final long NANOS_PER_SPAN = TimeUnit.MICROSECONDS.toNanos(200);
    /** Figures are made anew after a time by what making them took, likewise. */
    private static final int REST_FACTOR = 5;

    private static final long LEAST_FIGURES_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Kept kept;
    private final Rows rows;
    private final Question question;
    private final Consumer<Trace> counted;
    private final Forecaster forecasts;
    private final Map<TraceId, Open> open = new HashMap<>();
    private volatile long numbers;
    private long now;
    private long figuresDue;
    private long figuresOf = -1;
    private long pollsOf;
    private int scoresOf;
    private Question.Following followingShown;
    private final byte[] page;
    private volatile long revision;
    private volatile Figures figures;
    private volatile List<LiveRun> runs = List.of();

    /** A workflow that is not over. */
    private static final class Open {
        final long number;
        long due;
        LiveWorkflow.State shown;

        Open(long number) {
            this.number = number;
        }
    }

    /**
     * Starts with nothing.
     *
     * @param counted takes each workflow once, when it is over
     * @param forecasts tells what is still to come of others
     */
    public LiveState(Kept kept, Rows rows, Question question, Consumer<Trace> counted, Forecaster forecasts) {
        this.kept = kept;
        this.rows = rows;
        this.question = question;
        this.counted = counted;
        this.forecasts = forecasts;
        Outcome nothing = outcome(List.of(), 0);
        Question.Following begun = new Question.Following(Set.of(), true);
        this.figures = question.figures(nothing, begun, profiles(nothing.modelServers()), 0, Instant.now());
        this.page = LivePage.page(question.answers(nothing, begun));
    }

    /** Takes note of the time, a value of {@link System#nanoTime}, before anything is read. */
    public void at(long nanoTime) {
        now = nanoTime;
    }

    @Override
    public boolean wants(TraceId id, int spans) {
        Open workflow = open.get(id);
        return workflow == null || now - workflow.due >= 0;
    }

    @Override
    public void accept(Trace soFar, boolean complete) {
        if (soFar.isFragment()) {
            return;
        }
        Open workflow = open.computeIfAbsent(soFar.id(), any -> new Open(nextNumber()));
        workflow.due = now + Math.max(LEAST_NANOS, soFar.spans().size() * NANOS_PER_SPAN);
        workflow.shown = complete ? LiveWorkflow.State.COMPLETE : LiveWorkflow.State.RUNNING;
        publish(workflow.number, workflow.shown, soFar);
    }

    @Override
    public void finished(Trace trace) {
        Open workflow = open.remove(trace.id());
        counted.accept(trace);
        forecasts.over(trace);
        if (!trace.isFragment()) {
            publish(workflow == null ? nextNumber() : workflow.number, LiveWorkflow.State.FINAL, trace);
        }
    }

    @Override
    public void forecast(PublishedForecast forecast, PublishedModel model) {
        forecasts.published(forecast, model);
    }

    private long nextNumber() {
        long next = numbers + 1;
        numbers = next;
        return next;
    }

    private void publish(long number, LiveWorkflow.State state, Trace trace) {
        WorkflowRow row = rows.of(trace.run(), trace, MOST_SPANS_SHOWN);
        byte[] page = LivePage.workflow(number, state == LiveWorkflow.State.RUNNING, row);
        LiveWorkflow before = kept.get(number);
        // most workflows are complete when they are seen first, and nothing more comes: pages have it already
        boolean isKnown = before != null && !before.isRunning() && Arrays.equals(before.page(), page);
        long next = isKnown ? before.revision() : revision + 1;
        kept.put(new LiveWorkflow(number, next, state, trace, row.head(), page));
        revision = Math.max(revision, next);
    }

    /**
     * Publishes what is known of the runs, and new figures if there is anything new and the last ones are old enough.
     *
     * @param nanoTime makes the time, a value of {@link System#nanoTime}
     */
    public void publish(Follower follower, LongSupplier nanoTime) {
        List<LiveRun> known = new ArrayList<>();
        follower.runs().forEach(run -> known.add(LiveRun.of(run)));
        runs = List.copyOf(known);
        long start = nanoTime.getAsLong();
        // an agent that does nothing goes on asking its model servers
        long polls = follower.runs().stream()
                .mapToLong(run -> run.feed().modelServers().polls())
                .sum();
        int scores = question.scores().version(start);
        Question.Following following = following(follower);
        boolean isNew =
                revision != figuresOf || polls != pollsOf || scores != scoresOf || !following.equals(followingShown);
        if (isNew && (figuresOf < 0 || start - figuresDue >= 0)) {
            long of = revision;
            forecasts.learn();
            pollsOf = polls;
            scoresOf = scores;
            followingShown = following;
            Outcome outcome = outcome(List.copyOf(follower.runs()), follower.forgotten());
            figures = question.figures(outcome, following, profiles(outcome.modelServers()), of, Instant.now());
            figuresOf = of;
            long end = nanoTime.getAsLong();
            figuresDue = end + Math.max(LEAST_FIGURES_NANOS, (end - start) * REST_FACTOR);
        }
    }

    private static Question.Following following(Follower follower) {
        Set<String> running = follower.runs().stream()
                .filter(run -> run.state() == RunState.RUNNING)
                .map(FollowedRun::id)
                .collect(Collectors.toUnmodifiableSet());
        return new Question.Following(running, !follower.isCaughtUp());
    }

    private Outcome outcome(List<FollowedRun> followed, int forgotten) {
        List<RunFacts> facts = new ArrayList<>();
        ModelServers modelServers = new ModelServers();
        List<Problems> problems = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (FollowedRun run : followed) {
            facts.add(run.facts());
            modelServers.addOther(run.feed().modelServers());
            problems.addAll(run.problems());
            if (run.failure() != null) {
                failures.add(run.failure());
            }
        }
        if (kept.droppedWorkflows() > 0) {
            notes.add("Figures are of the last workflows: " + Units.count(kept.droppedWorkflows(), "older one") + " of "
                    + Units.count(kept.droppedSpans(), "span") + " left memory (--keep)");
        }
        if (forgotten > 0) {
            notes.add(Units.count(forgotten, "older run") + " that ended left memory");
        }
        notes.addAll(question.scores().problems());
        List<Trace> traces = new ArrayList<>();
        for (LiveWorkflow workflow : kept.newestFirst()) {
            if (!workflow.isRunning()) {
                traces.add(workflow.trace());
            }
        }
        return new Outcome(facts, question.ask(traces), modelServers, problems, failures, notes);
    }

    /** Returns what is known of programs: those that go on are of most interest. */
    private ProgramAnswers profiles(ModelServers servers) {
        List<Trace> traces = new ArrayList<>();
        Set<TraceId> running = new HashSet<>();
        for (LiveWorkflow workflow : kept.newestFirst()) {
            traces.add(workflow.trace());
            if (workflow.isRunning()) {
                running.add(workflow.trace().id());
            }
        }
        return question.profiles(traces, running, servers);
    }

    /**
     * Compares the finished workflows of two runs, as the page shows it; {@code null} where one of the runs has none in memory.
     *
     * @param before id of the first run
     * @param after id of the second run
     */
    public byte[] comparison(String before, String after) {
        List<RunSide> sides = RunSide.of(finished(before), finished(after), question.prices());
        return sides.stream().anyMatch(side -> side.workflows() == 0)
                ? null
                : LivePage.object(RunSide.compare(sides.get(0), sides.get(1), question.prices()));
    }

    private List<Trace> finished(String run) {
        List<Trace> traces = new ArrayList<>();
        for (LiveWorkflow workflow : kept.newestFirst()) {
            if (!workflow.isRunning() && run.equals(workflow.trace().run())) {
                traces.add(workflow.trace());
            }
        }
        return traces;
    }

    /** Returns what tells what is still to come. */
    public Forecaster forecasts() {
        return forecasts;
    }

    /** Returns the workflows. */
    public Kept kept() {
        return kept;
    }

    /** Returns how many workflows were met, those that left memory included. */
    public long met() {
        return numbers;
    }

    /** Returns the revision of what was published last. */
    public long revision() {
        return revision;
    }

    /** Returns the figures that were made last. */
    public Figures figures() {
        return figures;
    }

    /** Returns the runs, in the order they were found. */
    public List<LiveRun> runs() {
        return runs;
    }

    /** Returns the page without workflows. */
    public byte[] page() {
        return page.clone();
    }
}
