// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Rules as the weaver sees them: a match, and what is read. */
public final class TestRules {
    private TestRules() {}

    public static Rule rule(Match.By by, String type, String... signatures) {
        return rule(by, type, List.of(), Roots.NONE, Shape.CALL, signatures);
    }

    /** A rule whose spans are of a kind. */
    public static Rule rule(SpanKind kind, Match.By by, String type, String... signatures) {
        return rule(kind, Role.SPAN, by, type, List.of(), Roots.NONE, Shape.CALL, null, signatures);
    }

    /** A rule that reads its first argument, and may be answered. */
    public static Rule replayed(Match.By by, String type, String... signatures) {
        Replay replay = new Replay(List.of("read"), Map.of(), Map.of(), new Replay.Recorded("result"), null);
        Roots first = new Roots(true, Set.of(0), false, false, Set.of());
        return rule(Role.SPAN, by, type, List.of(), first, Shape.CALL, replay, signatures);
    }

    /** A rule whose argument of a number brings the elements of a span. */
    public static Rule given(int argument, String type, String signature) {
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = "test";
        rule.id = "given";
        rule.role = Role.CHUNK;
        rule.operation = "given";
        rule.from = argument;
        rule.match = new Match(Match.By.CLASS, type, List.of(), List.of(signature(signature)));
        return rule.build();
    }

    public static Rule rule(Role role, Match.By by, String type, String... signatures) {
        return rule(role, by, type, List.of(), Roots.NONE, Shape.CALL, signatures);
    }

    public static Rule rule(
            Match.By by, String type, List<String> except, Roots reads, Shape shape, String... signatures) {
        return rule(Role.SPAN, by, type, except, reads, shape, signatures);
    }

    private static Rule rule(
            Role role, Match.By by, String type, List<String> except, Roots reads, Shape shape, String... signatures) {
        return rule(role, by, type, except, reads, shape, null, signatures);
    }

    private static Rule rule(
            Role role,
            Match.By by,
            String type,
            List<String> except,
            Roots reads,
            Shape shape,
            Replay replay,
            String... signatures) {
        return rule(SpanKind.FUNCTION, role, by, type, except, reads, shape, replay, signatures);
    }

    private static Rule rule(
            SpanKind kind,
            Role role,
            Match.By by,
            String type,
            List<String> except,
            Roots reads,
            Shape shape,
            Replay replay,
            String... signatures) {
        List<MethodSignature> methods =
                Arrays.stream(signatures).map(TestRules::signature).toList();
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = "test";
        rule.id = "rule";
        rule.kind = kind;
        rule.role = role;
        rule.operation = "rule";
        rule.match = new Match(by, type, except, methods);
        rule.shape = shape;
        rule.start = Map.of("read", new Reading(reads));
        rule.replay = replay;
        return rule.build();
    }

    /** Reads {@code name(types):type}, with {@code ..} and {@code *} as in rule files. */
    public static MethodSignature signature(String text) {
        int open = text.indexOf('(');
        int close = text.indexOf(')');
        if (open < 0) {
            return new MethodSignature(text, null, null);
        }
        String inner = text.substring(open + 1, close);
        List<String> parameters = inner.equals("..") ? null : inner.isEmpty() ? List.of() : List.of(inner.split(","));
        String returns = close + 1 == text.length() ? null : text.substring(close + 2);
        return new MethodSignature(text.substring(0, open), parameters, "*".equals(returns) ? null : returns);
    }

    private record Reading(Roots roots) implements Value {
        @Override
        public Object evaluate(PathRoots call, Function<String, Object> attributes) {
            return null;
        }
    }
}
