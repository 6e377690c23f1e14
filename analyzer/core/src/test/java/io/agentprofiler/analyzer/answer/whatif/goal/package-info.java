// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of the search for changes that reach a target. */
package io.agentprofiler.analyzer.answer.whatif.goal;
