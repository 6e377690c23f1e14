// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import java.util.regex.Pattern;

/** Checks names of attributes, so that a misspelt token count is an error and not a missing number. */
public final class AttributeNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");

    private AttributeNames() {}

    /** Tells the problems of the names of members. */
    static void check(Fields attributes) {
        for (Json.Member member : attributes.members()) {
            String problem = problem(member.name());
            if (problem != null) {
                attributes.problem(member.name(), problem);
            }
        }
    }

    /** Returns what is wrong with a name, to follow it in a sentence; {@code null} for nothing. */
    public static String problem(String name) {
        if (!NAME.matcher(name).matches()) {
            return "is no attribute name, expected words joined by dots";
        }
        List<String> known = Attributes.all();
        String nearest = name.startsWith("gen_ai.") && !known.contains(name) ? Nearest.of(name, known, 2) : null;
        return nearest == null ? null : "is not a known attribute; did you mean '" + nearest + "'?";
    }
}
