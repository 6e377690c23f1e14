// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

/** Why a figure of a workflow is not known, or only in part; the worse last. */
enum Gap {
    /** It is known. */
    NONE,
    /** Nobody reported it: the rest of the workflow is known. */
    NOT_REPORTED,
    /** Spans of the workflow have no end, or are missing. */
    INCOMPLETE
}
