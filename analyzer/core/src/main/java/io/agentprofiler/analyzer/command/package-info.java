// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all commands share: exit codes and failures, amounts, the version, output formats; in {@code terminal} where they
 * print, in {@code input} the options for what they read. A command is one class in the room of its
 * question; it reads its options, runs the pipeline with the analyses its answer needs, and shows the answer. Main thread only.
 */
package io.agentprofiler.analyzer.command;
