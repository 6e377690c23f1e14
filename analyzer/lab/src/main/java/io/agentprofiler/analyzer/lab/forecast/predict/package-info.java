// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The predictors and the features they are given. */
package io.agentprofiler.analyzer.lab.forecast.predict;
