// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

/** What is unusual about a span's records. */
public enum SpanFlag {
    /** No end in the files; the span is closed at the run's last time. */
    UNFINISHED("unfinished"),
    /** No start in the files; the span stands at its end with no length, and nothing is known of its parent. */
    START_MISSING("start_missing"),
    /** Its parent is a span of another process, named by an incoming {@code traceparent}: a workflow begins here all the same. */
    REMOTE_PARENT("remote_parent"),
    /** Its parent, or the start of its parent, is not in the files; the span stands at the top of its trace. */
    PARENT_MISSING("parent_missing"),
    /** Its parents lead back to itself; the circle is cut above this span. */
    PARENT_CYCLE("parent_cycle"),
    /** It ends before it starts; its length is taken as 0. */
    NEGATIVE_DURATION("negative_duration"),
    /** Its format does not say when it ran: it stands in its order, with no length. */
    TIME_UNKNOWN("time_unknown"),
    /** Its format names a moment of it and no length. */
    LENGTH_UNKNOWN("length_unknown"),
    /** Its length is an estimate, made of the moments that others name. */
    LENGTH_ESTIMATED("length_estimated"),
    /** Its format does not say whether it failed: no count of failures may take it for one that did not. */
    STATUS_UNKNOWN("status_unknown"),
    /** A recording answered the call, which was not made: its length is that of the answer. */
    REPLAYED("replayed"),
    /** Its record breaks off before the answer ends: it has at least the output tokens that are given. */
    OUTPUT_AT_LEAST("output_at_least"),
    /** It ran at a speed or service tier of which no list has the price: it is priced as usual. */
    OTHER_PRICE("other_price");

    private final String word;

    SpanFlag(String word) {
        this.word = word;
    }

    /** Returns the word written to files. */
    public String word() {
        return word;
    }

    int bit() {
        return 1 << ordinal();
    }
}
