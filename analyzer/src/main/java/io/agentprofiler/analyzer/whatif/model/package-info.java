// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Scenarios with another model.
 *
 * <p>{@code ModelWhatIfTest} covers {@link io.agentprofiler.analyzer.whatif.model.SwappedModel}, {@link
 * io.agentprofiler.analyzer.whatif.model.CallTime}, {@link io.agentprofiler.analyzer.whatif.model.ModelTimes} and {@link
 * io.agentprofiler.analyzer.whatif.model.FirstChunkTimes}.
 */
package io.agentprofiler.analyzer.whatif.model;
