// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Workflows and spans as rows of integers and one table of strings, spooled to disk. */
package io.agentprofiler.analyzer.overview.page.row;
