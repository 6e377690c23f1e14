// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * All output of the analyzer: files that only their owner can read, and text that terminals, spreadsheets and editors cannot
 * interpret as anything else. Nothing else opens a file for writing.
 */
package io.agentprofiler.analyzer.base.output;
