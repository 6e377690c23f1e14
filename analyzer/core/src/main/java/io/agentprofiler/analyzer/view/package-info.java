// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * An answer described once: a {@link io.agentprofiler.analyzer.view.Document} of sections, tables, facts and notes. Its
 * cells hold the text and the value of a figure. The packages below print it. Units and number formats for every output are
 * here.
 */
package io.agentprofiler.analyzer.view;
