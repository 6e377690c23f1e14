// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that measure, started by hand: {@code docs/internals/benchmarks.md} says how. No test runs them. */
package io.agentprofiler.analyzer.bench;
