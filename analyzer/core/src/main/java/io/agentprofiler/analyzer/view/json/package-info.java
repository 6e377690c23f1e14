// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Documents as JSON, and parts that other JSON files share. */
package io.agentprofiler.analyzer.view.json;
