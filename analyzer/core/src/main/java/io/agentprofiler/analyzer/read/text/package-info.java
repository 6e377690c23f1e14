// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Texts outside traces: JSON and tables that users write. Also the lengths and hashes that are kept instead of recorded
 * texts.
 */
package io.agentprofiler.analyzer.read.text;
