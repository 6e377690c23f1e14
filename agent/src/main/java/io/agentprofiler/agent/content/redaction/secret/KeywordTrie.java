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
    /** The kind of 0; those of the letters are before it. */
    private static final int DIGIT = 26;

    /** Signs that texts have so often that each has a kind of its own. */
    private static final String SIGNS = " \n\"'(),-./:;<=>@[]_{}";

    private static final int HASHED = 4;
    private static final int HASH_BITS = 16;
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
    private Detector numbers;
    /** A bit for the kinds of three characters that may begin a keyword: most places of a text are left with one look here. */
    private final long[] beginnings = new long[1 << (3 * KIND_BITS - 6)];

    /** The same for keywords of less than four characters. */
    private final long[] shortBeginnings = new long[beginnings.length];
    /** A bit for the first four characters of each longer keyword, as they hash: it tells most of what the kinds do not. */
    private final long[] hashes = new long[1 << (HASH_BITS - 6)];

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
            if (keyword.length() < HASHED) {
                shortBeginnings[window >> 6] |= 1L << window;
            }
        }
        if (keyword.length() >= HASHED) {
            int hash = lower(keyword.charAt(0));
            for (int i = 1; i < HASHED; i++) {
                hash = hash * 31 + lower(keyword.charAt(i));
            }
            hash = spread(hash);
            hashes[hash >> 6] |= 1L << hash;
        }
    }

    /**
     * Lets a detector look where a number of a telephone, a bank account or a person may begin: at a plus or parenthesis before a
     * digit, at a letter before two, and at three digits before a hyphen or dot.
     */
    public void addNumbers(Detector detector) {
        numbers = detector;
        for (int digit = DIGIT; digit < DIGIT + 10; digit++) {
            for (int other = 0; other <= KIND; other++) {
                mark(kind('+'), digit, other);
                mark(kind('('), digit, other);
            }
            for (int second = DIGIT; second < DIGIT + 10; second++) {
                for (int first = 0; first < DIGIT + 10; first++) {
                    mark(first, digit, second);
                }
            }
        }
    }

    private void mark(int first, int second, int third) {
        int window = (first << KIND_BITS | second) << KIND_BITS | third;
        beginnings[window >> 6] |= 1L << window;
    }

    /**
     * Lets the detectors blank what they find.
     *
     * @param text the text
     * @param chars begins with the same characters: they are read faster here
     * @param into takes what is to be blanked
     */
    public void scan(String text, char[] chars, Blanks into) {
        int length = text.length();
        for (int i = nextBeginning(chars, length, 0); i < length; ) {
            int goOn = beginsNumber(chars, length, i) ? numbers.find(text, i, i + 1, into) : -1;
            Node node = root;
            for (int at = i; at < length && goOn < 0; ) {
                node = node.next(lower(chars[at++]));
                if (node == null) {
                    break;
                }
                for (int k = 0; k < node.detectors.size() && goOn < 0; k++) {
                    goOn = node.detectors.get(k).find(text, i, at, into);
                }
            }
            i = nextBeginning(chars, length, Math.max(i + 1, goOn));
        }
    }

    /** Returns the first place from {@code from} on where a keyword or number may begin, the text's length for none. */
    private int nextBeginning(char[] chars, int length, int from) {
        int window = kindAt(chars, length, from) << KIND_BITS | kindAt(chars, length, from + 1);
        for (int i = from; i < length; i++) {
            window = (window << KIND_BITS | kindAt(chars, length, i + 2)) & WINDOW;
            if ((beginnings[window >> 6] >>> window & 1) != 0 && mayBegin(chars, length, i, window)) {
                return i;
            }
        }
        return length;
    }

    private boolean mayBegin(char[] chars, int length, int at, int window) {
        if ((shortBeginnings[window >> 6] >>> window & 1) != 0 || beginsNumber(chars, length, at)) {
            return true;
        }
        if (at + HASHED > length) {
            return false;
        }
        int hash = lower(chars[at]);
        for (int i = 1; i < HASHED; i++) {
            hash = hash * 31 + lower(chars[at + i]);
        }
        hash = spread(hash);
        return (hashes[hash >> 6] >>> hash & 1) != 0;
    }

    private static int spread(int hash) {
        return hash * 0x9e3779b1 >>> 32 - HASH_BITS;
    }

    private boolean beginsNumber(char[] chars, int length, int at) {
        if (numbers == null || at + 2 >= length || !isDigit(chars[at + 1])) {
            return false;
        }
        char c = chars[at];
        if (c == '+' || c == '(') {
            return true;
        }
        if (!isDigit(chars[at + 2])) {
            return false;
        }
        return c >= 'A' && c <= 'Z'
                || isDigit(c)
                        && at + 3 < length
                        && (chars[at + 3] == '-' || chars[at + 3] == '.')
                        && (at == 0 || !isDigit(chars[at - 1]));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns one of 64 kinds: each letter and digit in ASCII, whatever its case, has one of its own; 0 behind the end. */
    private static int kindAt(char[] chars, int length, int at) {
        return at < length ? kind(chars[at]) : 0;
    }

    private static int kind(char c) {
        if (c < ASCII) {
            return KINDS[c];
        }
        char lower = Character.toLowerCase(c);
        return lower < ASCII ? KINDS[lower] : (lower ^ lower >>> KIND_BITS) & KIND;
    }

    private static int sign(char c) {
        int sign = SIGNS.indexOf(c);
        return DIGIT + 10 + (sign >= 0 ? sign : SIGNS.length() + c % (KIND - DIGIT - 9 - SIGNS.length()));
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[ASCII];
        for (char c = 0; c < ASCII; c++) {
            char lower = AsciiText.lower(c);
            boolean letter = lower >= 'a' && lower <= 'z';
            boolean digit = c >= '0' && c <= '9';
            kinds[c] = (byte) (letter ? lower - 'a' : digit ? DIGIT + c - '0' : sign(c));
        }
        return kinds;
    }

    private static char lower(char c) {
        return c < ASCII ? AsciiText.lower(c) : Character.toLowerCase(c);
    }
}
