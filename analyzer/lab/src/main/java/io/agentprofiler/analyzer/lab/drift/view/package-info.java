// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The answer of {@code drift} as a document. */
package io.agentprofiler.analyzer.lab.drift.view;
