// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import java.util.ArrayList;
import java.util.List;

/**
 * What a recording says for and against a supposition, a line each.
 *
 * <p><b>Threading:</b> one thread.
 */
final class EvidenceLines {
    private final List<String> inFavour = new ArrayList<>();
    private final List<String> against = new ArrayList<>();
    private final List<String> notKnown = new ArrayList<>();

    void inFavour(String text) {
        inFavour.add("for: " + text);
    }

    void against(String text) {
        against.add("against: " + text);
    }

    void notKnown(String text) {
        notKnown.add("not known: " + text);
    }

    /** Returns all lines: what speaks against first, then for, then what is not known. */
    List<String> all() {
        List<String> all = new ArrayList<>(against);
        all.addAll(inFavour);
        all.addAll(notKnown);
        return all;
    }
}
