// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import java.util.regex.Pattern;

/**
 * Names, and values of attributes: {@code *} stands for any characters, {@code ?} for one.
 *
 * @param text as it was written
 * @param pattern the same as a regular expression
 */
public record NamePattern(String text, Pattern pattern) {
    /** Every name. */
    public static final NamePattern ANY = of("*");

    /** Makes a pattern. */
    public static NamePattern of(String text) {
        StringBuilder regex = new StringBuilder();
        text.codePoints()
                .forEach(c -> regex.append(
                        switch (c) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default -> Pattern.quote(Character.toString(c));
                        }));
        return new NamePattern(text, Pattern.compile(regex.toString(), Pattern.DOTALL));
    }

    /** Answers whether a name is meant. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }
}
