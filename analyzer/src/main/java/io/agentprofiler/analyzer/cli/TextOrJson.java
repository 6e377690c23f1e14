// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

/** How to print. */
enum TextOrJson {
    TEXT,
    JSON
}
