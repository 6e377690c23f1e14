// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

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

    private static final int KIND_BITS = 6;
    private static final int KIND = (1 << KIND_BITS) - 1;
    private static final int WINDOW = (1 << 3 * KIND_BITS) - 1;
    private static final byte[] KINDS = kinds();

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
    /** A bit for the kinds of three characters that may begin a keyword: most places of a text are left with one look here. */
    private final long[] beginnings = new long[1 << (3 * KIND_BITS - 6)];

    /** Lets {@code detector} look wherever {@code keyword} is found; of several, the first added looks first. */
    public void add(String keyword, Detector detector) {
        Node node = root;
        for (int i = 0; i < keyword.length(); i++) {
            node = node.grown(lower(keyword.charAt(i)));
        }
        node.detectors.add(detector);
        // what follows a keyword of one or two characters may be anything
        int free = Math.max(0, 3 - keyword.length()) * KIND_BITS;
        int first = 0;
        for (int i = 0; i < 3; i++) {
            first = first << KIND_BITS | (i < keyword.length() ? kind(keyword.charAt(i)) : 0);
        }
        for (int window = first; window < first + (1 << free); window++) {
            beginnings[window >> 6] |= 1L << window;
        }
    }

    /** Lets the detectors blank what they find. */
    public void scan(String text, Blanks into) {
        int length = text.length();
        for (int i = nextBeginning(text, 0); i < length; ) {
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
            i = nextBeginning(text, Math.max(i + 1, goOn));
        }
    }

    /** Returns the first place from {@code from} on where a keyword may begin, the text's length for none. */
    private int nextBeginning(String text, int from) {
        int length = text.length();
        int window = kindAt(text, from) << KIND_BITS | kindAt(text, from + 1);
        for (int i = from; i < length; i++) {
            window = (window << KIND_BITS | kindAt(text, i + 2)) & WINDOW;
            if ((beginnings[window >> 6] >>> window & 1) != 0) {
                return i;
            }
        }
        return length;
    }

    /** Returns one of 64 kinds: each letter and digit in ASCII, whatever its case, has one of its own; 0 behind the end. */
    private static int kindAt(String text, int at) {
        return at < text.length() ? kind(text.charAt(at)) : 0;
    }

    private static int kind(char c) {
        if (c < ASCII) {
            return KINDS[c];
        }
        char lower = Character.toLowerCase(c);
        return lower < ASCII ? KINDS[lower] : (lower ^ lower >>> KIND_BITS) & KIND;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[ASCII];
        for (char c = 0; c < ASCII; c++) {
            char lower = AsciiText.lower(c);
            boolean letter = lower >= 'a' && lower <= 'z';
            boolean digit = c >= '0' && c <= '9';
            kinds[c] = (byte) (letter ? lower - 'a' : digit ? 26 + c - '0' : 36 + c % 28);
        }
        return kinds;
    }

    private static char lower(char c) {
        return c < ASCII ? AsciiText.lower(c) : Character.toLowerCase(c);
    }
}
