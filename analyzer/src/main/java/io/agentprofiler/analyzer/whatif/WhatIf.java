// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.read.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all workflows would take if something were otherwise.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WhatIf {
    /** Workflows that are named. */
    public static final int MAX_NAMED = 10;

    /** The analysis of a supposition; the instance is the key of its answer. */
    public static final class Question implements Analysis<WhatIf> {
        private final Supposition supposition;

        /** Asks. */
        public Question(Supposition supposition) {
            this.supposition = supposition;
        }

        public Supposition supposition() {
            return supposition;
        }

        @Override
        public WhatIf empty() {
            return new WhatIf();
        }

        @Override
        public WhatIf of(Trace trace) {
            WhatIf whatIf = new WhatIf();
            if (!trace.isFragment()) {
                whatIf.add(trace, supposition.of(trace));
            }
            return whatIf;
        }

        @Override
        public WhatIf merge(WhatIf into, WhatIf more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "what if";
        }
    }

    /**
     * One workflow.
     *
     * @param trace its id
     * @param name name of its first span
     * @param nanos run time as recorded
     * @param supposed what it would take
     */
    public record Workflow(TraceId trace, String name, long nanos, Supposed supposed) {
        static final Comparator<Workflow> MOST_SAVED = Comparator.comparingLong(Workflow::savedNanos)
                .reversed()
                .thenComparing(Workflow::trace)
                .thenComparing(Workflow::name)
                .thenComparingLong(Workflow::nanos);

        /** Returns how much shorter it would be; negative if longer. */
        public long savedNanos() {
            return nanos - supposed.nanos();
        }
    }

    private long workflows;
    private long changed;
    private long nanos;
    private long supposedNanos;
    private long savedTokens;
    private BigDecimal savedUsd;
    private final SortedMap<String, Long> counts = new TreeMap<>();
    private List<Workflow> named = new ArrayList<>();

    private WhatIf() {}

    private void add(Trace trace, Supposed supposed) {
        workflows = 1;
        nanos = trace.durationNanos();
        supposedNanos = supposed.nanos();
        savedTokens = supposed.savedTokens();
        savedUsd = supposed.savedUsd();
        counts.putAll(supposed.counts());
        boolean other = nanos != supposedNanos || savedTokens != 0 || savedUsd != null && savedUsd.signum() != 0;
        if (other) {
            changed = 1;
            named.add(new Workflow(trace.id(), trace.root().name(), nanos, supposed));
        }
    }

    private void add(WhatIf more) {
        workflows += more.workflows;
        changed += more.changed;
        nanos += more.nanos;
        supposedNanos += more.supposedNanos;
        savedTokens += more.savedTokens;
        if (more.savedUsd != null) {
            savedUsd = savedUsd == null ? more.savedUsd : savedUsd.add(more.savedUsd);
        }
        more.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
        named.addAll(more.named);
        named.sort(Workflow.MOST_SAVED);
        if (named.size() > MAX_NAMED) {
            named = new ArrayList<>(named.subList(0, MAX_NAMED));
        }
    }

    public long workflows() {
        return workflows;
    }

    /** Returns how many workflows would be otherwise. */
    public long changed() {
        return changed;
    }

    /** Returns the run time of all workflows together, as recorded. */
    public long nanos() {
        return nanos;
    }

    /** Returns the run time of all workflows together as supposed. */
    public long supposedNanos() {
        return supposedNanos;
    }

    public long savedTokens() {
        return savedTokens;
    }

    /** Returns what would be saved in US dollars, {@code null} when that is not known of any workflow. */
    public BigDecimal savedUsd() {
        return savedUsd;
    }

    /** Returns what there was to change, by what it is called in the plural. */
    public SortedMap<String, Long> counts() {
        return Collections.unmodifiableSortedMap(counts);
    }

    /** Returns the workflows that would save most time, most first. */
    public List<Workflow> named() {
        return List.copyOf(named);
    }
}
