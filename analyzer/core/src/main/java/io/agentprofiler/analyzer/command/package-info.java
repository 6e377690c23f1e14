// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Shared parts of all commands: exit codes and failures, amounts, the version, output formats. {@code terminal} prints,
 * {@code input} has the options for inputs. A command is one class in the package of its question. It reads its options,
 * runs the pipeline with the analyses that it needs, and shows the answer. Main thread only.
 */
package io.agentprofiler.analyzer.command;
