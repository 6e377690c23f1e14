// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is told of workflows that go on: how a trained model is evaluated at a stage. The analyzer trains models and evaluates them, the
 * agent evaluates what was trained; both do so here.
 *
 * <p><b>Tests:</b> {@code StageLookupTest} and {@code StageModelReaderTest} here, {@code StageTableTest} of the analyzer.
 */
package io.agentprofiler.shared.forecast;
