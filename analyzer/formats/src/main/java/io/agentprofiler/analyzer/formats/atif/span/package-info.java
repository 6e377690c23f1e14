// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** From trajectories to spans: the tree, the known times, and the reconstructed prompts. */
package io.agentprofiler.analyzer.formats.atif.span;
