// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost;

/** Why a call has no price. */
public enum Unpriced {
    /** The model answered without saying what it used. */
    NO_USAGE("no_usage", "usage not reported"),
    /** The call failed without usage: providers seldom charge for that, but nobody knows. */
    FAILED("failed", "failed, usage not reported"),
    /** The list has no such model of that provider. */
    UNKNOWN_MODEL("unknown_model", "model not in the price list"),
    /** It ran inside the traced process, on the machine's own time: nobody bills it, and no list has it. */
    IN_PROCESS("in_process", "in-process model, billed by nobody"),
    /** The list has no such provider; it may be a server of one's own. */
    UNKNOWN_PROVIDER("unknown_provider", "provider not in the price list"),
    /** The list has the model, but no price for tokens it used. */
    NO_PRICE("no_price", "model listed without a price for its tokens");

    private final String word;
    private final String text;

    Unpriced(String word, String text) {
        this.word = word;
        this.text = text;
    }

    /** Returns the name in files. */
    public String word() {
        return word;
    }

    /** Returns what to say of such calls to people. */
    public String text() {
        return text;
    }
}
