// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Formats of stacks: {@code export collapsed} and {@code export speedscope}, and what a stack weighs: time, tokens or money. */
package io.agentprofiler.analyzer.formats.export.stack;
