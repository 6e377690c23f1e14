// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

/** Text from traces, cut where it is longer than a page needs. */
public final class Cut {
    /** Most characters of a name. */
    public static final int NAME = 300;
    /** Most characters of a fact or a message. */
    public static final int FACT = 1_000;
    /** Most characters of a prompt, an answer, an argument or a result. */
    public static final int TEXT = 4_000;

    private Cut() {}

    /** Returns the text, or its beginning with a remark how much was cut off; {@code null} of {@code null}. */
    public static String to(int characters, String text) {
        if (text == null || text.length() <= characters) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
        return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
    }
}
