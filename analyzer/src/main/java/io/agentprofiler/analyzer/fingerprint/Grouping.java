// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.fingerprint;

import io.agentprofiler.analyzer.fingerprint.shape.Fingerprint;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Locale;

/** Which workflows share a row of a table. */
public enum Grouping {
    /** Those whose first span has the same name. */
    NAME("by name of the first span", "names"),
    /** Those that do the same, too. */
    FINGERPRINT("by name of the first span and fingerprint", "fingerprints");

    private final String explanation;
    private final String plural;

    Grouping(String explanation, String plural) {
        this.explanation = explanation;
        this.plural = plural;
    }

    /** Returns what rows stand for, in words. */
    public String explanation() {
        return explanation;
    }

    /** Returns what several rows are called. */
    public String plural() {
        return plural;
    }

    /** Returns the name of a workflow's row. */
    public String row(Trace trace) {
        String name = trace.root().name();
        return this == NAME ? name : name + " " + Fingerprint.of(trace).id();
    }

    /** Returns the word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
