// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

/**
 * A rule as the owner of observations and claims.
 *
 * <p><b>Threading:</b> stateless.
 */
public interface Claimant {
    /** Returns its name in files and documentation. */
    String id();

    /** Answers whether it comes before everything else, its findings of low impact excepted: whether answers are right at all. */
    default boolean comesFirst() {
        return false;
    }

    /**
     * Answers whether its findings explain all the time that the rule claimed for them while it scanned. If not, a finding explains
     * of it only as much time as it is about.
     */
    default boolean explainsAllItClaims() {
        return true;
    }
}
