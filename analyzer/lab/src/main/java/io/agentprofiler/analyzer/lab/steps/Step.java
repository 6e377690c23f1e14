// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;

/**
 * A model call as a step of its program. Lengths are nanoseconds; what is not known is {@link Unknown#LONG}.
 *
 * @param number its place in the program, from 1
 * @param outsideNanos how long no call of the program was running before it; absent for the first step
 * @param toolNanos how much of that tools ran; absent where no tool of the program was recorded
 */
public record Step(int number, ModelCall call, long outsideNanos, long toolNanos) {
    /** Returns the workflow it is in. */
    public TraceId trace() {
        return call.ref().trace();
    }

    /** Returns the id of its span. */
    public long span() {
        return call.ref().span();
    }

    /** Returns when it was over, nanoseconds since 1970, or absent. */
    public long completedNanos() {
        return call.times().endNanos();
    }

    /** Returns the time from the request that was answered to the first chunk, or absent. */
    public long prefillNanos() {
        return call.parts().prefillNanos();
    }

    /** Returns the time from the first chunk to the last, or absent. */
    public long decodeNanos() {
        return call.parts().decodeNanos();
    }

    /** Returns the time from the call to the request that was answered: held back, failed attempts; or absent. */
    public long pauseNanos() {
        return call.parts().pauseNanos();
    }

    /** Returns the share of the prompt that was read from a cache, 0 to 1; not-a-number where it is not known. */
    public double hitRate() {
        return call.hitRate();
    }

    /** Answers whether {@link #hitRate} follows from tokens of both kinds. */
    public boolean tellsCache() {
        return call.tellsCache();
    }

    /** Returns the usage that the call reported. */
    public Tokens tokens() {
        return call.tokens();
    }

    /** Returns the model that was asked for; {@code null} where nobody told. */
    public String model() {
        return call.model();
    }

    /** Returns why the answer ended, or how the call failed; {@code null} where nobody told. */
    public String finishReason() {
        return call.finishReason();
    }
}
