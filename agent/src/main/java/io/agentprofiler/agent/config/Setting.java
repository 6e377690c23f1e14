// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

/**
 * One row of the settings table.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param name without the prefix {@code agentprofiler.}
 * @param format how its text is read
 * @param defaultText the default as a user would write it, or words in parentheses where it is worked out at run time
 * @param defaultValue the default, {@code null} where it is worked out at run time
 * @param help one line for the help text and the documentation
 */
record Setting<T>(String name, Format<T> format, String defaultText, T defaultValue, String help) {
    /** What the names of all settings begin with. */
    static final String PREFIX = "agentprofiler.";

    /** A setting whose default is written like a user would write it. */
    static <T> Setting<T> of(String name, Format<T> format, String defaultText, String help) {
        return new Setting<>(name, format, defaultText, format.read(defaultText), help);
    }

    /** A setting whose default is worked out at run time; {@code words} say how. */
    static <T> Setting<T> computed(String name, Format<T> format, String words, String help) {
        return new Setting<>(name, format, "(" + words + ")", null, help);
    }

    /** Returns the full name of the system property. */
    String property() {
        return PREFIX + name;
    }
}
