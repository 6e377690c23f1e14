// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.tokens.CallWeight;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.calltree.OwnBytes;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.Locale;

/** What a path is measured by. */
enum PathWeight {
    TIME,
    TOKENS,
    COST,
    CALLS,
    BYTES;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    long of(Span span, PriceList prices) {
        return switch (this) {
            case TIME -> span.isSelfTimed() ? span.selfNanos() : Unknown.LONG;
            case TOKENS -> CallWeight.tokens(span);
            case COST -> CallWeight.picoDollars(span, prices);
            case CALLS -> 1;
            case BYTES -> OwnBytes.of(span);
        };
    }

    /** Returns the sum of a path and all below it. */
    Cell subtree(PathWeights path) {
        return isOfAll() || path.isSubtreeKnown() ? cell(path.subtree()) : Cell.unknown();
    }

    /** Returns the sum of a path's own spans. */
    Cell own(PathWeights path) {
        return isOfAll() || path.isOwnKnown() ? cell(path.own()) : Cell.unknown();
    }

    /** Answers whether a span that says nothing has none: its time and what it allocated are there even if nobody knows them. */
    private boolean isOfAll() {
        return this != TIME && this != BYTES;
    }

    /** Returns a sum in its unit. */
    Cell cell(long sum) {
        return switch (this) {
            case TIME -> Cell.duration(sum);
            case TOKENS -> Cell.words(Units.count(sum, "token")).as(sum);
            case COST -> Cell.money(BigDecimal.valueOf(sum, CallWeight.PICO));
            case CALLS -> Cell.words(Units.count(sum, "span")).as(sum);
            case BYTES -> Cell.bytes(sum);
        };
    }

    /** Returns the unit of sums for programs. */
    String unit() {
        return switch (this) {
            case TIME -> "ns";
            case TOKENS -> "tokens";
            case COST -> "usd";
            case CALLS -> "spans";
            case BYTES -> "bytes";
        };
    }
}
