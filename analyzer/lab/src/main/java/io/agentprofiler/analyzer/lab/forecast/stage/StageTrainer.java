// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.analyzer.lab.forecast.Fitted;
import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.StageScore.KindScore;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.LastWorkflow;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.Moment;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Points;
import io.agentprofiler.shared.forecast.Points.PointKind;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTable;
import io.agentprofiler.shared.forecast.StageTarget;
import io.agentprofiler.shared.forecast.WeightedSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Learns to tell at every stage what is still to come, and shows on later workflows how well that works.
 *
 * <p>What is used of a target is chosen on the earlier workflows: they are parted into {@value #FOLDS} blocks by start, and each block
 * is forecast by what is learned from the others. The table of stages is used unless something else has a smaller mean absolute
 * error. The errors on these blocks also make the intervals of all but the table, whose intervals are its own (cross-conformal
 * prediction: Vovk, "Cross-conformal predictors", 2015). How often they hold is then counted on workflows that are later than all of these.
 */
public final class StageTrainer {
    /** The word for the table of stages. */
    public static final String STAGE = StageModel.STAGE;
    /** Fewer workflows are not learned from. */
    public static final int MIN_WORKFLOWS = 30;

    static final int FOLDS = 5;
    /** The share that is learned from; the rest, which is later, is forecast. */
    private static final double TRAINING = 0.8;
    /** A weighted sum is learned from so many of the latest stages. */
    private static final int MOST_SAMPLES = 5000;

    private final Function<List<Sample>, LinearPredictor> linear;

    /**
     * Makes a trainer.
     *
     * @param linear learns a weighted sum
     */
    public StageTrainer(Function<List<Sample>, LinearPredictor> linear) {
        this.linear = linear;
    }

    /**
     * A model and its scores.
     *
     * @param model the model; learned from the earlier workflows only
     * @param scores its scores on the later ones
     * @param toolForecasts how often the next tool was told
     * @param toolHits how often it was that one
     * @param usualHits how often it would have been the one that came next most often
     * @param forecast how many later workflows were forecast
     * @param unknownCosts the names of the earlier workflows whose cost to go is not forecast, and why
     */
    public record Result(
            StageModel model,
            List<StageScore> scores,
            int toolForecasts,
            int toolHits,
            int usualHits,
            int forecast,
            SortedMap<String, UnknownCosts> unknownCosts) {
        /** Copies the list. */
        public Result {
            scores = List.copyOf(scores);
        }
    }

    /** Learns the tables of stages alone, from any number of workflows: what can be had at once. */
    public static StageModel tables(List<StagedWorkflow> workflows) {
        List<StageModel.Target> targets = new ArrayList<>();
        for (StageTarget target : StageTarget.values()) {
            targets.add(new StageModel.Target(target, StageLearner.table(workflows, target), null));
        }
        return new StageModel(workflows.size(), until(workflows), targets, StageLearner.tools(workflows));
    }

    /**
     * Learns from the earlier workflows and scores on the later ones.
     *
     * @param workflows by start
     * @return {@code null} if they are fewer than {@value #MIN_WORKFLOWS}
     */
    public Result train(List<StagedWorkflow> workflows) {
        if (workflows.size() < MIN_WORKFLOWS) {
            return null;
        }
        int trained = (int) (workflows.size() * TRAINING);
        List<StagedWorkflow> earlier = workflows.subList(0, trained);
        List<StagedWorkflow> later = workflows.subList(trained, workflows.size());
        List<StageModel.Target> targets = new ArrayList<>();
        List<StageScore> scores = new ArrayList<>();
        for (StageTarget target : StageTarget.values()) {
            Set<String> unknown = StageLearner.unknown(earlier, target).keySet();
            List<StagedWorkflow> learned = StageLearner.without(earlier, unknown);
            List<StagedWorkflow> told = StageLearner.without(later, unknown);
            if (hasValue(learned, target) && hasValue(told, target)) {
                // only the table tells workflows of unknown cost from others: the rest would give them the costs of
                // those
                List<Points> others = unknown.isEmpty() ? others(learned, target) : List.of();
                StageTable table = StageLearner.table(earlier, target);
                StageModel.Target chosen = new StageModel.Target(target, table, better(learned, target, others));
                targets.add(chosen);
                scores.add(score(chosen, others, told));
            }
        }
        StageModel model = new StageModel(trained, until(earlier), targets, StageLearner.tools(earlier));
        return tools(model, scores, earlier, later);
    }

    private static long until(List<StagedWorkflow> workflows) {
        return workflows.stream().mapToLong(StagedWorkflow::end).max().orElse(StageModel.UNKNOWN);
    }

    /** Scores a model of another time on workflows that are all new to it. */
    public static Result score(StageModel model, List<StagedWorkflow> workflows) {
        List<StageScore> scores = new ArrayList<>();
        for (StageModel.Target target : model.targets()) {
            if (hasValue(workflows, target.target())) {
                List<Points> others = target.instead() == null ? List.of() : List.of(target.instead());
                scores.add(score(target, others, workflows));
            }
        }
        return tools(model, scores, workflows, workflows);
    }

    private static boolean hasValue(List<StagedWorkflow> workflows, StageTarget target) {
        return workflows.stream()
                .flatMap(workflow -> workflow.moments().stream())
                .anyMatch(moment -> !Double.isNaN(moment.value(target)));
    }

    /** Returns the forecasts beside the table, learned from all, with the ends of their intervals by their errors on blocks. */
    private List<Points> others(List<StagedWorkflow> workflows, StageTarget target) {
        List<Points> others = new ArrayList<>();
        for (PointKind kind : PointKind.values()) {
            double[] errors = errors(workflows, target, kind);
            Points all = learn(kind, workflows, target);
            double tail = (1 - Fitted.LEVEL) / 2;
            int n = errors.length;
            int high = (int) Math.ceil((n + 1) * (1 - tail) - 1e-9);
            boolean enough = n >= StageTable.MIN_INTERVAL;
            others.add(new Points(
                    kind,
                    all.table(),
                    all.linear(),
                    enough ? errors[n - high] : Double.NaN,
                    enough ? errors[high - 1] : Double.NaN,
                    workflows.size()));
        }
        return others;
    }

    /** Returns what each forecast was off on the blocks that it was not learned from, ascending. */
    private double[] errors(List<StagedWorkflow> workflows, StageTarget target, PointKind kind) {
        List<Double> errors = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            Points learned = learn(kind, known(kind, workflows, fold), target);
            for (StagedWorkflow workflow : block(workflows, fold)) {
                forEach(List.of(workflow), target, (stage, actual) -> {
                    double value = learned.value(stage);
                    if (!Double.isNaN(value)) {
                        errors.add(actual - value);
                    }
                });
                over(learned, workflow, target);
            }
        }
        double[] sorted = errors.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the forecast whose error on the blocks is smaller than that of the table and of all others, {@code null} if none. */
    private Points better(List<StagedWorkflow> workflows, StageTarget target, List<Points> others) {
        double[] sums = new double[others.size() + 1];
        for (int fold = 0; fold < FOLDS; fold++) {
            List<StagedWorkflow> rest = without(workflows, fold);
            StageTable table = StageLearner.table(rest, target);
            int block = fold;
            List<Points> learned = others.stream()
                    .map(one -> learn(one.kind(), known(one.kind(), workflows, block), target))
                    .toList();
            for (StagedWorkflow workflow : block(workflows, fold)) {
                forEach(List.of(workflow), target, (stage, actual) -> add(sums, table, learned, stage, actual));
                learned.forEach(one -> over(one, workflow, target));
            }
        }
        int best = 0;
        for (int i = 1; i < sums.length; i++) {
            best = sums[i] < sums[best] * (1 - 1e-9) ? i : best;
        }
        return best == 0 ? null : others.get(best - 1);
    }

    /** Adds the errors of all forecasts at a stage, if all tell something: only then can they be compared. */
    private static void add(double[] sums, StageTable table, List<Points> learned, Stage stage, double actual) {
        Forecast told = table.forecast(stage, 0);
        double[] off = new double[sums.length];
        off[0] = told == null ? Double.NaN : Math.abs(actual - told.value());
        for (int i = 0; i < learned.size(); i++) {
            off[i + 1] = Math.abs(actual - learned.get(i).value(stage));
        }
        if (Arrays.stream(off).noneMatch(Double::isNaN)) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += off[i];
            }
        }
    }

    /** Returns what may be learned from to tell a block: all others, but of the last workflow only those before it. */
    private static List<StagedWorkflow> known(PointKind kind, List<StagedWorkflow> workflows, int fold) {
        return kind == PointKind.LAST
                ? workflows.subList(0, (int) ((long) workflows.size() * fold / FOLDS))
                : without(workflows, fold);
    }

    /** Takes note that a workflow is over. */
    private static void over(Points learned, StagedWorkflow workflow, StageTarget target) {
        if (learned.kind() == PointKind.LAST) {
            LastWorkflow.remember(learned.table(), workflow, target);
        }
    }

    private static List<StagedWorkflow> block(List<StagedWorkflow> workflows, int fold) {
        return workflows.subList(
                (int) ((long) workflows.size() * fold / FOLDS), (int) ((long) workflows.size() * (fold + 1) / FOLDS));
    }

    private static List<StagedWorkflow> without(List<StagedWorkflow> workflows, int fold) {
        List<StagedWorkflow> rest =
                new ArrayList<>(workflows.subList(0, (int) ((long) workflows.size() * fold / FOLDS)));
        rest.addAll(workflows.subList((int) ((long) workflows.size() * (fold + 1) / FOLDS), workflows.size()));
        return rest;
    }

    /** Takes what happened at a stage. */
    private interface Seen {
        void at(Stage stage, double actual);
    }

    private static void forEach(List<StagedWorkflow> workflows, StageTarget target, Seen seen) {
        for (StagedWorkflow workflow : workflows) {
            for (Moment moment : workflow.moments()) {
                double actual = moment.value(target);
                if (!Double.isNaN(actual)) {
                    seen.at(moment.stage(), actual);
                }
            }
        }
    }

    private Points learn(PointKind kind, List<StagedWorkflow> workflows, StageTarget target) {
        SortedMap<String, Double> table = new TreeMap<>();
        WeightedSum sum = null;
        switch (kind) {
            case LAST -> workflows.forEach(workflow -> LastWorkflow.remember(table, workflow, target));
            case MEAN -> means(workflows, target, table, false);
            case POSITION -> means(workflows, target, table, true);
            case LINEAR -> {
                List<Sample> samples = new ArrayList<>();
                forEach(
                        workflows,
                        target,
                        (stage, actual) -> samples.add(new Sample(0, null, 0, stage.numbers(), Double.NaN, actual)));
                if (!samples.isEmpty()) {
                    sum = linear.apply(samples.subList(Math.max(0, samples.size() - MOST_SAMPLES), samples.size()))
                            .sum();
                }
            }
        }
        return new Points(kind, table, sum, Double.NaN, Double.NaN, workflows.size());
    }

    private static void means(
            List<StagedWorkflow> workflows, StageTarget target, SortedMap<String, Double> table, boolean byPosition) {
        SortedMap<String, double[]> sums = new TreeMap<>();
        forEach(workflows, target, (stage, actual) -> {
            add(sums, Points.ALL, actual);
            if (byPosition) {
                add(sums, stage.groups().get(2), actual);
            }
        });
        sums.forEach((group, sum) -> table.put(group, sum[0] / sum[1]));
    }

    private static void add(SortedMap<String, double[]> sums, String group, double value) {
        double[] sum = sums.computeIfAbsent(group, any -> new double[2]);
        sum[0] += value;
        sum[1]++;
    }

    private static StageScore score(StageModel.Target model, List<Points> others, List<StagedWorkflow> later) {
        List<Function<Stage, Forecast>> forecasts = new ArrayList<>();
        List<String> words = new ArrayList<>();
        List<Points> rolling = others.stream()
                .map(one -> new Points(
                        one.kind(), new TreeMap<>(one.table()), one.linear(), one.low(), one.high(), one.workflows()))
                .toList();
        for (Points points : rolling) {
            forecasts.add(stage -> points.forecast(stage, 0));
            words.add(points.kind().word());
        }
        forecasts.add(stage -> model.table().forecast(stage, 0));
        words.add(STAGE);
        double[][] sums = new double[forecasts.size()][4];
        int[] counts = new int[2];
        double[] happened = new double[1];
        Seen seen = (stage, actual) -> {
            List<Forecast> told =
                    forecasts.stream().map(one -> one.apply(stage)).toList();
            boolean all = !told.contains(null);
            counts[0]++;
            counts[1] += all ? 1 : 0;
            happened[0] += actual;
            for (int i = 0; i < sums.length; i++) {
                Forecast one = told.get(i);
                sums[i][0] += all ? Math.abs(actual - one.value()) : 0;
                if (one != null && one.hasInterval()) {
                    sums[i][1]++;
                    sums[i][2] += actual >= one.low() && actual <= one.high() ? 1 : 0;
                    sums[i][3] += one.high() - one.low();
                }
            }
        };
        for (StagedWorkflow workflow : later) {
            forEach(List.of(workflow), model.target(), seen);
            rolling.forEach(one -> over(one, workflow, model.target()));
        }
        List<KindScore> scores = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            double[] sum = sums[i];
            scores.add(new KindScore(
                    words.get(i),
                    counts[1] == 0 ? Double.NaN : sum[0] / counts[1],
                    sum[1] / counts[0],
                    sum[1] == 0 ? Double.NaN : sum[2] / sum[1],
                    sum[1] == 0 ? Double.NaN : sum[3] / sum[1]));
        }
        int workflows = (int) later.stream()
                .filter(workflow -> hasValue(List.of(workflow), model.target()))
                .count();
        return new StageScore(model.target(), counts[0], workflows, happened[0] / counts[0], scores, model.word());
    }

    private static Result tools(
            StageModel model, List<StageScore> scores, List<StagedWorkflow> earlier, List<StagedWorkflow> later) {
        SortedMap<String, Integer> usual = new TreeMap<>();
        earlier.forEach(
                workflow -> workflow.moments().forEach(moment -> usual.merge(moment.nextTool(), 1, Integer::sum)));
        String most = usual.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(StagedWorkflow.NO_TOOL);
        int told = 0;
        int hits = 0;
        int usualHits = 0;
        for (StagedWorkflow workflow : later) {
            for (Moment moment : workflow.moments()) {
                NextTools.Next next = model.nextTool(moment.stage());
                if (next != null) {
                    told++;
                    hits += next.tool().equals(moment.nextTool()) ? 1 : 0;
                    usualHits += most.equals(moment.nextTool()) ? 1 : 0;
                }
            }
        }
        return new Result(
                model, scores, told, hits, usualHits, later.size(), StageLearner.unknown(earlier, StageTarget.USD));
    }

    /**
     * How many workflows of one name have a call of unknown cost: its model has no price, or it reported no usage.
     *
     * @param unknown the workflows with such a call
     * @param workflows all of that name
     */
    public record UnknownCosts(int unknown, int workflows) {
        UnknownCosts plus(UnknownCosts more) {
            return new UnknownCosts(unknown + more.unknown, workflows + more.workflows);
        }
    }

    /**
     * How the forecasts of one target did on later workflows.
     *
     * @param target what was told
     * @param samples how many times
     * @param workflows in how many workflows
     * @param mean mean of what happened
     * @param scores each forecast's
     * @param best word of the one that is used
     */
    public record StageScore(
            StageTarget target, int samples, int workflows, double mean, List<KindScore> scores, String best) {
        /** Copies the list. */
        public StageScore {
            scores = List.copyOf(scores);
        }

        /**
         * A forecast's score.
         *
         * @param kind its word
         * @param error mean absolute error, of the stages at which all forecasts told something
         * @param told share of the stages with an interval
         * @param coverage share of what happened that lay in the interval, of the stages with one
         * @param width mean width of the interval
         */
        public record KindScore(String kind, double error, double told, double coverage, double width) {}

        /** Returns the score of a forecast. */
        public KindScore score(String kind) {
            return scores.stream()
                    .filter(one -> one.kind().equals(kind))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
