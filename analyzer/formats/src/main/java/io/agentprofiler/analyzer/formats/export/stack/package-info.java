// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Stack formats: {@code export collapsed} and {@code export speedscope}, and the weight of a stack: time, tokens or money.
 */
package io.agentprofiler.analyzer.formats.export.stack;
