// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Scenarios with another model.
 *
 * <p>{@code SwappedModelTest} also covers {@link io.agentprofiler.analyzer.answer.whatif.model.CallTime}, {@link
 * io.agentprofiler.analyzer.answer.whatif.model.ModelPart} and {@link io.agentprofiler.analyzer.answer.whatif.model.ModelTimes}, {@code
 * CallTimePropertiesTest} the range of a prediction.
 */
package io.agentprofiler.analyzer.answer.whatif.model;
