// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * An answer described once: a {@link io.agentprofiler.analyzer.view.Document} of sections, tables, facts and notes, whose cells hold
 * how a figure reads and what it is. The packages below print it. Units and number formats are here, for every output.
 */
package io.agentprofiler.analyzer.view;
