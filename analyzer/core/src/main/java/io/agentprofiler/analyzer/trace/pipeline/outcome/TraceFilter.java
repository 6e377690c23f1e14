// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.function.Predicate;

/**
 * Which workflows a question is about; the others reach neither analyses nor outputs.
 *
 * @param text the same in words; empty where all are meant
 * @param wanted answers whether a workflow is meant; called by several threads
 */
public record TraceFilter(String text, Predicate<Trace> wanted) {
    /** All workflows. */
    public static final TraceFilter ALL = new TraceFilter("", trace -> true);

    /** Answers whether this is {@link #ALL}. */
    public boolean isAll() {
        return text.isEmpty();
    }

    /**
     * What a filter left.
     *
     * @param text the filter in words
     * @param wanted how many workflows are meant
     * @param all how many there were
     */
    public record FilterResult(String text, long wanted, long all) {
        /** Nothing was filtered. */
        public static final FilterResult NONE = new FilterResult("", 0, 0);

        /** Answers whether there was a filter at all. */
        public boolean isFiltered() {
            return !text.isEmpty();
        }

        @Override
        public String toString() {
            return "only workflows where " + text + ": " + wanted + " of " + all;
        }
    }
}
