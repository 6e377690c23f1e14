// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;

/**
 * All spans of a run as trees, compared as text:
 * <pre> agent Assistant.chat llm chat gpt-4o-mini in=10 out=5 | tool flights | tool hotels !error
 * java.lang.IllegalStateException </pre>
 * A line has kind and name, followed by tokens, chunks, a status other than ok, and the error's type, if there are any.
 * Siblings are in order of their start; neighbours marked {@code |} may have started in any order.
 */
public final class SpanTree {
    private static final String UNORDERED = "| ";

    private final List<SpanNode> roots;
    private final List<SpanNode> all;

    private SpanTree(List<SpanNode> roots, List<SpanNode> all) {
        this.roots = roots;
        this.all = all;
    }

    /** Links spans to trees by their parents' ids; a span whose parent is missing fails the test. */
    public static SpanTree of(Collection<SpanNode> spans) {
        Map<String, SpanNode> byId = new HashMap<>();
        for (SpanNode span : spans) {
            if (byId.put(span.id, span) != null) {
                throw new AssertionError("two spans have the id " + span.id);
            }
        }
        List<SpanNode> ordered = new ArrayList<>(spans);
        ordered.sort(Comparator.comparingLong(span -> span.start));
        List<SpanNode> roots = new ArrayList<>();
        for (SpanNode span : ordered) {
            if (span.parentId == null || (span.remoteParent && !byId.containsKey(span.parentId))) {
                roots.add(span);
                continue;
            }
            SpanNode parent = byId.get(span.parentId);
            if (parent == null) {
                throw new AssertionError("no span has the id " + span.parentId + ", the parent of " + span.line());
            }
            if (!parent.traceId.equals(span.traceId)) {
                throw new AssertionError(span.line() + " is in another trace than its parent " + parent.line());
            }
            parent.children.add(span);
        }
        return new SpanTree(roots, ordered);
    }

    /** Returns how many roots a tree has that is written as text. */
    public static int roots(String text) {
        return Line.parse(text).size();
    }

    /** Returns the roots in order of their start. */
    public List<SpanNode> roots() {
        return roots;
    }

    /** Returns all spans in order of their start. */
    public List<SpanNode> spans() {
        return all;
    }

    /** Returns the spans of one kind. */
    public List<SpanNode> spans(String kind) {
        return all.stream().filter(span -> span.kind.equals(kind)).toList();
    }

    /** Fails unless the whole tree is {@code expected}; {@code what} says in the failure where the tree is from. */
    public SpanTree assertEquals(String what, String expected) {
        List<Line> wanted = Line.parse(expected);
        Line actual = new Line("", false);
        roots.forEach(root -> actual.children.add(Line.of(root)));
        Line expectedRoot = new Line("", false);
        expectedRoot.children.addAll(wanted);
        String actualText = render(actual, expectedRoot);
        String expectedText = render(expectedRoot, expectedRoot);
        Assertions.assertThat(actualText).as(what).isEqualTo(expectedText);
        return this;
    }

    /** Returns the tree as text, siblings in order of their start. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (SpanNode root : roots) {
            Line.of(root).append(text, 0);
        }
        return text.toString();
    }

    private static String render(Line root, Line pattern) {
        StringBuilder text = new StringBuilder();
        for (Line line : root.sortedLike(pattern)) {
            line.append(text, 0);
        }
        return text.toString();
    }

    /** A line of a tree and the lines below it. */
    private static final class Line {
        final String text;
        final boolean unordered;
        final List<Line> children = new ArrayList<>();

        Line(String text, boolean unordered) {
            this.text = text;
            this.unordered = unordered;
        }

        static Line of(SpanNode span) {
            Line line = new Line(span.line(), false);
            span.children.forEach(child -> line.children.add(of(child)));
            return line;
        }

        static List<Line> parse(String text) {
            Line root = new Line("", false);
            List<Line> path = new ArrayList<>(List.of(root));
            for (String raw : text.lines().filter(line -> !line.isBlank()).toList()) {
                int indent = raw.length() - raw.stripLeading().length();
                String body = raw.strip();
                boolean unordered = body.startsWith(UNORDERED);
                Line line = new Line(unordered ? body.substring(UNORDERED.length()) : body, unordered);
                int depth = indent / 2 + 1;
                if (depth > path.size()) {
                    throw new IllegalArgumentException("indented too far: '" + raw + "'");
                }
                path.subList(depth, path.size()).clear();
                path.get(depth - 1).children.add(line);
                path.add(line);
            }
            return root.children;
        }

        /**
         * Returns the children with each group that {@code pattern} marks unordered brought into one order of its own,
         * whatever order it came in.
         */
        List<Line> sortedLike(Line pattern) {
            List<Line> sorted = new ArrayList<>();
            int at = 0;
            while (at < children.size()) {
                int end = at + 1;
                if (isUnordered(pattern, at)) {
                    while (end < children.size() && isUnordered(pattern, end)) {
                        end++;
                    }
                    sorted.addAll(anyOrder(children.subList(at, end), pattern.children.subList(at, end)));
                } else {
                    Line child = children.get(at);
                    Line copy = new Line(child.text, false);
                    Line like = at < pattern.children.size() ? pattern.children.get(at) : new Line("", false);
                    copy.children.addAll(child.sortedLike(like));
                    sorted.add(copy);
                }
                at = end;
            }
            return sorted;
        }

        private static boolean isUnordered(Line pattern, int index) {
            return index < pattern.children.size() && pattern.children.get(index).unordered;
        }

        /** Orders a group by text; each member takes the pattern of the same first line, if there is one. */
        private static List<Line> anyOrder(List<Line> group, List<Line> patterns) {
            return group.stream()
                    .map(member -> {
                        Line like = patterns.stream()
                                .filter(pattern -> pattern.text.equals(member.text))
                                .findFirst()
                                .orElse(new Line("", false));
                        Line copy = new Line(member.text, false);
                        copy.children.addAll(member.sortedLike(like));
                        return copy;
                    })
                    .sorted(Comparator.comparing(Line::wholeText))
                    .toList();
        }

        private String wholeText() {
            StringBuilder whole = new StringBuilder();
            append(whole, 0);
            return whole.toString();
        }

        void append(StringBuilder out, int depth) {
            out.append("  ".repeat(depth)).append(text).append('\n');
            Stream.of(children).flatMap(List::stream).forEach(child -> child.append(out, depth + 1));
        }
    }
}
