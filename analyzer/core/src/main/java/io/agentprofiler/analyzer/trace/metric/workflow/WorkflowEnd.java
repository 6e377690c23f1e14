// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a workflow ended, and how many of its steps failed. Every command that tells of failed workflows tells them by this.
 *
 * <p>A step is a span that is no HTTP attempt and does not only wrap a call. It failed if it ended with an error of its own. One that
 * failed because what it called last had failed passes that failure on, and the innermost step counts. An attempt that a client
 * repeats is a part of its call.
 *
 * @param status how the first span ended, {@code null} where its format does not say
 * @param knownFailures how many steps are known to have failed; the first span is one of the steps
 * @param untold of how many spans the format does not say whether they failed
 */
public record WorkflowEnd(SpanStatus status, long knownFailures, long untold) {
    /** How a workflow ended. */
    public enum Ending {
        /** Well, and so did its steps. */
        OK("ok", "ok"),
        /** Well, although steps failed. */
        OK_WITH_FAILURES("ok_with_failures", "ok, with failures"),
        /** The workflow itself ended with an error. */
        FAILED("failed", "failed"),
        /** The application cancelled it. */
        CANCELLED("cancelled", "cancelled"),
        /** There is no end of it. */
        UNFINISHED("unfinished", "unfinished"),
        /** The format does not say, or not whether a step failed. */
        UNKNOWN(null, "outcome not known");

        private final String word;
        private final String words;

        Ending(String word, String words) {
            this.word = word;
            this.words = words;
        }

        /** Returns the word in data, {@code null} where it is not known. */
        public String word() {
            return word;
        }

        /** Returns what people read. */
        public String words() {
            return words;
        }
    }

    /** Tells how a workflow ended. */
    public static WorkflowEnd of(Trace trace) {
        long failures = 0;
        long untold = 0;
        for (Span span : trace.spans()) {
            failures += isFailedStep(span) ? 1 : 0;
            untold += span.tellsStatus() ? 0 : 1;
        }
        Span root = trace.root();
        return new WorkflowEnd(root.tellsStatus() ? root.status() : null, failures, untold);
    }

    /** Returns how it ended. */
    public Ending ending() {
        if (status == null) {
            return Ending.UNKNOWN;
        }
        return switch (status) {
            case OK -> knownFailures > 0 ? Ending.OK_WITH_FAILURES : untold > 0 ? Ending.UNKNOWN : Ending.OK;
            case ERROR -> Ending.FAILED;
            case CANCELLED -> Ending.CANCELLED;
            case UNFINISHED -> Ending.UNFINISHED;
        };
    }

    /** Answers whether the workflow itself failed, {@code null} where its format does not say. */
    public Boolean failed() {
        return status == null ? null : (Boolean) (status == SpanStatus.ERROR);
    }

    /** Answers whether it ended well although steps failed, {@code null} where its format does not say. */
    public Boolean okWithFailures() {
        return ending() == Ending.UNKNOWN ? null : (Boolean) (ending() == Ending.OK_WITH_FAILURES);
    }

    /** Returns the steps of a workflow that failed, in the order of its spans. */
    public static List<Span> failedSteps(Trace trace) {
        return trace.spans().stream().filter(WorkflowEnd::isFailedStep).toList();
    }

    /** Answers whether a span is a step that failed by itself. */
    public static boolean isFailedStep(Span span) {
        return span.status() == SpanStatus.ERROR && isStep(span) && span.tellsStatus() && !passesOn(span);
    }

    /** Answers whether a span is a step of its own. */
    static boolean isStep(Span span) {
        return span.kind() != SpanKind.HTTP && !Calls.isWrapper(span);
    }

    /** Answers whether what the span called last has failed, too. A wrapper that failed by itself is no step: its caller counts. */
    private static boolean passesOn(Span span) {
        Optional<Span> last = span.children().stream()
                .filter(child -> child.kind() != SpanKind.HTTP)
                .max(Comparator.comparingLong(Span::endNanos));
        return last.isPresent()
                && last.get().status() == SpanStatus.ERROR
                && (!Calls.isWrapper(last.get()) || passesOn(last.get()));
    }

    /** Returns what people read of it. */
    public String words() {
        return knownFailures == 0 || status == SpanStatus.ERROR
                ? ending().words()
                : ending().words() + ": " + knownFailures + (knownFailures == 1 ? " step failed" : " steps failed");
    }

    /** Answers whether the workflow or a step of it is known to have failed. */
    public boolean hasFailures() {
        return status == SpanStatus.ERROR || knownFailures > 0;
    }

    /** Returns how many steps failed; absent where none is known to have, and of some nobody knows. */
    public long failedSteps() {
        return knownFailures == 0 && untold > 0 ? Unknown.LONG : knownFailures;
    }
}
