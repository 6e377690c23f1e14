// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Map;

/**
 * What is known of a failure's message: its text, or, of a run that recorded no content, how long it was, and a hash by which
 * equal messages of the run are told.
 *
 * @param text the message, {@code null} when it was not recorded
 * @param chars its length in UTF-16 units, {@link Unknown#LONG} when unknown
 * @param hash its hash, salted per run, {@code null} when unknown
 */
public record FailureMessage(String text, long chars, String hash) {
    /** Returns what is known of the message of a span's failure; {@code null} when it failed without one, or did not fail. */
    public static FailureMessage of(Span span) {
        String text = span.errorMessage();
        Object told = span.attributes().get(Attributes.ERROR_MESSAGE_LENGTH);
        if (!(told instanceof Map<?, ?> map)) {
            return text == null ? null : new FailureMessage(text, text.length(), null);
        }
        long chars = map.get("chars") instanceof Number number && number.longValue() >= 0
                ? number.longValue()
                : Unknown.LONG;
        return new FailureMessage(text, chars, map.get("hash") instanceof String hash ? hash : null);
    }

    /** Returns the message, or in words that it was not recorded and what is known of it instead. */
    public String words() {
        if (text != null) {
            return text;
        }
        return "message not recorded"
                + (chars == Unknown.LONG ? "" : ", " + chars + (chars == 1 ? " char" : " chars"))
                + (hash == null ? "" : ", hash " + hash);
    }
}
