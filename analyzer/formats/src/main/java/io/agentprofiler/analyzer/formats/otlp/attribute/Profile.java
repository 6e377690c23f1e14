// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import java.util.Locale;

/** Whose names attributes have. The constants are the words of the option. */
public enum Profile {
    /** OpenTelemetry's semantic conventions for generative AI. */
    GENAI(true, false, false),
    /** OpenInference, in place of these where it has a name. */
    OPENINFERENCE(false, true, false),
    /** OpenTelemetry's, and what Langfuse reads beside them. */
    LANGFUSE(true, false, true),
    /** OpenTelemetry's and OpenInference's. */
    BOTH(true, true, false);

    private final boolean genAi;
    private final boolean openInference;
    private final boolean langfuse;

    Profile(boolean genAi, boolean openInference, boolean langfuse) {
        this.genAi = genAi;
        this.openInference = openInference;
        this.langfuse = langfuse;
    }

    /** Answers whether all names of OpenTelemetry's conventions are written. */
    public boolean hasGenAi() {
        return genAi;
    }

    /** Answers whether OpenInference's are. */
    public boolean hasOpenInference() {
        return openInference;
    }

    /** Answers whether Langfuse's are. */
    public boolean hasLangfuse() {
        return langfuse;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
