// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's messages on stderr.
 *
 * <p>Any package may call it, on any thread but an application's hot path.
 */
package io.agentprofiler.agent.log;
