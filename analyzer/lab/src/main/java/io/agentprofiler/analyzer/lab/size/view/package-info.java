// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The answer of {@code size} for people and programs: the document, the files, and measurements as CSV. */
package io.agentprofiler.analyzer.lab.size.view;
