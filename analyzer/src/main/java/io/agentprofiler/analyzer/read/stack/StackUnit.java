// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.stack;

/** What the number of a stack counts. */
public enum StackUnit {
    /** Nanoseconds. */
    TIME,
    /** Tokens. */
    TOKENS,
    /** Millionths of a dollar. */
    COST,
    /** Bytes. */
    BYTES,
    /** The file does not say. */
    UNTOLD
}
