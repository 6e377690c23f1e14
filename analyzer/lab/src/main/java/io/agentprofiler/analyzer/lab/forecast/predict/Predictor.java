// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.predict;

/**
 * Tells a number of what is known.
 *
 * <p><b>Threading:</b> immutable.
 */
public sealed interface Predictor permits LinearPredictor, ForestPredictor, NaivePredictor {
    /** Returns the word used in files. */
    String word();

    /** Returns the forecast, not less than 0. */
    double predict(Sample sample);
}
