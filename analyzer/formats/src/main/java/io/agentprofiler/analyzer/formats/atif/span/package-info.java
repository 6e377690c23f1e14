// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** From trajectories to spans: the tree, the times as far as they are known, and the prompts put together again. */
package io.agentprofiler.analyzer.formats.atif.span;
