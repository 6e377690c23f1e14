// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Forecasts of the next model call and of run times: models trained on earlier workflows and scored on later ones, beside
 * naive forecasts. Only {@link io.agentprofiler.analyzer.lab.forecast.Trainer} knows the training library; a trained model
 * is in our own format. Knows nothing about files or output.
 */
package io.agentprofiler.analyzer.lab.forecast;
