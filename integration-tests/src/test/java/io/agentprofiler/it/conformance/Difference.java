// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

/** Features that a framework or a version lacks; each changes the expected shape in one way. */
enum Difference {
    /** It runs the tools of one round in sequence. */
    SEQUENTIAL_TOOLS,
    /** It does not try a refused stream again: the server does not refuse it. */
    NO_RETRY_OF_STREAMS,
    /** It has no streams. */
    NO_STREAMS,
    /** A streamed answer cannot use tools. */
    NO_TOOLS_IN_STREAMS,
    /** The model knows a tool by the name of its group and its own. */
    GROUPED_TOOLS,
    /** It tells the model that a tool failed, but not why. */
    SILENT_FAILURES,
    /** It does not read how many tokens were cached, and how many reasoning. */
    NO_TOKEN_DETAILS,
    /** It has nothing to search in: the program compares vectors itself. */
    NO_RETRIEVER,
    /** It has nothing that remembers. */
    NO_MEMORY,
    /** It embeds one document a request, after a probe of the vectors' length. */
    EMBEDS_ONE_BY_ONE
}
