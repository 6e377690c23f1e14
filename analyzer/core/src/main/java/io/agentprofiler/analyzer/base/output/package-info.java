// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How anything leaves the analyzer: files that are their owner's only, and text that no program it is opened in takes for
 * more than text: terminals, spreadsheets, editors. Nothing else opens a file for writing.
 */
package io.agentprofiler.analyzer.base.output;
