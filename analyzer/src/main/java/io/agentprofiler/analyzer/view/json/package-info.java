// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Pieces that several JSON files have. */
package io.agentprofiler.analyzer.view.json;
