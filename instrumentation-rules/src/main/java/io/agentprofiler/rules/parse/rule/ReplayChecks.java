// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Checks that what a rule says of replay can be known of a call, and is of calls that may be answered. */
final class ReplayChecks {
    /** What these say is the models', which are replayed where they are asked. */
    private static final Set<SpanKind> NEVER =
            Set.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.AGENT, SpanKind.WORKFLOW);

    private static final Set<Shape> ANSWERED =
            Set.of(Shape.CALL, Shape.AUTO, Shape.FUTURE, Shape.PUBLISHER, Shape.LAMBDA);

    private final Rule rule;
    private final Fields fields;

    private ReplayChecks(Rule rule, Fields fields) {
        this.rule = rule;
        this.fields = fields;
    }

    /** Notes what is wrong with it. The rule has no other problems. */
    static void check(Rule rule, Fields fields) {
        if (rule.replay() != null) {
            new ReplayChecks(rule, fields).run(rule.replay());
        }
    }

    private void run(Replay replay) {
        if (NEVER.contains(rule.kind())) {
            problem("has no meaning for kind " + rule.kind().word() + ": such calls are never answered");
        }
        if (replay.never() != null) {
            return;
        }
        if (!ANSWERED.contains(rule.shape())) {
            problem("has no meaning for shape " + word(rule.shape()) + ": results that come in parts are not answered");
        }
        if (rule.lazy() || rule.recycled()) {
            problem("has no meaning with lazy or recycled");
        }
        replay.by().forEach(name -> isReadAtTheStart(name, "by"));
        replay.except().keySet().forEach(name -> isReadAtTheStart(name, "except"));
        replay.when().keySet().forEach(name -> isWritten(name, "when"));
        if (replay.result() != null) {
            result(replay.result());
        }
        boolean nothing = !rule.match().methods().isEmpty()
                && rule.match().methods().stream().map(MethodSignature::returns).allMatch("void"::equals);
        if (nothing && replay.result() != null) {
            problem("has a result, but the method returns void");
        }
        boolean later = rule.shape() == Shape.FUTURE || rule.shape() == Shape.PUBLISHER || rule.shape() == Shape.LAMBDA;
        if (replay.result() == null
                && !later
                && rule.match().methods().stream()
                        .map(MethodSignature::returns)
                        .anyMatch(type -> !"void".equals(type))) {
            problem("has no result, but the method returns something");
        }
    }

    private void isReadAtTheStart(String name, String key) {
        Value value = rule.start().containsKey(name)
                ? rule.start().get(name)
                : rule.content().get(name);
        if (value == null) {
            Set<String> known = new TreeSet<>(rule.start().keySet());
            known.addAll(rule.content().keySet());
            problem(key + ": '" + name + "' is no attribute of this rule's start or content"
                    + Nearest.hint(name, known));
            return;
        }
        Roots roots = value.roots();
        if (roots.result() || roots.thrown() || !roots.kept().isEmpty()) {
            problem(key + ": '" + name + "' is not known before the method runs");
        }
    }

    private void isWritten(String name, String key) {
        Set<String> known = new TreeSet<>(rule.start().keySet());
        known.addAll(rule.end().keySet());
        known.addAll(rule.content().keySet());
        if (!known.contains(name)) {
            problem(key + ": '" + name + "' is no attribute of this rule" + Nearest.hint(name, known));
        }
    }

    private void result(Replay.Made made) {
        if (made instanceof Replay.Recorded recorded) {
            isWritten(recorded.name(), "result");
        } else if (made instanceof Replay.Written written) {
            isWritten(written.name(), "result");
        } else if (made instanceof Replay.OfClass value) {
            isWritten(value.name(), "result");
            isWritten(value.type(), "result");
        } else if (made instanceof Replay.EachElement elements) {
            isWritten(elements.name(), "result");
        } else if (made instanceof Replay.MapOf map) {
            isWritten(map.name(), "result");
        } else if (made instanceof Replay.Called called) {
            called.of().forEach(this::result);
            called.with().forEach(setting -> result(setting.argument()));
        }
    }

    private static String word(Shape shape) {
        return shape.name().toLowerCase(Locale.ROOT);
    }

    private void problem(String text) {
        fields.problem("replay", text);
    }
}
