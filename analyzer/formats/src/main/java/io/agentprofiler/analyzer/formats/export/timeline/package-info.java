// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What formats that are drawn over time share: lanes for all workflows of a run, counters, and which tools a model asked for. */
package io.agentprofiler.analyzer.formats.export.timeline;
