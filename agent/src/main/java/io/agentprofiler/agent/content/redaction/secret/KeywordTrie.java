// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import io.agentprofiler.agent.content.redaction.text.Blanks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keywords of any script, whatever their case, and who looks at the places where they are. Most texts have none, so that one pass
 * of cheap steps is all they cost.
 *
 * <p><b>Threading:</b> immutable once filled.
 */
public final class KeywordTrie {
    private static final int ASCII = 128;
    /** Nodes with more children than this have a table: they are few, and near the root. */
    private static final int FEW = 4;

    private static final class Node {
        char[] keys = {};
        Node[] children = {};
        /** The children in ASCII, by their character; {@code null} where there are few. */
        Node[] table;

        final List<Detector> detectors = new ArrayList<>(1);

        Node next(char c) {
            if (table != null && c < ASCII) {
                return table[c];
            }
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] == c) {
                    return children[i];
                }
            }
            return null;
        }

        Node grown(char c) {
            Node child = next(c);
            if (child != null) {
                return child;
            }
            child = new Node();
            int size = keys.length;
            keys = Arrays.copyOf(keys, size + 1);
            children = Arrays.copyOf(children, size + 1);
            keys[size] = c;
            children[size] = child;
            if (size + 1 > FEW) {
                table = new Node[ASCII];
                for (int i = 0; i <= size; i++) {
                    if (keys[i] < ASCII) {
                        table[keys[i]] = children[i];
                    }
                }
            }
            return child;
        }
    }

    private final Node root = new Node();
    /** Which two characters in ASCII may begin a keyword: most places of a text are left with one look here. */
    private final boolean[] beginnings = new boolean[ASCII * ASCII];

    /** Lets {@code detector} look wherever {@code keyword} is found; of several, the first added looks first. */
    public void add(String keyword, Detector detector) {
        Node node = root;
        for (int i = 0; i < keyword.length(); i++) {
            node = node.grown(lower(keyword.charAt(i)));
        }
        node.detectors.add(detector);
        char first = lower(keyword.charAt(0));
        char second = keyword.length() == 1 ? ASCII : keyword.charAt(1);
        for (char c = 0; c < ASCII && first < ASCII; c++) {
            beginnings[first * ASCII + c] |= second >= ASCII || lower(c) == lower(second);
            beginnings[upper(first) * ASCII + c] |= beginnings[first * ASCII + c];
        }
    }

    /** Lets the detectors blank what they find. */
    public void scan(String text, Blanks into) {
        int length = text.length();
        for (int i = 0; i < length; ) {
            if (!mayBegin(text, i, length)) {
                i++;
                continue;
            }
            int goOn = -1;
            Node node = root;
            for (int at = i; at < length && goOn < 0; ) {
                node = node.next(lower(text.charAt(at++)));
                if (node == null) {
                    break;
                }
                for (int k = 0; k < node.detectors.size() && goOn < 0; k++) {
                    goOn = node.detectors.get(k).find(text, i, at, into);
                }
            }
            i = Math.max(i + 1, goOn);
        }
    }

    private boolean mayBegin(String text, int at, int length) {
        char first = text.charAt(at);
        if (first >= ASCII) {
            return true;
        }
        char second = at + 1 < length ? text.charAt(at + 1) : 0;
        return second >= ASCII || beginnings[first * ASCII + second];
    }

    private static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
    }

    private static char lower(char c) {
        return c < ASCII ? AsciiText.lower(c) : Character.toLowerCase(c);
    }
}
