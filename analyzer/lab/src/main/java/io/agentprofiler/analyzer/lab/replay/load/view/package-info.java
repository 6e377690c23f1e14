// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What a load showed: a document, a table for spreadsheets, and a trace of what was sent. */
package io.agentprofiler.analyzer.lab.replay.load.view;
