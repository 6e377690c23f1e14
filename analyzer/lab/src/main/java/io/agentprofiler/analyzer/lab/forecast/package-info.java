// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Forecasts of the next model call and of run times: models trained on earlier workflows and scored on later ones, beside
 * naive forecasts. Only {@link io.agentprofiler.analyzer.lab.forecast.Trainer} knows the library that trains; a trained model
 * is numbers of our own. Knows nothing of files or output.
 */
package io.agentprofiler.analyzer.lab.forecast;
