// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Texts in files that are no traces: JSON and tables that people of the house write, and what is kept of a recorded text where the text
 * itself is not, lengths and hashes.
 */
package io.agentprofiler.analyzer.read.text;
