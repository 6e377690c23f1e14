// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

/** Names of attributes and events that our export writes and our reader takes back: OpenTelemetry's, and our own where it has none. */
public final class AttributeNames {
    public static final String SERVICE = "service.name";
    public static final String UNKNOWN_SERVICE = "unknown_service";
    public static final String INSTANCE = "service.instance.id";
    public static final String PID = "process.pid";
    public static final String HOST = "host.name";
    public static final String THREAD = "thread.name";

    public static final String EXCEPTION = "exception";
    public static final String EXCEPTION_TYPE = "exception.type";
    public static final String EXCEPTION_MESSAGE = "exception.message";

    public static final String RUN = "agentprofiler.run";
    public static final String RUN_DETAILS = "agentprofiler.run.details";

    /** Where the names begin of what OpenTelemetry has no place for; flags of a span follow with their words. */
    public static final String OWN = "agentprofiler.span.";

    public static final String KIND = OWN + "kind";
    public static final String RULE = OWN + "rule";
    public static final String STATUS = OWN + "status";
    public static final String PARENT = OWN + "parent";
    public static final String QUEUED = OWN + "queued_ns";
    public static final String CPU = OWN + "cpu_ns";
    public static final String ALLOCATED = OWN + "alloc_bytes";
    public static final String END_THREAD = OWN + "end_thread";
    public static final String CHUNKS = OWN + "chunks.count";
    public static final String FIRST_CHUNK = OWN + "chunks.first_ns";
    public static final String LAST_CHUNK = OWN + "chunks.last_ns";
    public static final String LONGEST_GAP = OWN + "chunks.max_gap_ns";
    public static final String HANDLER = OWN + "handler_ns";
    public static final String HANDLER_BEFORE = OWN + "handler_before_ns";
    public static final String HANDLER_AFTER = OWN + "handler_after_ns";
    /** The names of recorded attributes that stand there as JSON. */
    public static final String JSON = OWN + "json";

    /** The event of chunks that came. */
    public static final String CHUNK = "agentprofiler.chunk";

    public static final String CHUNK_COUNT = CHUNK + ".count";
    public static final String CHUNK_LAST = CHUNK + ".last_ns";

    private AttributeNames() {}
}
