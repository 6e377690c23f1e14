// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import io.agentprofiler.rules.path.Path;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param header {@link Role#PROPAGATE} only: where the header of a request goes; {@code null} elsewhere
 * @param name the span's name, a text template
 * @param start attributes read when the span starts, in file order
 * @param end attributes read when it ends, in file order
 * @param content payload attributes, subject to the content policy, in file order; those that read {@code return} or
 *     {@code thrown} are read at the end, the others at the start
 * @param chunk {@link Role#CHUNK} and streamed shapes: what a chunk is, or {@code null}
 * @param from {@link Role#CHUNK} and {@link Role#ELEMENTS}: number of the argument whose elements are meant, which is replaced by one
 *     that tells of them; -1 where the call itself, or its result, is meant
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
        Header header,
        Value name,
        Map<String, Value> start,
        Map<String, Value> end,
        Map<String, Value> content,
        Chunk chunk,
        int from,
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
            this(List.of(new ChunkKind(type, null, Set.of(), null, chars)), List.of());
        }

        /**
         * Which elements are chunks of one type.
         *
         * @param type {@code text}, {@code thinking}, {@code tool_call} or {@code item}; {@link #NONE} where elements are none
         * @param when path to what is neither absent nor false in the elements that are meant, {@code null} for all
         * @param in the texts of which one is at {@code when} in the elements that are meant; empty for any
         * @param unless path to what is absent or false in the elements that are meant, {@code null} for all
         * @param chars path to the text whose length is counted, or {@code null}
         */
        public record ChunkKind(String type, Path when, Set<String> in, Path unless, Path chars) {
            public ChunkKind {
                in = Set.copyOf(in);
            }
        }
    }

    /**
     * What is kept of a span's elements, so that it can be read when the span has ended.
     *
     * @param path what is kept of an element; nothing where it leads to nothing
     * @param which which of them
     * @param most how many, where all are
     * @param bytes where the bytes are that are kept; {@code null} for other objects
     */
    public record Keep(Path path, Which which, int most, Bytes bytes) {
        /** How many are kept of {@link Which#ALL} where the rule does not say. */
        public static final int MOST = 1 << 14;

        /** Which of the objects that are found are kept. */
        public enum Which {
            /** The last. */
            LAST,
            /** The first. */
            FIRST,
            /** All, in order; where the path has an {@code []}, each of the objects it reads by itself. */
            ALL,
            /** All bytes, in order, from the beginning and from the end as many as are kept at most. */
            BYTES
        }

        /** Creates what is kept of objects. */
        public Keep(Path path, Which which, int most) {
            this(path, which, most, null);
        }

        /** Creates what is kept of bytes. */
        public Keep(Bytes bytes) {
            this(bytes.pieces().get(0).of(), Which.BYTES, 1, bytes);
        }

        /** Returns all paths that are read. */
        public List<Path> paths() {
            return bytes == null ? List.of(path) : bytes.paths();
        }
    }

    /**
     * Bytes that a call was given, or brought.
     *
     * @param pieces where they are, one after the other
     * @param count path to how many of them there are: the first where the only piece has a beginning and no end, else the last;
     *     {@code null} for all
     */
    public record Bytes(List<Piece> pieces, Path count) {
        public Bytes {
            pieces = List.copyOf(pieces);
        }

        /**
         * A piece of them.
         *
         * @param of path to an array, a buffer, a list of buffers, or a single byte as a number; a negative number is none
         * @param from path to the index where they begin in an array; {@code null} for its beginning
         * @param to path to the index where they end in an array; {@code null} for its end
         */
        public record Piece(Path of, Path from, Path to) {}

        /** Returns all paths that are read. */
        public List<Path> paths() {
            List<Path> paths = new ArrayList<>();
            for (Piece piece : pieces) {
                paths.add(piece.of());
                paths.add(piece.from());
                paths.add(piece.to());
            }
            paths.add(count);
            paths.removeIf(Objects::isNull);
            return paths;
        }
    }

    /**
     * A call is left alone when the path's value, as a string, equals one of {@code values}; without values, when the path
     * leads to nothing, or to false; with {@code others}, when it does not equal one; without a path, when it is a step of an open span of one of the kinds {@code under}, or with {@code others} when it is none.
     *
     * @param path what is compared, {@code null} where {@code under} counts
     * @param values the strings it is compared with, in which {@code *} stands for any text; empty: the path's value must be there
     * @param others whether the values, or the kinds, are those of calls that are not left alone
     * @param under kinds of spans; empty where the path counts
     */
    public record Unless(Path path, Set<String> values, boolean others, Set<SpanKind> under) {
        public Unless {
            values = Set.copyOf(values);
            under = Set.copyOf(under);
        }

        /** A condition on the path's value. */
        public Unless(Path path, Set<String> values) {
            this(path, values, false, Set.of());
        }

        /** Returns those of the values that stand for several texts, in order. Not by a stream, whose classes every start would load. */
        public List<String> patterns() {
            List<String> patterns = new ArrayList<>();
            for (String value : values) {
                if (value.indexOf('*') >= 0) {
                    patterns.add(value);
                }
            }
            if (patterns.size() > 1) {
                Collections.sort(patterns);
            }
            return List.copyOf(patterns);
        }

        /**
         * Answers whether a text is one that a pattern stands for, in upper or lower case.
         *
         * @param pattern a text in which {@code *} stands for any text
         */
        public static boolean fits(String pattern, String text) {
            return fits(pattern, 0, text, 0);
        }

        private static boolean fits(String pattern, int from, String text, int start) {
            int at = start;
            for (int i = from; i < pattern.length(); i++, at++) {
                if (pattern.charAt(i) == '*') {
                    for (int rest = at; rest <= text.length(); rest++) {
                        if (fits(pattern, i + 1, text, rest)) {
                            return true;
                        }
                    }
                    return false;
                }
                if (at == text.length() || lower(pattern.charAt(i)) != lower(text.charAt(at))) {
                    return false;
                }
            }
            return at == text.length();
        }

        private static char lower(char c) {
            return Character.toLowerCase(c);
        }
    }

    /**
     * When a normally returned call counts as failed, and how a failure is described.
     *
     * @param when path to a truthy value ({@code true}, or anything but false and null)
     * @param atLeast the number from which on the path's value counts as a failure, or {@code null}: any truthy value does
     * @param in the texts of which one says that the call failed; empty: any truthy value does
     * @param type value of {@code error.type}, or {@code null}
     * @param message the error's message, or {@code null}
     */
    public record Failed(Path when, Long atLeast, Set<String> in, Value type, Value message) {
        public Failed {
            in = Set.copyOf(in);
        }

        /** Answers whether {@code value}, read at {@link #when}, says that the call failed. */
        public boolean says(Object value) {
            if (atLeast != null) {
                return value instanceof Number number && number.doubleValue() >= atLeast;
            }
            if (!in.isEmpty()) {
                return isOneOf(value, in);
            }
            return value != null && !Boolean.FALSE.equals(value);
        }
    }

    /**
     * Where the header {@code traceparent} of a request goes. Nothing is called of objects of other classes than those named.
     *
     * @param host where the request goes, a name or an address
     * @param present path to the header where the application has set one, or to the names of all headers
     * @param into path to what is given the header; where that is an argument as it is and the last call returns an object, that
     *     object takes the argument's place
     * @param types the exact classes of what it may lead to
     * @param calls what is called, each on the result of the one before; empty where there is an entry
     * @param entry the component of a record, a map, in which a copy of the record has the header as an entry; {@code null} where
     *     methods are called
     */
    public record Header(
            Value host, Path present, Path into, List<String> types, List<HeaderCall> calls, String entry) {
        public Header {
            types = List.copyOf(types);
            calls = List.copyOf(calls);
        }

        /** Returns the number of the argument that is given the header; -1 where something else is. */
        int replacedArgument() {
            String path = into.toString();
            return path.matches("arg[0-7]") ? path.charAt(3) - '0' : -1;
        }

        /**
         * A public method: one without parameters, or one that takes the header's name and its value.
         *
         * @param type the class of a static method, which takes the object itself; {@code null} for others
         * @param method its name and parameters
         */
        public record HeaderCall(String type, MethodSignature method) {}
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

    /**
     * Answers whether {@code value} is one of {@code texts}: itself a text, or a constant of this name, or a number or boolean that
     * prints so. Of any other object nothing is asked.
     */
    public static boolean isOneOf(Object value, Set<String> texts) {
        if (value instanceof String) {
            return texts.contains(value);
        }
        if (value instanceof Enum<?> constant) {
            return texts.contains(constant.name());
        }
        return (value instanceof Number || value instanceof Boolean) && texts.contains(value.toString());
    }

    /** Returns the number of the argument that another object may replace before the method runs; -1 where none may. */
    public int replacedArgument() {
        return header == null ? from : header.replacedArgument();
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
        public Header header;
        public Value name;
        public Map<String, Value> start = Map.of();
        public Map<String, Value> end = Map.of();
        public Map<String, Value> content = Map.of();
        public Chunk chunk;
        public int from = -1;
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
                    header,
                    name,
                    start,
                    end,
                    content,
                    chunk,
                    from,
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
