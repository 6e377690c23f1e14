// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.send;

import io.agentprofiler.analyzer.command.CommandException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Headers that the user adds to requests. Their values are secrets: they go to the receiver and nowhere else.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Headers {
    /** Set by the export, or by the HTTP client, which lets nobody else set them. */
    private static final Set<String> TAKEN = Set.of(
            "content-type",
            "content-encoding",
            "content-length",
            "transfer-encoding",
            "connection",
            "expect",
            "host",
            "upgrade");

    private static final int SHORTEST_SECRET = 4;

    private final Map<String, String> values;

    private Headers(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads {@code NAME=VALUE} of each.
     *
     * @throws CommandException when one is of another form; the message does not repeat it
     */
    public static Headers of(List<String> given) throws CommandException {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            String which = given.size() == 1 ? "--header" : "--header number " + (i + 1);
            int equals = given.get(i).indexOf('=');
            if (equals < 0) {
                throw new CommandException(which + " needs the form NAME=VALUE");
            }
            String name = given.get(i).substring(0, equals).strip();
            String value = given.get(i).substring(equals + 1).strip();
            if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
                throw new CommandException(
                        which + " needs the form NAME=VALUE; what is before the = is no name of a header");
            }
            if (TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
                throw new CommandException(which + ": " + name + " is set by the export itself");
            }
            if (value.chars().anyMatch(c -> c < ' ' && c != '\t' || c >= 127)) {
                throw new CommandException(
                        which + ": the value of " + name + " has characters that a header cannot hold");
            }
            values.put(name, value);
        }
        return new Headers(values);
    }

    /** Returns the names. */
    public Set<String> names() {
        return values.keySet();
    }

    Map<String, String> values() {
        return values;
    }

    /** Returns a text of the receiver's without the values, which some repeat in their answers. */
    String withoutSecrets(String text) {
        String clean = text;
        for (String value : values.values()) {
            for (String part : value.split(" ", -1)) {
                if (part.length() >= SHORTEST_SECRET) {
                    clean = clean.replace(part, "***");
                }
            }
        }
        return clean;
    }

    @Override
    public String toString() {
        return String.join(", ", names());
    }
}
