// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.stat.Saturated;
import java.math.BigDecimal;

/**
 * The same supposition with another setting.
 *
 * @param count what of it there is to change
 * @param nanos run time then
 * @param savedTokens tokens that would not be sent or made
 * @param savedUsd US dollars that would not be paid; {@code null} when that is not known
 */
public record Variant(long count, long nanos, long savedTokens, BigDecimal savedUsd) {
    Variant plus(Variant more) {
        return new Variant(
                count + more.count,
                Saturated.add(nanos, more.nanos),
                savedTokens + more.savedTokens,
                WhatIf.sum(savedUsd, more.savedUsd));
    }
}
