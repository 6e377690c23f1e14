// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

/** Text of a given length that nobody takes for an answer of a model. */
final class GeneratedText {
    private static final String FILLER = "this text stands for the recorded one, of which only the length is known; ";

    private GeneratedText() {}

    /**
     * Returns a text.
     *
     * @param chars its length
     * @param label begins the text, so that texts of different calls are different ones
     */
    static String of(long chars, String label) {
        int length = (int) Math.min(Integer.MAX_VALUE / 4, Math.max(0, chars));
        StringBuilder text = new StringBuilder(length + FILLER.length());
        text.append(label).append(' ');
        while (text.length() < length) {
            text.append(FILLER);
        }
        text.setLength(length);
        // a blank at the end is easily lost on the way
        if (length > 0 && text.charAt(length - 1) == ' ') {
            text.setCharAt(length - 1, '.');
        }
        return text.toString();
    }
}
