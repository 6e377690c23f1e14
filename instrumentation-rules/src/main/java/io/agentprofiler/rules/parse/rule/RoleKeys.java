// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which keys a rule may have, by role, and which it must. */
public final class RoleKeys {
    private static final List<String> ALL =
            List.of("id", "role", "match", "operation", "unless", "since", "until", "optional");
    private static final Map<Role, List<String>> ALLOWED = new EnumMap<>(Role.class);
    private static final Map<Role, List<String>> REQUIRED = new EnumMap<>(Role.class);

    static {
        allow(
                Role.SPAN,
                "kind",
                "shape",
                "nested",
                "name",
                "start",
                "end",
                "content",
                "key",
                "chunk",
                "keep",
                "failed",
                "snapshot",
                "unstarted",
                "resources",
                "root",
                "lazy",
                "recycled",
                "replay",
                "traceparent");
        allow(
                Role.OPEN,
                "kind",
                "shape",
                "nested",
                "name",
                "start",
                "end",
                "content",
                "key",
                "snapshot",
                "resources",
                "root",
                "traceparent");
        allow(Role.CLOSE, "key", "end", "content", "failed", "snapshot", "scope", "recycled");
        allow(Role.FAIL, "key", "thrown", "end", "content", "snapshot", "scope");
        allow(Role.CANCEL, "key", "end", "content", "snapshot");
        allow(Role.CHUNK, "key", "from", "chunk", "keep", "scope");
        allow(Role.ELEMENTS, "key", "from", "chunk", "keep", "end", "content", "failed");
        allow(Role.BIND, "key", "to");
        allow(Role.SCOPE, "key");
        allow(Role.CARRY, "key");
        allow(Role.EXTEND, "key");
        allow(Role.TASK, "shape");
        allow(Role.PROPAGATE, "header");
        allow(Role.LAUNCH);
        allow(Role.RESUME);
        allow(Role.NOTE, "key", "keep", "end", "content", "snapshot");
        allow(Role.LEARN, "keep");
        REQUIRED.put(Role.SPAN, List.of());
        REQUIRED.put(Role.OPEN, List.of("kind", "key"));
        REQUIRED.put(Role.CLOSE, List.of("key", "operation"));
        REQUIRED.put(Role.FAIL, List.of("key", "operation", "thrown"));
        REQUIRED.put(Role.CANCEL, List.of("key", "operation"));
        REQUIRED.put(Role.CHUNK, List.of("key", "operation"));
        REQUIRED.put(Role.ELEMENTS, List.of("key", "operation"));
        REQUIRED.put(Role.BIND, List.of("key", "operation", "to"));
        REQUIRED.put(Role.SCOPE, List.of("key", "operation"));
        REQUIRED.put(Role.CARRY, List.of("key"));
        REQUIRED.put(Role.EXTEND, List.of("key", "operation"));
        REQUIRED.put(Role.TASK, List.of());
        REQUIRED.put(Role.PROPAGATE, List.of("header"));
        REQUIRED.put(Role.LAUNCH, List.of());
        REQUIRED.put(Role.RESUME, List.of());
        REQUIRED.put(Role.NOTE, List.of("key", "operation"));
        REQUIRED.put(Role.LEARN, List.of());
    }

    private static final Map<String, String> EXPECTED = Map.of(
            "kind", "the span's kind",
            "key", "a path, or several, to the object the span is bound to",
            "operation", "the operation of the span it acts on",
            "thrown", "a path to the failure",
            "to", "a path to the second key object",
            "header", "where the header goes");

    private RoleKeys() {}

    private static void allow(Role role, String... keys) {
        List<String> all = new ArrayList<>(ALL);
        all.addAll(List.of(keys));
        ALLOWED.put(role, List.copyOf(all));
    }

    /** Returns every key some rule may have. */
    static List<String> known() {
        List<String> known = new ArrayList<>(ALL);
        ALLOWED.values()
                .forEach(keys ->
                        keys.stream().filter(key -> !known.contains(key)).forEach(known::add));
        return known;
    }

    /** Notes unknown keys, keys without a meaning for the role, and missing ones. */
    static void check(Fields rule, Role role) {
        List<String> known = known();
        rule.only(known);
        String word = role.name().toLowerCase(Locale.ROOT);
        for (Json.Member member : rule.members()) {
            if (known.contains(member.name()) && !ALLOWED.get(role).contains(member.name())) {
                rule.problem(
                        member.name(),
                        "has no meaning for role " + word + "; it may have " + String.join(", ", ALLOWED.get(role)));
            }
        }
        for (String key : REQUIRED.get(role)) {
            if (!rule.has(key)) {
                rule.missing(key, EXPECTED.get(key) + ": role " + word + " needs it");
            }
        }
    }
}
