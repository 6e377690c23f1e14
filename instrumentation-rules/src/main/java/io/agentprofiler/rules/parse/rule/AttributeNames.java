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
final class AttributeNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");

    private AttributeNames() {}

    static void check(Fields attributes) {
        List<String> known = Attributes.all();
        for (Json.Member member : attributes.members()) {
            String name = member.name();
            if (!NAME.matcher(name).matches()) {
                attributes.problem(name, "is no attribute name, expected words joined by dots");
            } else if (name.startsWith("gen_ai.") && !known.contains(name)) {
                String nearest = Nearest.of(name, known, 2);
                if (nearest != null) {
                    attributes.problem(name, "is not a known attribute; did you mean '" + nearest + "'?");
                }
            }
        }
    }
}
