// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.util.List;

/**
 * The words of the segment format, {@code agent-profiler/1}: one JSON object a line, each with an {@code event} field.
 *
 * <p>{@code docs/trace-format.md} explains the records; {@code trace-event.schema.json} beside this class's resources
 * is their JSON Schema. Writers and readers take every name from here.
 */
public final class TraceFormat {
    /** Value of a header's {@code format}; the number changes only when an old reader would misread a new file. */
    public static final String FORMAT = "agent-profiler/1";

    /** First line of every segment. */
    public static final String HEADER = "HEADER";
    /** A span began. */
    public static final String SPAN_START = "SPAN_START";
    /** A part of a streamed result arrived. */
    public static final String SPAN_CHUNK = "SPAN_CHUNK";
    /** A span ended. */
    public static final String SPAN_END = "SPAN_END";
    /** A sample of a model server's own metrics. */
    public static final String BACKEND = "BACKEND";
    /** What is forecast of a workflow that goes on. */
    public static final String FORECAST = "FORECAST";
    /** A sample of the traced process. */
    public static final String PROCESS = "PROCESS";
    /** The books, about once a second. */
    public static final String BOOKS = "BOOKS";
    /** Last line of a cleanly closed segment. */
    public static final String FOOTER = "FOOTER";

    /** Name suffix of a closed segment. */
    public static final String SEGMENT_SUFFIX = ".jsonl";
    /** Name suffix of a segment that is still written, or whose writer was killed. */
    public static final String OPEN_SUFFIX = ".jsonl.open";
    /** Name suffix of a closed and compressed segment. */
    public static final String GZIP_SUFFIX = ".jsonl.gz";

    private static final String SEGMENT = "segment-";
    private static final List<String> SUFFIXES = List.of(SEGMENT_SUFFIX, OPEN_SUFFIX, GZIP_SUFFIX);
    private static final int MOST_DIGITS = 9;

    private TraceFormat() {}

    /** Returns the number of the segment that a file of such a name is, -1 when it is none. */
    public static int segmentNumber(String file) {
        for (String suffix : SUFFIXES) {
            int end = file.length() - suffix.length();
            int digits = end - SEGMENT.length();
            if (digits > 0 && digits <= MOST_DIGITS && file.startsWith(SEGMENT) && file.endsWith(suffix)) {
                return number(file.substring(SEGMENT.length(), end));
            }
        }
        return -1;
    }

    private static int number(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
        }
        return Integer.parseInt(digits);
    }
}
