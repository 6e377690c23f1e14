// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tables of values separated by commas, as other programs write them. */
package io.agentprofiler.analyzer.read.csv;
