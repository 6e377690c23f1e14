// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.formats.nat.NatSpan;
import io.agentprofiler.analyzer.formats.nat.NatSpans;
import io.agentprofiler.analyzer.formats.nat.Numbers;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** A call of the nested analyses: a model or tool call, a function or a span. */
final class NatNode {
    private static final Comparator<NatNode> BY_START =
            Comparator.comparingDouble(NatNode::start).thenComparingInt(node -> node.span.index());

    private static final int MAX_INDENT = 100;

    private final NatSpan span;
    private final String type;
    private final String name;
    private final List<NatNode> children = new ArrayList<>(2);
    private String key;
    private int depth;
    private double selfTime;
    private double subtreeTime;

    private NatNode(NatSpan span, String type) {
        this.span = span;
        this.type = type;
        this.key = span.uuid();
        String own = type.equals("FUNCTION")
                ? span.start().function().name()
                : span.start().subject().name();
        this.name = own == null || own.isEmpty() ? "unknown_" + type.toLowerCase(Locale.ROOT) : own;
    }

    /** Returns the nodes of a request, each before those below it. */
    static List<NatNode> of(NatSpans spans) {
        Map<NatSpan, NatNode> nodes = new HashMap<>();
        List<NatNode> inOrder = new ArrayList<>();
        for (NatSpan span : spans.all()) {
            String type = type(span);
            if (type != null) {
                NatNode node = new NatNode(span, type);
                nodes.put(span, node);
                inOrder.add(node);
            }
        }
        inOrder.sort(BY_START);
        List<NatNode> roots = new ArrayList<>();
        for (NatNode node : inOrder) {
            NatSpan above = node.span.parent();
            while (above != null && !nodes.containsKey(above)) {
                above = above.parent();
            }
            (above == null ? roots : nodes.get(above).children).add(node);
        }
        List<NatNode> preOrder = preOrder(roots, inOrder.size());
        for (int i = preOrder.size() - 1; i >= 0; i--) {
            preOrder.get(i).sum();
        }
        return preOrder;
    }

    private static String type(NatSpan span) {
        if (span.start() == null) {
            return null;
        }
        return switch (span.category()) {
            case "LLM" -> "LLM";
            case "TOOL" -> "TOOL";
            case "FUNCTION", "SPAN" -> "FUNCTION";
            default -> null;
        };
    }

    private static List<NatNode> preOrder(List<NatNode> roots, int size) {
        List<NatNode> order = new ArrayList<>(size);
        Deque<NatNode> todo = new ArrayDeque<>();
        for (int i = roots.size() - 1; i >= 0; i--) {
            todo.push(roots.get(i));
        }
        while (!todo.isEmpty()) {
            NatNode node = todo.pop();
            order.add(node);
            for (int i = node.children.size() - 1; i >= 0; i--) {
                node.children.get(i).depth = node.depth + 1;
                todo.push(node.children.get(i));
            }
        }
        return order;
    }

    /** Sums up the children, which are sorted by start and done. */
    private void sum() {
        double covered = 0;
        double until = start();
        double below = 0;
        for (NatNode child : children) {
            double from = Math.max(until, child.start());
            double to = Math.min(end(), child.end());
            if (to > from) {
                covered += to - from;
                until = to;
            }
            below += child.subtreeTime;
        }
        selfTime = Math.max(0, duration() - covered);
        subtreeTime = selfTime + below;
    }

    /** Gives the node another key than its UUID, which a node of another request has. */
    void rename(int request) {
        key = span.uuid() + "@" + request;
    }

    String key() {
        return key;
    }

    String type() {
        return type;
    }

    String name() {
        return name;
    }

    boolean isCall() {
        return !type.equals("FUNCTION");
    }

    double start() {
        return span.startSeconds();
    }

    double end() {
        return span.endSeconds();
    }

    double duration() {
        return span.seconds();
    }

    double subtreeTime() {
        return subtreeTime;
    }

    NatSpan span() {
        return span;
    }

    void write(JsonGenerator json, Timeline timeline) {
        json.writeStartObject();
        json.writeStringProperty("uuid", key);
        json.writeStringProperty("operation_type", type);
        json.writeStringProperty("operation_name", name);
        Numbers.write(json, "start_time", start());
        Numbers.write(json, "end_time", end());
        Numbers.write(json, "duration", duration());
        Numbers.write(json, "self_time", selfTime);
        Numbers.write(json, "subtree_time", subtreeTime);
        Numbers.write(json, "concurrency_midpoint", timeline.at(middle()));
        Numbers.write(json, "bottleneck_score", subtreeTime);
        json.writeEndObject();
    }

    double middle() {
        return duration() <= 0 ? start() : (start() + end()) / 2;
    }

    String topLine(Timeline timeline) {
        return "UUID=" + key + ", " + type + " '" + name + "', dur=" + Numbers.fixed(duration(), 2) + ", self_time="
                + Numbers.fixed(selfTime, 2) + ", subtree_time=" + Numbers.fixed(subtreeTime, 2) + ", concurrency="
                + Numbers.fixed(timeline.at(middle()), 1) + ", score=" + Numbers.fixed(subtreeTime, 2);
    }

    String treeLine() {
        // the indent of a chain of n calls would take n * n characters
        String level = depth > MAX_INDENT ? "[level " + depth + "] " : "";
        return "  ".repeat(Math.min(depth, MAX_INDENT)) + "- " + level + type + " '" + name + "' (uuid=" + key
                + ", start="
                + Numbers.fixed(start(), 2) + ", end=" + Numbers.fixed(end(), 2) + ", dur="
                + Numbers.fixed(duration(), 2) + ")";
    }
}
