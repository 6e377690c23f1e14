// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How each rule fares: how often it worked and failed, and whether it still runs.
 *
 * <p><b>Threading:</b> any thread; the success path touches no shared state.
 *
 * <p><b>Tests:</b> {@code FaultsTest}.
 */
package io.agentprofiler.agent.engine.rule;
