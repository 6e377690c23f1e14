// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** One displayed figure: its text, its raw value and its emphasis. Also all number formats. */
package io.agentprofiler.analyzer.view.cell;
