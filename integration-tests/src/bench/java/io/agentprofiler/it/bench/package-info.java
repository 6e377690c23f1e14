// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks against other agents, each in JVMs of its own; {@code docs/internals/benchmarks.md} says how to run them and what they
 * gave. Nothing here is a test and nothing depends on it. One thread.
 */
package io.agentprofiler.it.bench;
