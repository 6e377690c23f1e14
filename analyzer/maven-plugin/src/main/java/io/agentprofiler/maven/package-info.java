// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The Maven plugin: attaches the agent to tests and runs the analyzer's gate on what they recorded. It contains no rule of its own;
 * options and results are those of {@code analyzer gate}.
 */
package io.agentprofiler.maven;
