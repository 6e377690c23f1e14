// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.budget;

/** A budget that cannot be understood; the message says what was expected. */
public final class BudgetException extends Exception {
    private static final long serialVersionUID = 1L;

    BudgetException(String message) {
        super(message);
    }
}
