// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The entry point: every command by name, wrong usage, and what an unexpected failure says. Nothing of this module knows it. */
package io.agentprofiler.analyzer.cli;
