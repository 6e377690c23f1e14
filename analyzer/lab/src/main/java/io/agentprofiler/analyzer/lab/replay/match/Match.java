// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;

/**
 * What a request was found to be.
 *
 * @param fits whether the recorded call fits; if not, it is only the nearest
 * @param workflow the workflow's number, from 1; 0 where nothing was recorded that could be compared
 * @param call the recorded call; {@code null} where there is none
 * @param attempt which of its attempts is due
 * @param difference the first difference that is known; {@code null} for none
 */
public record Match(boolean fits, int workflow, RecordedCall call, int attempt, Difference difference) {
    static final Match NONE = new Match(false, 0, null, 0, null);

    /** Returns the attempt that is due. */
    public Attempt due() {
        return call.ending().attempts().get(attempt);
    }

    /** Returns why nothing fits, in words. */
    public String words() {
        if (call == null) {
            return "nothing of this kind is recorded";
        }
        return "nothing recorded fits; nearest is call " + call.number() + " of workflow " + workflow
                + (difference == null ? "" : ", and " + difference.words());
    }

    /**
     * Something in which a request is unlike a recorded call.
     *
     * @param field what differs, {@code model} or {@code messages[2].content} for example
     * @param asked what was asked
     * @param recorded what was recorded
     * @param decides whether the request cannot be the recorded one because of it
     */
    public record Difference(String field, String asked, String recorded, boolean decides) {
        private static final int MOST_SHOWN = 60;
        private static final int BEFORE = 15;

        /** Returns a difference of two texts, each from a few characters before the place on where they part. */
        static Difference ofTexts(String field, String asked, String recorded, boolean decides) {
            int common = 0;
            while (common < Math.min(asked.length(), recorded.length())
                    && asked.charAt(common) == recorded.charAt(common)) {
                common++;
            }
            int from = Math.max(0, common - BEFORE);
            return new Difference(field, quoted(asked, from), quoted(recorded, from), decides);
        }

        private static String quoted(String text, int from) {
            int to = Math.min(text.length(), from + MOST_SHOWN);
            return (from > 0 ? "..." : "") + '"' + text.substring(from, to) + '"' + (to < text.length() ? "..." : "");
        }

        /** Returns a sentence. */
        public String words() {
            return field + " differs: asked " + asked + ", recorded " + recorded;
        }
    }
}
