// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

/** How to print. */
public enum TextOrJson {
    TEXT,
    JSON
}
