// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check.type;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.DataValue;
import io.agentprofiler.rules.value.MinusValue;
import io.agentprofiler.rules.value.ObjectValue;
import io.agentprofiler.rules.value.PathValue;
import io.agentprofiler.rules.value.PlusValue;
import io.agentprofiler.rules.value.RouteValue;
import io.agentprofiler.rules.value.SpelledValue;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.rules.value.TypesValue;
import io.agentprofiler.rules.value.UrlValue;
import io.agentprofiler.rules.value.list.EachValue;
import io.agentprofiler.rules.value.list.GroupValue;
import io.agentprofiler.rules.value.list.JoinValue;
import io.agentprofiler.rules.value.list.ListValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Follows every path of a rule through the types of one method. */
public final class RulePaths {
    private final Types types;
    private final PathNotes notes;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    private RulePaths(Types types, PathNotes notes) {
        this.types = types;
        this.notes = notes;
    }

    /** Returns where each path leads, by {@code key: path}, in the rule's order. */
    public static Map<String, Outcome> follow(Rule rule, Types types, PathWalk.RootTypes roots, PathNotes notes) {
        RulePaths paths = new RulePaths(types, notes);
        paths.rule(rule, new PathWalk(types, roots, notes));
        return paths.outcomes;
    }

    private void rule(Rule rule, PathWalk onCall) {
        Map<String, Outcome> kept = new LinkedHashMap<>();
        rule.keep().forEach((name, keep) -> {
            Outcome object = path("keep > " + name, keep.path(), onCall);
            keep.paths().stream().skip(1).forEach(path -> path("keep > " + name, path, onCall));
            kept.put(name, kept(keep.which(), object));
        });
        PathWalk walk = new PathWalk(types, onCall.roots().withKept(kept), notes);
        rule.key().stream().filter(path -> path != Path.CURRENT).forEach(path -> path("key", path, walk));
        path("to", rule.to(), walk);
        path("thrown", rule.thrown(), walk);
        path("traceparent", rule.traceparent(), walk);
        if (rule.header() != null) {
            value("header", rule.header().host(), walk);
            path("header", rule.header().present(), walk);
            path("header", rule.header().into(), walk);
        }
        rule.unless().forEach(unless -> path("unless", unless.path(), walk));
        value("name", rule.name(), walk);
        rule.start().forEach((name, value) -> value(name, value, walk));
        rule.end().forEach((name, value) -> value(name, value, walk));
        rule.content().forEach((name, value) -> value(name, value, walk));
        if (rule.chunk() != null) {
            for (Rule.Chunk.ChunkKind kind : rule.chunk().kinds()) {
                path("chunk", kind.when(), walk);
                path("chunk", kind.unless(), walk);
                path("chunk", kind.chars(), walk);
            }
            rule.chunk().done().forEach(path -> path("chunk", path, walk));
        }
        if (rule.failed() != null) {
            path("failed", rule.failed().when(), walk);
            value("failed", rule.failed().type(), walk);
            value("failed", rule.failed().message(), walk);
        }
    }

    private static Outcome kept(Rule.Keep.Which which, Outcome object) {
        return switch (which) {
            case ALL -> PathWalk.all(object);
            case BYTES -> Outcome.UNCHECKED;
            default -> object;
        };
    }

    private void value(String key, Value value, PathWalk walk) {
        if (value instanceof PathValue read) {
            valuePath(key, read.path(), walk);
        } else if (value instanceof SpelledValue spelled) {
            path(key, spelled.of(), walk);
        } else if (value instanceof MinusValue minus) {
            path(key, minus.from(), walk);
            path(key, minus.less(), walk);
        } else if (value instanceof PlusValue plus) {
            plus.paths().forEach(path -> path(key, path, walk));
        } else if (value instanceof RouteValue route) {
            route.parts().forEach(path -> path(key, path, walk));
        } else if (value instanceof ListValue list) {
            list.values().forEach(each -> value(key, each, walk));
        } else if (value instanceof ObjectValue object) {
            object.fields().forEach((name, each) -> value(key + " > " + name, each, walk));
        } else if (value instanceof ConditionalValue conditional) {
            path(key, conditional.condition(), walk);
            value(key, conditional.then(), walk);
            value(key, conditional.otherwise(), walk);
        } else if (value instanceof TextValue text) {
            for (TextValue.Part part : text.parts()) {
                if (part instanceof TextValue.PathPart read) {
                    path(key, read.path(), walk);
                }
            }
        } else if (value instanceof DataValue data) {
            path(key, data.path(), walk);
        } else if (value instanceof TypesValue read) {
            path(key, read.path(), walk);
        } else if (value instanceof JoinValue join) {
            path(key, join.pieces(), walk);
        } else if (value instanceof UrlValue url) {
            path(key, url.url(), walk);
        } else if (value instanceof GroupValue group) {
            Outcome elements = walk.elements(path(key, group.each(), walk));
            PathWalk inside = new PathWalk(types, walk.roots().withElement(elements), notes);
            path(key, group.by(), inside);
            group.fields().forEach((name, each) -> value(key + " > " + name, each, inside));
        } else if (value instanceof EachValue each) {
            Outcome collection = path(key, each.each(), walk);
            Outcome elements = walk.elements(collection);
            value(key, each.as(), new PathWalk(types, walk.roots().withElement(elements), notes));
        }
    }

    /** Follows a path whose object is written as it is, and must therefore be one that has a value. */
    private void valuePath(String key, Path path, PathWalk walk) {
        notes.at(key + ": " + path);
        Outcome outcome = walk.follow(path);
        if (outcome.isResolved() && outcome.types().stream().allMatch(types::hasNoValue)) {
            outcome = Outcome.unresolved(
                    PathWalk.describe(outcome.types().iterator().next()) + " has no value; name the step that leads to"
                            + " one, or write {\"data\": \"" + path + "\"} for its fields");
        }
        outcomes.merge(key + ": " + path, outcome, Outcome::or);
    }

    private Outcome path(String key, Path path, PathWalk walk) {
        if (path == null) {
            return Outcome.ABSENT;
        }
        notes.at(key + ": " + path);
        Outcome outcome = walk.follow(path);
        outcomes.merge(key + ": " + path, outcome, Outcome::or);
        return outcome;
    }
}
