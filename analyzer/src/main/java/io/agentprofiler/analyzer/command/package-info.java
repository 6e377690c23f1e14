// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all commands share: the terminal, progress, exit codes, and the options for inputs and screens. A command is one class in the room of its
 * question; it reads its options, runs the pipeline with the analyses its answer needs, and shows the answer. Main thread only.
 */
package io.agentprofiler.analyzer.command;
