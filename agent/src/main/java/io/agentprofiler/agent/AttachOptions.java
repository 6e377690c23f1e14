// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of an agent that is attached: settings as on a command line,
 * {@code -Dagentprofiler.dir=/var/traces -Dagentprofiler.content=none}. A value reaches as far as the next {@code -D}, so it may
 * hold spaces, and nothing needs to be quoted.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param values what to set, by name
 * @param problem what is wrong, in words; {@code null} where nothing is, and then nothing is to be set
 */
record AttachOptions(Map<String, String> values, String problem) {
    private static final String PREFIX = "agentprofiler.";

    private static final String EXPECTED =
            ", expected settings of the agent: -Dagentprofiler.dir=/var/traces -Dagentprofiler.content=none";

    /** Reads options; {@code null} or a blank text names no setting. */
    static AttachOptions parse(String options) {
        Map<String, String> values = new LinkedHashMap<>();
        if (options == null || options.isBlank()) {
            return new AttachOptions(values, null);
        }
        for (String option : options.strip().split("\\s+(?=-D)")) {
            int equals = option.indexOf('=');
            String name = option.startsWith("-D") && equals > 0 ? option.substring(2, equals) : "";
            if (!name.startsWith(PREFIX)) {
                return new AttachOptions(Map.of(), "found option '" + oneLine(option) + "'" + EXPECTED);
            }
            values.put(name, option.substring(equals + 1));
        }
        return new AttachOptions(values, null);
    }

    private static String oneLine(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n");
    }
}
