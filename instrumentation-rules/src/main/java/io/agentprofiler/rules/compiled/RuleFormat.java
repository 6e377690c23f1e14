// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The binary form of a rule. Fields are written and read in one order: what identifies the rule, which methods it matches, how a span
 * is bound, what is recorded at its start, chunks and end, how the span behaves, how a call is replayed, and the supported versions.
 */
final class RuleFormat {
    private static final SpanKind[] KINDS = SpanKind.values();
    private static final Role[] ROLES = Role.values();
    private static final Shape[] SHAPES = Shape.values();
    private static final Nesting[] NESTINGS = Nesting.values();
    private static final Match.By[] BY = Match.By.values();
    private static final Rule.Keep.Which[] WHICH = Rule.Keep.Which.values();

    private RuleFormat() {}

    static void write(Rule rule, Output out) {
        out.text(rule.file());
        out.text(rule.id());
        out.word(rule.kind());
        out.word(rule.role());
        out.text(rule.operation());
        write(rule.match(), out);
        out.word(rule.shape());
        out.word(rule.nested());
        out.paths(rule.key());
        out.path(rule.to());
        out.path(rule.thrown());
        out.path(rule.traceparent());
        write(rule.header(), out);
        ValueFormat.write(rule.name(), out);
        ValueFormat.writeAll(rule.start(), out);
        ValueFormat.writeAll(rule.end(), out);
        ValueFormat.writeAll(rule.content(), out);
        write(rule.chunk(), out);
        out.number(rule.from() + 1);
        out.map(rule.keep(), RuleFormat::write);
        out.list(rule.unless(), RuleFormat::write);
        write(rule.failed(), out);
        out.list(Output.sorted(rule.snapshot()), (number, to) -> to.number(number));
        out.texts(rule.unstarted());
        out.truth(rule.resources());
        out.truth(rule.root());
        out.truth(rule.lazy());
        out.truth(rule.recycled());
        out.truth(rule.scope());
        write(rule.replay(), out);
        out.text(rule.versions().since());
        out.text(rule.versions().until());
        out.truth(rule.versions().optional());
    }

    static Rule read(Input in) {
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = in.text();
        rule.id = in.text();
        rule.kind = in.word(KINDS);
        rule.role = in.word(ROLES);
        rule.operation = in.text();
        rule.match = match(in);
        rule.shape = in.word(SHAPES);
        rule.nested = in.word(NESTINGS);
        rule.key = in.paths();
        rule.to = in.path();
        rule.thrown = in.path();
        rule.traceparent = in.path();
        rule.header = header(in);
        rule.name = ValueFormat.read(in);
        rule.start = ValueFormat.readAll(in);
        rule.end = ValueFormat.readAll(in);
        rule.content = ValueFormat.readAll(in);
        rule.chunk = chunk(in);
        rule.from = in.number() - 1;
        rule.keep = keep(in);
        rule.unless = unless(in);
        rule.failed = failed(in);
        rule.snapshot = snapshot(in);
        rule.unstarted = in.texts();
        rule.resources = in.truth();
        rule.root = in.truth();
        rule.lazy = in.truth();
        rule.recycled = in.truth();
        rule.scope = in.truth();
        rule.replay = replay(in);
        rule.versions = new Rule.Versions(in.text(), in.text(), in.truth());
        return rule.build();
    }

    /** Takes down its size first, so that it can be skipped; 0 where a rule has none. */
    private static void write(Replay replay, Output out) {
        Output part = out.part();
        if (replay != null) {
            ReplayFormat.write(replay, part);
        }
        out.number(part.size());
        out.add(part);
    }

    private static Replay replay(Input in) {
        int size = in.number();
        if (size > 0 && in.hasReplay()) {
            return ReplayFormat.read(in);
        }
        in.at(in.position() + size);
        return null;
    }

    private static void write(Match match, Output out) {
        out.word(match.by());
        out.text(match.type());
        out.texts(match.except());
        out.list(match.methods(), RuleFormat::write);
    }

    private static Match match(Input in) {
        Match.By by = in.word(BY);
        String type = in.text();
        List<String> except = in.texts();
        int count = in.number();
        List<MethodSignature> methods = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            methods.add(method(in));
        }
        return new Match(by, type, except, methods);
    }

    static void write(MethodSignature method, Output out) {
        out.text(method.name());
        out.truth(method.parameters() != null);
        if (method.parameters() != null) {
            out.texts(method.parameters());
        }
        out.text(method.returns());
    }

    static MethodSignature method(Input in) {
        return new MethodSignature(in.text(), in.truth() ? in.texts() : null, in.text());
    }

    private static void write(Rule.Chunk chunk, Output out) {
        out.truth(chunk != null);
        if (chunk != null) {
            out.list(chunk.kinds(), (kind, to) -> {
                to.text(kind.type());
                to.path(kind.when());
                to.texts(Output.sorted(kind.in()));
                to.path(kind.unless());
                to.path(kind.chars());
            });
            out.paths(chunk.done());
        }
    }

    private static Rule.Chunk chunk(Input in) {
        if (!in.truth()) {
            return null;
        }
        int count = in.number();
        List<Rule.Chunk.ChunkKind> kinds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            kinds.add(new Rule.Chunk.ChunkKind(in.text(), in.path(), in.textSet(), in.path(), in.path()));
        }
        return new Rule.Chunk(kinds, in.paths());
    }

    private static void write(Rule.Keep keep, Output out) {
        out.path(keep.path());
        out.word(keep.which());
        out.number(keep.most());
        if (keep.which() == Rule.Keep.Which.BYTES) {
            out.list(keep.bytes().pieces(), (piece, to) -> {
                to.path(piece.of());
                to.path(piece.from());
                to.path(piece.to());
            });
            out.path(keep.bytes().count());
        }
    }

    private static Map<String, Rule.Keep> keep(Input in) {
        int count = in.number();
        if (count == 0) {
            return Map.of();
        }
        Map<String, Rule.Keep> keep = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            keep.put(name, kept(in));
        }
        return keep;
    }

    private static Rule.Keep kept(Input in) {
        Rule.Keep keep = new Rule.Keep(in.path(), in.word(WHICH), in.number());
        if (keep.which() != Rule.Keep.Which.BYTES) {
            return keep;
        }
        int count = in.number();
        List<Rule.Bytes.Piece> pieces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            pieces.add(new Rule.Bytes.Piece(in.path(), in.path(), in.path()));
        }
        return new Rule.Keep(new Rule.Bytes(pieces, in.path()));
    }

    private static void write(Rule.Unless unless, Output out) {
        out.path(unless.path());
        out.texts(Output.sorted(unless.values()));
        out.truth(unless.others());
        out.list(Output.sorted(unless.under()), (kind, to) -> to.word(kind));
    }

    private static List<Rule.Unless> unless(Input in) {
        int count = in.number();
        if (count == 0) {
            return List.of();
        }
        List<Rule.Unless> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new Rule.Unless(in.path(), in.textSet(), in.truth(), kinds(in)));
        }
        return all;
    }

    private static Set<SpanKind> kinds(Input in) {
        int count = in.number();
        if (count == 0) {
            return Set.of();
        }
        Set<SpanKind> kinds = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            kinds.add(in.word(KINDS));
        }
        return kinds;
    }

    private static void write(Rule.Failed failed, Output out) {
        out.truth(failed != null);
        if (failed != null) {
            out.path(failed.when());
            out.truth(failed.atLeast() != null);
            if (failed.atLeast() != null) {
                out.whole(failed.atLeast());
            }
            out.texts(Output.sorted(failed.in()));
            ValueFormat.write(failed.type(), out);
            ValueFormat.write(failed.message(), out);
        }
    }

    private static Rule.Failed failed(Input in) {
        return in.truth()
                ? new Rule.Failed(
                        in.path(),
                        in.truth() ? (Long) in.whole() : null,
                        in.textSet(),
                        ValueFormat.read(in),
                        ValueFormat.read(in))
                : null;
    }

    private static void write(Rule.Header header, Output out) {
        out.truth(header != null);
        if (header != null) {
            ValueFormat.write(header.host(), out);
            out.path(header.present());
            out.path(header.into());
            out.texts(header.types());
            out.list(header.calls(), (call, to) -> {
                to.text(call.type());
                write(call.method(), to);
            });
            out.text(header.entry());
        }
    }

    private static Rule.Header header(Input in) {
        if (!in.truth()) {
            return null;
        }
        Value host = ValueFormat.read(in);
        Path present = in.path();
        Path into = in.path();
        List<String> types = in.texts();
        int count = in.number();
        List<Rule.Header.HeaderCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            calls.add(new Rule.Header.HeaderCall(in.text(), method(in)));
        }
        return new Rule.Header(host, present, into, types, calls, in.text());
    }

    private static Set<Integer> snapshot(Input in) {
        int count = in.number();
        if (count == 0) {
            return Set.of();
        }
        Set<Integer> numbers = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            numbers.add(in.number());
        }
        return numbers;
    }
}
