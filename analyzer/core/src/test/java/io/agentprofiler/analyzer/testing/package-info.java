// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What several tests need: runs written by hand. */
package io.agentprofiler.analyzer.testing;
