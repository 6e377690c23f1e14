// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The entry point: every command by name, wrong usage, and messages for unexpected failures. Nothing in this module depends
 * on it.
 */
package io.agentprofiler.analyzer.cli;
