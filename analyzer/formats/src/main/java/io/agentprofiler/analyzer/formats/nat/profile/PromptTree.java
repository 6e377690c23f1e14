// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The prompts of one model as a radix tree. A prefix is reported where prompts part or end and at least two have it, so
 * every reported prefix is the longest one its calls share.
 *
 * <p>Time grows with the length of the prompts together. Texts are kept up to {@value #MAX_CHARS} characters; after that
 * prompts still count on the way they share with known ones.
 */
final class PromptTree {
    static final long MAX_CHARS = 16_000_000;

    private final Node root = new Node("", 0);
    private long chars;
    private int calls;
    private int unseen;

    /** A prefix: the first {@code end} characters of {@code text}. */
    private static final class Node {
        private String text;
        private int end;
        private int calls;
        private Map<Character, Node> children = Map.of();

        Node(String text, int end) {
            this.text = text;
            this.end = end;
        }

        void put(char first, Node child) {
            if (children.isEmpty()) {
                children = new HashMap<>(4);
            }
            children.put(first, child);
        }
    }

    /** A prefix that several calls share. */
    record Prefix(String text, int calls) {
        int codePoints() {
            return text.codePointCount(0, text.length());
        }
    }

    void add(String prompt) {
        calls++;
        Node node = root;
        int at = 0;
        while (at < prompt.length()) {
            Node child = node.children.get(prompt.charAt(at));
            if (child == null) {
                if (chars < MAX_CHARS) {
                    Node leaf = new Node(prompt, prompt.length());
                    leaf.calls = 1;
                    node.put(prompt.charAt(at), leaf);
                    chars += prompt.length();
                } else {
                    unseen++;
                }
                return;
            }
            int same = at;
            int limit = Math.min(child.end, prompt.length());
            while (same < limit && child.text.charAt(same) == prompt.charAt(same)) {
                same++;
            }
            if (same < child.end) {
                child = split(node, child, at, same);
            }
            child.calls++;
            node = child;
            at = same;
        }
    }

    private static Node split(Node above, Node child, int from, int at) {
        Node upper = new Node(child.text, at);
        upper.calls = child.calls;
        upper.put(child.text.charAt(at), child);
        above.put(child.text.charAt(from), upper);
        return upper;
    }

    int calls() {
        return calls;
    }

    /** Returns how many prompts' ends were not kept because there was no room: what they share beyond is not known. */
    int unseen() {
        return unseen;
    }

    /** Returns the prefixes of at least a share of the calls and at least two, longest first. */
    List<Prefix> prefixes(double minShare) {
        List<Prefix> found = new ArrayList<>();
        Deque<Node> todo = new ArrayDeque<>(List.of(root));
        while (!todo.isEmpty()) {
            Node node = todo.pop();
            for (Node child : node.children.values()) {
                if (child.calls >= 2 && child.calls >= minShare * calls) {
                    todo.push(child);
                    found.add(prefix(child));
                }
            }
        }
        found.removeIf(prefix -> prefix.text().isEmpty());
        found.sort(Comparator.comparingInt(Prefix::codePoints)
                .reversed()
                .thenComparing(Comparator.comparingInt(Prefix::calls).reversed())
                .thenComparing(Prefix::text));
        return found;
    }

    /** Cuts between characters only, not within one of two units. */
    private static Prefix prefix(Node node) {
        boolean within = node.end < node.text.length()
                && Character.isHighSurrogate(node.text.charAt(node.end - 1))
                && Character.isLowSurrogate(node.text.charAt(node.end));
        return new Prefix(node.text.substring(0, within ? node.end - 1 : node.end), node.calls);
    }
}
