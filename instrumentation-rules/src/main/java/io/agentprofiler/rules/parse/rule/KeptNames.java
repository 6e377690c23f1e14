// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.parse.json.Problems;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.Roots;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Checks what rules read of {@code kept} against what the rules of the same operation keep. */
public final class KeptNames {
    private final Problems problems;
    private final List<Rule> rules;

    private KeptNames(Problems problems, List<Rule> rules) {
        this.problems = problems;
        this.rules = rules;
    }

    /** Notes every name that is read and that no rule keeps; {@code objects} are the rules as written, in their order. */
    public static void check(List<Rule> rules, List<Json.Obj> objects, Problems problems) {
        KeptNames names = new KeptNames(problems, rules);
        for (int i = 0; i < rules.size(); i++) {
            names.check(rules.get(i), objects.get(i));
        }
    }

    private void check(Rule rule, Json.Obj object) {
        values(rule, object, "start", rule.start());
        values(rule, object, "end", rule.end());
        values(rule, object, "content", rule.content());
        if (rule.name() != null) {
            read(rule, object, "name", roots(rule.name()));
        }
        if (rule.failed() != null) {
            read(rule, object, "failed", roots(rule.failed().when()));
            read(rule, object, "failed", roots(rule.failed().type()));
            read(rule, object, "failed", roots(rule.failed().message()));
        }
    }

    private void values(Rule rule, Json.Obj object, String key, Map<String, Value> values) {
        values.forEach((name, value) -> read(rule, object, key, value.roots()));
    }

    private void read(Rule rule, Json.Obj object, String key, Roots roots) {
        if (roots.kept().isEmpty()) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        for (Rule other : rules) {
            if (other.operation() != null && other.operation().equals(rule.operation())) {
                known.addAll(other.keep().keySet());
            }
        }
        for (String name : roots.kept()) {
            if (!known.contains(name)) {
                problems.rule(rule.id());
                problems.add(
                        object.get(key).at(),
                        key,
                        "reads kept." + name + ", but no rule of operation '" + rule.operation() + "' keeps '" + name
                                + "'" + Nearest.hint(name, known) + "; kept are "
                                + (known.isEmpty() ? "none" : String.join(", ", known)));
                problems.rule(null);
            }
        }
    }

    private static Roots roots(Path path) {
        return path == null ? Roots.NONE : path.roots();
    }

    private static Roots roots(Value value) {
        return value == null ? Roots.NONE : value.roots();
    }
}
