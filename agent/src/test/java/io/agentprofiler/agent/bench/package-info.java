// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Measurements with a {@code main} each; no tests, nothing here is run by a build. */
package io.agentprofiler.agent.bench;
