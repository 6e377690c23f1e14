// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureCount;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;

/** What the rows of the tables are made of. */
final class Rows {
    private Rows() {}

    /**
     * A span.
     *
     * @param price what it cost, {@code null} of a span that is not paid by tokens
     */
    record OfSpan(String run, Trace trace, Span span, CallPrice price) {
        static OfSpan of(String run, Trace trace, Span span, PriceList prices) {
            return new OfSpan(run, trace, span, Calls.usesTokens(span) ? prices.price(span) : null);
        }

        /** Returns US dollars, {@code null} where they are not known. */
        BigDecimal usd() {
            return price != null && price.isKnown() ? price.cost().total() : null;
        }

        /** Returns the US dollars that the trace itself names, {@code null} where it names none. */
        BigDecimal reportedUsd() {
            return price == null ? null : price.reported();
        }
    }

    /**
     * A workflow.
     *
     * @param counts how much was done
     * @param tokens used by model and embedding calls together
     * @param usd what calls with a known price cost, {@code null} without any
     * @param pricedCalls how many those are
     * @param reportedUsd what calls of which the trace names the cost cost by that, {@code null} without any
     * @param reportedCalls how many those are
     */
    record OfWorkflow(
            String run,
            Trace trace,
            WorkflowCounts counts,
            Tokens tokens,
            BigDecimal usd,
            long pricedCalls,
            BigDecimal reportedUsd,
            long reportedCalls) {
        /**
         * How much was done.
         *
         * @param failedSpans spans that failed; absent where none is known to have, and of some nobody knows
         */
        record WorkflowCounts(long modelCalls, long toolCalls, long failedSpans) {}

        static OfWorkflow of(String run, Trace trace, PriceList prices) {
            long models = 0;
            long tools = 0;
            long priced = 0;
            Tokens tokens = Tokens.NONE;
            BigDecimal usd = null;
            long reportedCalls = 0;
            BigDecimal reported = null;
            for (Span span : trace.spans()) {
                models += Calls.isModelCall(span) ? 1 : 0;
                tools += span.kind() == SpanKind.TOOL ? 1 : 0;
                tokens = tokens.plus(Calls.usage(span));
                OfSpan row = OfSpan.of(run, trace, span, prices);
                BigDecimal own = row.usd();
                if (own != null) {
                    priced++;
                    usd = usd == null ? own : usd.add(own);
                }
                BigDecimal told = row.reportedUsd();
                if (told != null) {
                    reportedCalls++;
                    reported = reported == null ? told : reported.add(told);
                }
            }
            return new OfWorkflow(
                    run,
                    trace,
                    new OfWorkflow.WorkflowCounts(
                            models, tools, FailureCount.of(trace.spans()).failed()),
                    tokens,
                    usd,
                    priced,
                    reported,
                    reportedCalls);
        }
    }
}
