// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A point up to which a request asks for its prompt to be cached.
 *
 * @param part end of which part
 * @param back for {@link BreakpointPart#NEWEST}, how many content blocks before its end
 */
public record Breakpoint(BreakpointPart part, int back) {
    /** Ends of these. */
    public enum BreakpointPart {
        TOOLS,
        /** System instructions, in a part of their own or as leading messages. */
        INSTRUCTIONS,
        /** The newest message. */
        NEWEST
    }

    /** How many breakpoints providers take. */
    public static final int MOST = 4;

    public static final String EXPECTED = "tools, instructions, newest, or newest-N for N content blocks before it";

    private static final Pattern NEWEST = Pattern.compile("newest(-(\\d{1,4}))?");

    /** Returns the breakpoint of a word in a file, nothing when it is none. */
    public static Optional<Breakpoint> of(String word) {
        if (word.equals("tools")) {
            return Optional.of(new Breakpoint(BreakpointPart.TOOLS, 0));
        }
        if (word.equals("instructions")) {
            return Optional.of(new Breakpoint(BreakpointPart.INSTRUCTIONS, 0));
        }
        Matcher newest = NEWEST.matcher(word);
        return newest.matches()
                ? Optional.of(new Breakpoint(
                        BreakpointPart.NEWEST, newest.group(2) == null ? 0 : Integer.parseInt(newest.group(2))))
                : Optional.empty();
    }

    /** Returns the word. */
    public String word() {
        return switch (part) {
            case TOOLS -> "tools";
            case INSTRUCTIONS -> "instructions";
            case NEWEST -> back == 0 ? "newest" : "newest-" + back;
        };
    }
}
