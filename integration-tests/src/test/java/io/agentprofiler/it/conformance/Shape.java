// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The framework-independent part of a trace as text: one line per span, with children indented below.
 *
 * <p>The projection of a span tree is this:
 * <ol>
 * <li><b>Kept</b> are the kinds {@code llm}, {@code tool}, {@code retrieval}, {@code embedding} and {@code memory}, and
 * {@code http} directly below a model request, where it is an attempt. Of a kept kind directly below itself only the outer
 * one stays ({@code retrieval}, {@code memory}): frameworks have them in several layers.
 * <li><b>Contracted</b> is every other kind ({@code agent}, {@code workflow}, {@code function}, {@code prompt}, ...): its
 * children move up to its parent, in order of their start. A root of such a kind is the line {@code workflow}, so a lost
 * parent shows as one more root.
 * <li><b>Memory.</b> How often a framework looks into its memory between two model requests is its own affair. Left is one
 * line before the first request, if memory was touched by then, and one at the end, if it was touched after the last
 * request.
 * <li><b>Tools</b> between two requests stand in order of their names; {@code &} marks one whose time overlaps with that of
 * another. All other siblings stand in order of their start.
 * <li><b>Lines</b> are the kind, then: of a model request the model and the tokens, unknown ones left out, and
 * {@code streamed} for the last request of a workflow if it has chunks (whether pieces of tool calls are chunks depends on
 * the framework); of a tool its name; and a status other than ok. Types of errors are the framework's.
 * </ol>
 */
final class Shape {
    private static final String INDENT = "  ";

    /** A kept span. */
    private record Node(SpanNode span, List<Node> children) {
        boolean is(String kind) {
            return span.kind().equals(kind);
        }
    }

    private final StringBuilder text = new StringBuilder();

    private Shape() {}

    /** Returns the shape of all workflows of a run, in order of their start. */
    static String of(SpanTree tree) {
        Shape shape = new Shape();
        for (SpanNode root : tree.roots()) {
            Node node = new Node(root, kept(root, isKept(root, "") ? root.kind() : ""));
            if (isKept(root, "")) {
                shape.append(node, 0, false);
            } else {
                shape.line(0, "workflow" + status(root));
                shape.workflow(node.children);
            }
        }
        return shape.text.toString();
    }

    private static List<Node> kept(SpanNode span, String below) {
        List<Node> nodes = new ArrayList<>();
        for (SpanNode child : span.children()) {
            if (isKept(child, below)) {
                nodes.add(new Node(child, kept(child, child.kind())));
            } else {
                nodes.addAll(kept(child, below));
            }
        }
        nodes.sort(Comparator.comparingLong(node -> node.span.start()));
        return nodes;
    }

    /** Answers whether a span below a kept one of kind {@code below} is kept. */
    private static boolean isKept(SpanNode span, String below) {
        return switch (span.kind()) {
            case "llm", "tool", "embedding" -> true;
            case "retrieval", "memory" -> !below.equals(span.kind());
            case "http" -> below.equals("llm");
            default -> false;
        };
    }

    private void workflow(List<Node> children) {
        List<Node> nodes = withoutMemoryBetween(children);
        Node last = null;
        for (Node node : nodes) {
            last = node.is("llm") ? node : last;
        }
        for (int at = 0; at < nodes.size(); at++) {
            Node node = nodes.get(at);
            if (!node.is("tool")) {
                append(node, 1, node == last);
                continue;
            }
            int end = at + 1;
            while (end < nodes.size() && nodes.get(end).is("tool")) {
                end++;
            }
            tools(nodes.subList(at, end));
            at = end - 1;
        }
    }

    private static List<Node> withoutMemoryBetween(List<Node> children) {
        List<Node> rest = new ArrayList<>();
        List<Node> before = new ArrayList<>();
        List<Node> after = new ArrayList<>();
        boolean asked = false;
        for (Node node : children) {
            if (node.is("memory")) {
                (asked ? after : before).add(node);
            } else {
                rest.add(node);
            }
            if (node.is("llm")) {
                asked = true;
                after.clear();
            }
        }
        if (!before.isEmpty()) {
            rest.add(0, before.get(0));
        }
        if (!after.isEmpty()) {
            rest.add(after.get(after.size() - 1));
        }
        return rest;
    }

    private void tools(List<Node> tools) {
        List<Node> byName = new ArrayList<>(tools);
        byName.sort(Comparator.comparing(node -> lastWord(node.span)));
        for (Node tool : byName) {
            boolean overlaps = tools.stream()
                    .anyMatch(other -> other != tool
                            && other.span.start() < tool.span.end()
                            && tool.span.start() < other.span.end());
            line(1, (overlaps ? "& " : "") + words(tool, false));
            tool.children.forEach(child -> append(child, 2, false));
        }
    }

    private void append(Node node, int depth, boolean last) {
        line(depth, words(node, last));
        node.children.forEach(child -> append(child, depth + 1, false));
    }

    private static String words(Node node, boolean last) {
        SpanNode span = node.span;
        return switch (span.kind()) {
            case "llm" ->
                "llm " + lastWord(span) + tokens(span) + (last && span.chunks() > 0 ? " streamed" : "") + status(span);
            case "tool" -> "tool " + lastWord(span) + status(span);
            default -> span.kind() + status(span);
        };
    }

    private static String tokens(SpanNode span) {
        return Conversation.tokens(
                span.inputTokens(), span.outputTokens(), span.cachedTokens(), span.reasoningTokens());
    }

    /** The last word of a name is what it is about: {@code chat gpt-4o-mini}, {@code execute_tool flights}. */
    private static String lastWord(SpanNode span) {
        return span.name().substring(span.name().lastIndexOf(' ') + 1);
    }

    private static String status(SpanNode span) {
        return span.status().equals("ok") ? "" : " !" + span.status();
    }

    private void line(int depth, String words) {
        text.append(INDENT.repeat(depth)).append(words).append('\n');
    }
}
