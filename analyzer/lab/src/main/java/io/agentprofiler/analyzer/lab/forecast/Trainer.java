// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor.Node;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor.Tree;
import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.common.tree.LeafNode;
import org.tribuo.common.tree.RandomForestTrainer;
import org.tribuo.common.tree.SplitNode;
import org.tribuo.common.tree.TreeModel;
import org.tribuo.ensemble.EnsembleModel;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.ensemble.AveragingCombiner;
import org.tribuo.regression.rtree.CARTJointRegressionTrainer;
import org.tribuo.regression.rtree.impurity.MeanSquaredError;
import org.tribuo.regression.slm.ElasticNetCDTrainer;
import org.tribuo.regression.slm.SparseLinearModel;

/**
 * Trains predictors with Tribuo. The same samples and seed always give the same predictors.
 *
 * <p>Features are brought to mean 0 and deviation 1 for the linear model (elastic net by coordinate descent), and to
 * {@value Bins#LEVELS} levels for the forest: that bounds the places where a tree may split, so that time grows in proportion to
 * the number of samples.
 */
public final class Trainer {
    static final int TREES = 20;

    private static final int DEPTH = 7;
    private static final float MIN_LEAF = 5;
    private static final float FEATURES_A_SPLIT = 0.6f;
    private static final double PENALTY = 1e-3;
    private static final double L1_SHARE = 0.5;
    private static final double TOLERANCE = 1e-5;
    private static final int ITERATIONS = 500;
    private static final String OUTPUT = "y";
    private static final int FIRST_NAME = 1000;

    /** Tribuo tells of each tree; strong, else the setting could be lost with the logger. */
    private static final Logger TRIBUO = Logger.getLogger("org.tribuo");

    static {
        TRIBUO.setLevel(Level.OFF);
    }

    private final long seed;

    Trainer(long seed) {
        this.seed = seed;
    }

    /** Returns a weighted sum. */
    LinearPredictor linear(List<Sample> samples) {
        int count = samples.get(0).features().length;
        double[] means = new double[count];
        double[] deviations = new double[count];
        for (int i = 0; i < count; i++) {
            int feature = i;
            double[] values = samples.stream()
                    .mapToDouble(sample -> sample.features()[feature])
                    .toArray();
            means[i] = Moments.mean(values);
            deviations[i] = Math.sqrt(Moments.squares(values) / values.length);
        }
        int[] used = varying(deviations);
        double target = samples.stream().mapToDouble(Sample::actual).average().orElse(0);
        if (used.length == 0 || isConstant(samples)) {
            return new LinearPredictor(target, constant(count));
        }
        double unit = unit(samples);
        List<Sample> inUnits = samples.stream()
                .map(sample -> new Sample(0, null, 0, sample.features(), Double.NaN, sample.actual() / unit))
                .toList();
        double[][] rows = samples.stream()
                .map(sample -> scaled(sample.features(), used, means, deviations))
                .toArray(double[][]::new);
        SparseLinearModel model =
                (SparseLinearModel) new ElasticNetCDTrainer(PENALTY, L1_SHARE, TOLERANCE, ITERATIONS, false, seed)
                        .train(dataset(inUnits, rows));
        double[] weights = new double[count];
        double intercept = predict(model, rows[0]);
        var found = model.getWeights().get(OUTPUT);
        for (int i = 0; i < used.length; i++) {
            double weight = found.get(model.getFeatureIDMap().get(name(i)).getID());
            intercept -= weight * rows[0][i];
            weights[used[i]] = weight / deviations[used[i]];
        }
        for (int i : used) {
            intercept -= weights[i] * means[i];
        }
        return new LinearPredictor(
                intercept * unit,
                Arrays.stream(weights).map(weight -> weight * unit).boxed().toList());
    }

    /** Returns in which unit numbers are learned: of those that hardly differ, such as costs in dollars, nothing would be. */
    private static double unit(List<Sample> samples) {
        double[] values = samples.stream().mapToDouble(Sample::actual).toArray();
        return Math.min(1, Math.sqrt(Moments.squares(values) / values.length));
    }

    private static int[] varying(double[] deviations) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < deviations.length; i++) {
            if (deviations[i] > 0) {
                used.add(i);
            }
        }
        return used.stream().mapToInt(Integer::intValue).toArray();
    }

    private static boolean isConstant(List<Sample> samples) {
        return samples.stream()
                .allMatch(sample -> sample.actual() == samples.get(0).actual());
    }

    private static List<Double> constant(int count) {
        return new ArrayList<>(Collections.nCopies(count, 0.0));
    }

    private static double[] scaled(double[] features, int[] used, double[] means, double[] deviations) {
        return Arrays.stream(used)
                .mapToDouble(i -> (features[i] - means[i]) / deviations[i])
                .toArray();
    }

    private static double predict(Model<Regressor> model, double[] row) {
        return model.predict(new ArrayExample<>(new Regressor(OUTPUT, 0), names(row.length), row))
                .getOutput()
                .getValues()[0];
    }

    /** Returns the mean of trees. */
    ForestPredictor forest(List<Sample> samples) {
        if (isConstant(samples)) {
            return new ForestPredictor(
                    List.of(new Tree(List.of(Node.leaf(samples.get(0).actual())))));
        }
        Bins bins = new Bins(samples);
        double[][] rows =
                samples.stream().map(sample -> bins.levels(sample.features())).toArray(double[][]::new);
        CARTJointRegressionTrainer tree = new CARTJointRegressionTrainer(
                DEPTH, MIN_LEAF, 0, FEATURES_A_SPLIT, false, new MeanSquaredError(), false, seed);
        EnsembleModel<Regressor> model =
                new RandomForestTrainer<>(tree, new AveragingCombiner(), TREES, seed).train(dataset(samples, rows));
        List<Tree> trees = new ArrayList<>();
        for (Model<Regressor> one : model.getModels()) {
            List<Node> nodes = new ArrayList<>();
            flatten((TreeModel<Regressor>) one, ((TreeModel<Regressor>) one).getRoot(), bins, nodes);
            trees.add(new Tree(nodes));
        }
        return new ForestPredictor(trees);
    }

    /** Adds a node and all below it; returns its index. */
    private static int flatten(
            TreeModel<Regressor> model, org.tribuo.common.tree.Node<Regressor> node, Bins bins, List<Node> nodes) {
        int index = nodes.size();
        if (node instanceof LeafNode<Regressor> leaf) {
            nodes.add(Node.leaf(leaf.getOutput().getValues()[0]));
            return index;
        }
        SplitNode<Regressor> split = (SplitNode<Regressor>) node;
        nodes.add(null);
        int upTo = flatten(model, split.getLessThanOrEqual(), bins, nodes);
        int above = flatten(model, split.getGreaterThan(), bins, nodes);
        int feature = index(model.getFeatureIDMap().get(split.getFeatureID()).getName());
        nodes.set(index, new Node(feature, bins.edge(feature, split.splitValue()), upTo, above));
        return index;
    }

    private static MutableDataset<Regressor> dataset(List<Sample> samples, double[][] rows) {
        RegressionFactory factory = new RegressionFactory();
        OffsetDateTime never = OffsetDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
        MutableDataset<Regressor> dataset =
                new MutableDataset<>(new SimpleDataSourceProvenance("samples", never, factory), factory);
        String[] names = names(rows[0].length);
        for (int i = 0; i < rows.length; i++) {
            dataset.add(new ArrayExample<>(new Regressor(OUTPUT, samples.get(i).actual()), names, rows[i]));
        }
        return dataset;
    }

    /** Names of one length, so that Tribuo's order of names is that of numbers. */
    private static String[] names(int count) {
        String[] names = new String[count];
        Arrays.setAll(names, Trainer::name);
        return names;
    }

    private static String name(int index) {
        return "f" + (FIRST_NAME + index);
    }

    private static int index(String name) {
        return Integer.parseInt(name.substring(1)) - FIRST_NAME;
    }

    /** Levels of each feature, with about as many samples in each. */
    private static final class Bins {
        /** Levels of each feature. */
        public static final int LEVELS = 32;

        /** Upper edge of each level but the last, by feature; no edge twice. */
        private final double[][] edges;

        public Bins(List<Sample> samples) {
            int count = samples.get(0).features().length;
            edges = new double[count][];
            for (int i = 0; i < count; i++) {
                int feature = i;
                double[] sorted = samples.stream()
                        .mapToDouble(sample -> sample.features()[feature])
                        .sorted()
                        .toArray();
                double largest = sorted[sorted.length - 1];
                edges[i] = IntStream.range(1, LEVELS)
                        .mapToDouble(bin -> sorted[(int) ((long) bin * (sorted.length - 1) / LEVELS)])
                        .filter(edge -> edge < largest)
                        .distinct()
                        .toArray();
            }
        }

        /** Returns the level of each feature, from 0. */
        public double[] levels(double[] features) {
            double[] levels = new double[edges.length];
            for (int i = 0; i < levels.length; i++) {
                int place = Arrays.binarySearch(edges[i], features[i]);
                levels[i] = place >= 0 ? place : -place - 1;
            }
            return levels;
        }

        /** Returns the value that parts features as a value between two levels parts these. */
        public double edge(int feature, double betweenLevels) {
            return edges[feature][(int) Math.floor(betweenLevels)];
        }
    }
}
