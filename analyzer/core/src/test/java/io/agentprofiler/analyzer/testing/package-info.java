// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Shared test fixtures: runs written by hand. */
package io.agentprofiler.analyzer.testing;
