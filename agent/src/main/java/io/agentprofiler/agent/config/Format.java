// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.function.Function;

/**
 * How the text of a setting is read.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param type one or two words for the documentation, for example {@code size}
 * @param allowed what may be written, as the end of the sentence "allowed: ..."
 * @param reader reads trimmed text; throws {@link IllegalArgumentException} when it is not allowed
 */
public record Format<T>(String type, String allowed, Function<String, T> reader) {
    /** Reads {@code text}; throws {@link IllegalArgumentException} when it is not allowed. */
    T read(String text) {
        return reader.apply(text.trim());
    }
}
