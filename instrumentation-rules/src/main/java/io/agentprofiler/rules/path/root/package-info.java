// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The objects a path can start from, and which of them a rule needs.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code RootsTest}.
 */
package io.agentprofiler.rules.path.root;
