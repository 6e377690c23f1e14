// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;

/** Something that might be otherwise. Looks at one workflow at a time. */
public interface Supposition {
    /** Returns what the workflow would take. */
    Supposed of(Trace trace);

    /** Answers whether it says anything of time; if not, run times stay as recorded because nobody knows better. */
    default boolean tellsTime() {
        return true;
    }

    /** Returns what is taken for granted, a line each. */
    List<String> assumptions();

    /** Returns what the answer rests on in the recording, a line each. */
    default List<String> evidence() {
        return List.of();
    }

    /** Returns other settings that are worked out beside the one asked for, by what they are called. */
    default List<String> variants() {
        return List.of();
    }
}
