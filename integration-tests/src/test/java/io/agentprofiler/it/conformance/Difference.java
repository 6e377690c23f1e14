// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

/** What a framework, or a version of it, cannot have; each is one change of the expected shape. */
enum Difference {
    /** It runs the tools of one round one after the other. */
    SEQUENTIAL_TOOLS,
    /** It does not try a refused stream again: the server does not refuse it. */
    NO_RETRY_OF_STREAMS
}
