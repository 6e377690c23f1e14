// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The ways to attach the agent, as {@code docs/attach/README.md} has them. */
package io.agentprofiler.it.attach;
