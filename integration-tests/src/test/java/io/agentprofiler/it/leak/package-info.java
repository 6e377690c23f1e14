// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What the agent must not keep: class loaders of applications, their objects, threads of its own. */
package io.agentprofiler.it.leak;
