// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Workflows as trajectories.
 *
 * <p>A trajectory that is written is a tree of fields in order, of which each version of the format has others. One that is read is a
 * value in its parent's package, whose hash names the trace: a field more for writing would change the ids of what was read before.
 */
package io.agentprofiler.analyzer.formats.atif.write;
