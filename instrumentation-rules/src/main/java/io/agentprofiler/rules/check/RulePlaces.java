// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.JsonTree;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.HashMap;
import java.util.Map;

/**
 * Where in a rule file the rules and their paths stand.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public final class RulePlaces {
    private final String file;
    private final Map<String, Json.Obj> rules = new HashMap<>();

    private RulePlaces(String file) {
        this.file = file;
    }

    /**
     * Reads a rule file's text.
     *
     * @param file how messages call the file
     * @throws RuleFileException if the text is no JSON
     */
    public static RulePlaces in(String file, String text) throws RuleFileException {
        RulePlaces places = new RulePlaces(file);
        if (JsonTree.read(file, text) instanceof Json.Obj root && root.get("rules") instanceof Json.Arr array) {
            for (Json item : array.items()) {
                if (item instanceof Json.Obj rule && rule.get("id") instanceof Json.Text id) {
                    places.rules.put(id.text(), rule);
                }
            }
        }
        return places;
    }

    /**
     * Returns {@code file:line:column} of the path that a problem of a rule names, else of the rule; the file alone where the text has
     * no such rule.
     *
     * @param problem as {@link RuleResult} has it, {@code key: path: what is wrong}
     */
    public String of(String rule, String problem) {
        Json.Obj found = rules.get(rule);
        if (found == null) {
            return file;
        }
        String[] parts = problem.split(": ");
        Json.Place path = parts.length > 2 ? find(found, parts[1]) : null;
        Json.Place at = path == null ? found.at() : path;
        return file + ":" + at.line() + ":" + at.column();
    }

    /** Returns the place of the first text that holds a path; {@code null} for none. */
    private static Json.Place find(Json json, String path) {
        Json.Place at = null;
        if (json instanceof Json.Text text) {
            at = text.text().contains(path) ? text.at() : null;
        } else if (json instanceof Json.Obj object) {
            for (Json.Member member : object.members()) {
                at = at == null ? find(member.value(), path) : at;
            }
        } else if (json instanceof Json.Arr array) {
            for (Json item : array.items()) {
                at = at == null ? find(item, path) : at;
            }
        }
        return at;
    }
}
