// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.speedscope;

/** What our files say that the format has no place for: fields that readers pass over. */
final class OwnFields {
    /** The name under which the analyzer writes files. */
    static final String EXPORTER = "agent-profiler";
    /** Of the file: the moment from which its times count, nanoseconds since 1970. */
    static final String ZERO = "zero_epoch_ns";
    /** Of an event that opens a frame: the span's id. */
    static final String SPAN = "span";
    /** Of such an event: the id of the parent, where that is not the frame around it; {@link #NONE} where there is none. */
    static final String PARENT = "parent";
    /** The id of no span. */
    static final String NONE = "0000000000000000";
    /** Of the first event of a workflow on a lane: the workflow's id. */
    static final String TRACE = "trace";
    /** Of an event that closes a frame: how the span ended, where that is not well. */
    static final String STATUS = "status";
    /** The status of a span of which nobody knows how it ended. */
    static final String UNKNOWN = "unknown";
    /** The profile of tokens by call path. */
    static final String BY_TOKENS = "all workflows by tokens";
    /** The profile of money by call path. */
    static final String BY_COST = "all workflows by cost, in millionths of a dollar";

    private OwnFields() {}
}
