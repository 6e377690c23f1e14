// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.shared.forecast.WeightedSum;
import java.util.List;

/**
 * Tells a number of what is known.
 *
 * <p><b>Threading:</b> immutable.
 */
public sealed interface Predictor {
    /** Returns the word used in files. */
    String word();

    /** Returns the forecast, not less than 0. */
    double predict(Sample sample);

    /**
     * What needs no model: the last value, or the mean of the training.
     *
     * @param useLast whether it is the last value, where there is one
     * @param mean mean of the training
     */
    public record NaivePredictor(boolean useLast, double mean) implements Predictor {
        @Override
        public String word() {
            return useLast ? "last" : "mean";
        }

        @Override
        public double predict(Sample sample) {
            return useLast && !Double.isNaN(sample.last()) ? sample.last() : mean;
        }
    }

    /**
     * A weighted sum.
     *
     * @param intercept what all features at 0 give
     * @param weights a weight for each feature
     */
    public record LinearPredictor(double intercept, List<Double> weights) implements Predictor {
        /** The word used in files. */
        public static final String WORD = "linear";

        /** Copies the list. */
        public LinearPredictor {
            weights = List.copyOf(weights);
        }

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public double predict(Sample sample) {
            return sum().of(sample.features());
        }

        /** Returns the sum by itself. */
        public WeightedSum sum() {
            return new WeightedSum(intercept, weights);
        }
    }

    /**
     * The mean of regression trees.
     *
     * @param trees the trees, at least one
     */
    public record ForestPredictor(List<Tree> trees) implements Predictor {
        /** The word used in files. */
        public static final String WORD = "forest";

        /** Copies the list. */
        public ForestPredictor {
            trees = List.copyOf(trees);
        }

        /**
         * A tree: its nodes, the root first, each before its children.
         *
         * @param nodes the nodes
         */
        public record Tree(List<Node> nodes) {
            /** Copies the list. */
            public Tree {
                nodes = List.copyOf(nodes);
            }

            double predict(double[] features) {
                Node node = nodes.get(0);
                while (!node.isLeaf()) {
                    node = nodes.get(features[node.feature()] > node.value() ? node.above() : node.upTo());
                }
                return node.value();
            }
        }

        /**
         * A node.
         *
         * @param feature the feature to look at, -1 in a leaf
         * @param value up to this value it goes to {@code upTo}, else to {@code above}; in a leaf the forecast
         * @param upTo index of a node behind this one
         * @param above index of a node behind this one
         */
        public record Node(int feature, double value, int upTo, int above) {
            /** Returns a leaf. */
            public static Node leaf(double value) {
                return new Node(-1, value, -1, -1);
            }

            /** Answers whether it is a leaf. */
            public boolean isLeaf() {
                return feature < 0;
            }
        }

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public double predict(Sample sample) {
            double sum = 0;
            for (Tree tree : trees) {
                sum += tree.predict(sample.features());
            }
            return Math.max(0, sum / trees.size());
        }
    }
}
