// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import io.agentprofiler.rules.path.Path;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rule: which method is an operation, of which kind, what to read from it, and when it ends.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * @param file name of the rule file without suffix, for example {@code acme} of {@code acme.json}
 * @param id unique in its file; {@code file/id} names the rule in traces and logs
 * @param kind the span's kind; {@code null} for roles that open no span
 * @param role what a call does
 * @param operation spans of one operation that nest directly are one logical call; roles other than span and open name
 *     here the operation of the span they act on
 * @param match the methods
 * @param shape when the span ends
 * @param nested which of directly nested spans of the operation survives
 * @param key paths to the objects a span is bound to (open, carry: all of them) or found by (other roles: the first
 *     that is bound wins, {@link Path#CURRENT} for the current span of the operation); empty for plain spans
 * @param to {@link Role#BIND} only: path to the second key object
 * @param thrown {@link Role#FAIL} only: path to the failure
 * @param traceparent path to a W3C {@code traceparent} header: where the call starts a workflow, that is part of the
 *     caller's trace; {@code null} for none
 * @param name the span's name, a text template
 * @param start attributes read when the span starts, in file order
 * @param end attributes read when it ends, in file order
 * @param content payload attributes, subject to the content policy, in file order; those that read {@code return} or
 *     {@code thrown} are read at the end, the others at the start
 * @param chunk {@link Role#CHUNK} and streamed shapes: what a chunk is, or {@code null}
 * @param keep {@link Role#CHUNK} and streamed shapes: what is kept of the elements for the end, by name; {@link Role#NOTE}:
 *     what is kept of the call
 * @param unless conditions under which a call is left alone, evaluated on the application's thread
 * @param failed when a normally returned call counts as failed, and how failures are described, or {@code null}
 * @param snapshot argument numbers that are mutable collections and are copied on the application's thread first
 * @param unstarted result types that are operations not started yet (a token stream): the span is bound to the result
 *     and stays open until the work started from it is done
 * @param resources whether CPU time and allocated bytes are measured (costs about a microsecond a span)
 * @param root whether a call outside any span starts a workflow; {@code false} for work that means nothing by itself
 * @param lazy whether a call is a span only if an operation begins below it; otherwise it leaves nothing
 * @param recycled whether the call's objects are used again for other calls: what is read of them is read on the
 *     application's thread, at once, and that includes methods that paths call
 * @param scope for roles close, fail and chunk, {@code true} (the default) when the call runs under the span's parent
 * @param replay how a recorded call answers one that is equal to it; {@code null} for methods that always run
 * @param versions where the rule is expected to resolve
 */
public record Rule(
        String file,
        String id,
        SpanKind kind,
        Role role,
        String operation,
        Match match,
        Shape shape,
        Nesting nested,
        List<Path> key,
        Path to,
        Path thrown,
        Path traceparent,
        Value name,
        Map<String, Value> start,
        Map<String, Value> end,
        Map<String, Value> content,
        Chunk chunk,
        Map<String, Keep> keep,
        List<Unless> unless,
        Failed failed,
        Set<Integer> snapshot,
        List<String> unstarted,
        boolean resources,
        boolean root,
        boolean lazy,
        boolean recycled,
        boolean scope,
        Replay replay,
        Versions versions) {

    public Rule {
        key = List.copyOf(key);
        start = inOrder(start);
        end = inOrder(end);
        content = inOrder(content);
        keep = inOrder(keep);
        unless = List.copyOf(unless);
        snapshot = Set.copyOf(snapshot);
        unstarted = List.copyOf(unstarted);
    }

    private static <V> Map<String, V> inOrder(Map<String, V> named) {
        return named.isEmpty() ? Collections.emptyMap() : Collections.unmodifiableMap(new LinkedHashMap<>(named));
    }

    /**
     * What a chunk is.
     *
     * @param kinds at least one; an element is a chunk of the first that means it
     * @param done {@link Role#ELEMENTS} only: where the method hands out one chunk a call, what says of its result that it is
     *     none any more: the first of these paths that leads to anything but false and null; empty elsewhere
     */
    public record Chunk(List<ChunkKind> kinds, List<Path> done) {
        /** The type of elements that are no chunks: those that only pass through, and are counted further in. */
        public static final String NONE = "none";

        public Chunk {
            kinds = List.copyOf(kinds);
            done = List.copyOf(done);
        }

        /** Chunks that are all of one type. */
        public Chunk(String type, Path chars) {
            this(List.of(new ChunkKind(type, null, null, chars)), List.of());
        }

        /**
         * Which elements are chunks of one type.
         *
         * @param type {@code text}, {@code thinking}, {@code tool_call} or {@code item}; {@link #NONE} where elements are none
         * @param when path to what is neither absent nor false in the elements that are meant, {@code null} for all
         * @param unless path to what is absent or false in the elements that are meant, {@code null} for all
         * @param chars path to the text whose length is counted, or {@code null}
         */
        public record ChunkKind(String type, Path when, Path unless, Path chars) {}
    }

    /**
     * What is kept of a span's elements, so that it can be read when the span has ended.
     *
     * @param path what is kept of an element; nothing where it leads to nothing
     * @param which which of them
     * @param most how many, where all are
     */
    public record Keep(Path path, Which which, int most) {
        /** How many are kept of {@link Which#ALL} where the rule does not say. */
        public static final int MOST = 1 << 14;

        /** Which of the objects that are found are kept. */
        public enum Which {
            /** The last. */
            LAST,
            /** The first. */
            FIRST,
            /** All, in order; where the path has an {@code []}, each of the objects it reads by itself. */
            ALL
        }
    }

    /**
     * A call is left alone when the path's value, as a string, equals one of {@code values}; without values, when the path
     * leads to nothing, or to false; without a path, when it is a step of an open span of one of the kinds {@code under}.
     *
     * @param path what is compared, {@code null} where {@code under} counts
     * @param values the strings it is compared with; empty: the path's value must be there
     * @param under kinds of spans; empty where the path counts
     */
    public record Unless(Path path, Set<String> values, Set<SpanKind> under) {
        public Unless {
            values = Set.copyOf(values);
            under = Set.copyOf(under);
        }

        /** A condition on the path's value. */
        public Unless(Path path, Set<String> values) {
            this(path, values, Set.of());
        }
    }

    /**
     * When a normally returned call counts as failed, and how a failure is described.
     *
     * @param when path to a truthy value ({@code true}, or anything but false and null)
     * @param atLeast the number from which on the path's value counts as a failure, or {@code null}: any truthy value does
     * @param type value of {@code error.type}, or {@code null}
     * @param message the error's message, or {@code null}
     */
    public record Failed(Path when, Long atLeast, Value type, Value message) {
        /** Answers whether {@code value}, read at {@link #when}, says that the call failed. */
        public boolean says(Object value) {
            if (atLeast != null) {
                return value instanceof Number number && number.doubleValue() >= atLeast;
            }
            return value != null && !Boolean.FALSE.equals(value);
        }
    }

    /**
     * Where a rule is expected to resolve; used by the linter, not by the agent.
     *
     * @param since first framework version that has the method, or {@code null}
     * @param until last framework version that has it, or {@code null}
     * @param optional whether the framework part may be absent altogether
     */
    public record Versions(String since, String until, boolean optional) {
        /** Returns {@code since X until Y}, without what is not declared; empty when neither is. */
        public String range() {
            String from = since == null ? "" : "since " + since;
            String to = until == null ? "" : "until " + until;
            return (from + " " + to).strip();
        }
    }

    /** Returns {@code file/id}, the rule's name in traces and logs. */
    public String qualifiedId() {
        return file + "/" + id;
    }

    /** A rule, filled by name. One thread. */
    public static final class RuleDraft {
        public String file;
        public String id;
        public SpanKind kind;
        public Role role = Role.SPAN;
        public String operation;
        public Match match;
        public Shape shape = Shape.CALL;
        public Nesting nested = Nesting.ALL;
        public List<Path> key = List.of();
        public Path to;
        public Path thrown;
        public Path traceparent;
        public Value name;
        public Map<String, Value> start = Map.of();
        public Map<String, Value> end = Map.of();
        public Map<String, Value> content = Map.of();
        public Chunk chunk;
        public Map<String, Keep> keep = Map.of();
        public List<Unless> unless = List.of();
        public Failed failed;
        public Set<Integer> snapshot = Set.of();
        public List<String> unstarted = List.of();
        public boolean resources;
        public boolean root = true;
        public boolean lazy;
        public boolean recycled;
        public boolean scope = true;
        public Replay replay;
        public Versions versions = new Versions(null, null, false);

        /** Returns what was filled in. */
        public Rule build() {
            return new Rule(
                    file,
                    id,
                    kind,
                    role,
                    operation,
                    match,
                    shape,
                    nested,
                    key,
                    to,
                    thrown,
                    traceparent,
                    name,
                    start,
                    end,
                    content,
                    chunk,
                    keep,
                    unless,
                    failed,
                    snapshot,
                    unstarted,
                    resources,
                    root,
                    lazy,
                    recycled,
                    scope,
                    replay,
                    versions);
        }
    }
}
