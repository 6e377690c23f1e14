// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of how models of workflows that go on are evaluated. */
package io.agentprofiler.forecast;
