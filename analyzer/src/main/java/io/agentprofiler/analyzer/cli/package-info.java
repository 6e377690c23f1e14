// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code analyzer.jar}: options, help, exit codes, progress.
 *
 * <p>A command is one class: it reads its options, runs the pipeline with the analyses its output needs, and prints. To
 * add a command, write the class and name it in {@link io.agentprofiler.analyzer.cli.Main}. Main thread only.
 */
package io.agentprofiler.analyzer.cli;
