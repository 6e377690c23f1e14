// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The record of each rule: how often it worked and failed, and whether it is still enabled.
 *
 * <p><b>Threading:</b> any thread; the success path touches no shared state.
 *
 * <p><b>Tests:</b> {@code FaultsTest}.
 */
package io.agentprofiler.agent.engine.rule;
