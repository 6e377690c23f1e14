// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Which workflows a question is about; the others reach neither analyses nor outputs.
 *
 * @param text the same in words; empty where all are meant
 * @param wanted answers whether a workflow is meant; called by several threads
 * @param remarks says what the user should know of the question, once all workflows were asked about
 */
public record TraceFilter(String text, Predicate<Trace> wanted, Supplier<List<String>> remarks) {
    /** All workflows. */
    public static final TraceFilter ALL = new TraceFilter("", trace -> true, List::of);

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
     * @param remarks what the user should know of the question, a sentence each
     */
    public record FilterResult(String text, long wanted, long all, List<String> remarks) {
        /** Nothing was filtered. */
        public static final FilterResult NONE = new FilterResult("", 0, 0, List.of());

        public FilterResult {
            remarks = List.copyOf(remarks);
        }

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
