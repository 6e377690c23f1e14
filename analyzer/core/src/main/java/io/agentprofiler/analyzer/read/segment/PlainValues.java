// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes values off the bytes of JSON lines, one behind the other, as {@link JsonValues} takes them off a parser. Only what is written
 * in the simplest way is known here. Whatever else comes, in the right place or not, ends in a {@link BadRecordException}: somebody
 * else is to read the line.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PlainValues {
    /** Says nothing: what is wrong, if anything, is found by who reads the line then. */
    static final BadRecordException NOT_PLAIN = new BadRecordException("not plain");

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    /** Powers of ten that a double holds exactly, as far as they are needed. */
    private static final double[] TENS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    /** A whole number of no more digits is exactly a double. */
    private static final int EXACT_DIGITS = 15;
    /** A number of no more digits is a long; of one more, if it begins with less than a 9. */
    private static final int LONG_DIGITS = 18;

    private static final int MAX_TEXT = 50_000;
    private static final int MAX_DEPTH = 32;
    /** Traces met lately; a power of two. */
    private static final int TRACES = 256;

    private final boolean content;
    private final TextPool pool;
    private final NameGuess names = new NameGuess();
    private final AttributeSet.Builder attributes = new AttributeSet.Builder();
    private final TraceId[] traces = new TraceId[TRACES];
    private byte[] block;
    private int at;
    private int limit;

    /**
     * Starts with no line.
     *
     * @param content whether prompts, completions, tool arguments and results are wanted
     * @param pool where texts are looked up
     */
    PlainValues(boolean content, TextPool pool) {
        this.content = content;
        this.pool = pool;
    }

    /** Goes to the beginning of a line in a block that ends behind a line end. */
    void begin(byte[] newBlock, int from, int to) {
        block = newBlock;
        at = from;
        limit = to;
        // of a line that was given up
        attributes.build();
    }

    /** Returns the place of the next byte. */
    int place() {
        return at;
    }

    /** Goes behind the bytes if these come next; answers whether they do. */
    boolean skips(byte[] expected) {
        int place = at;
        int length = expected.length;
        if (length > limit - place) {
            return false;
        }
        if (!TextPool.isAt(expected, block, place)) {
            return false;
        }
        at = place + length;
        return true;
    }

    /** Goes behind the bytes, which must come next. */
    void skip(byte[] expected) {
        if (!skips(expected)) {
            throw NOT_PLAIN;
        }
    }

    private boolean skips(char expected) {
        if (at < limit && block[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void skip(char expected) {
        if (!skips(expected)) {
            throw NOT_PLAIN;
        }
    }

    /** Takes a text of which the opening quote was skipped. */
    String text() {
        String text = pool.get(block, at, Math.min(limit, at + JsonValues.MAX_POOLED));
        if (text == null) {
            int end = endOfText();
            text = new String(block, at, end - at, StandardCharsets.ISO_8859_1);
        }
        at += text.length() + 1;
        return text;
    }

    private int endOfText() {
        int end = at;
        int last = Math.min(limit, at + MAX_TEXT);
        for (; end < last && block[end] != '"'; end++) {
            if (block[end] < ' ' || block[end] == '\\') {
                throw NOT_PLAIN;
            }
        }
        if (end == last) {
            throw NOT_PLAIN;
        }
        return end;
    }

    /** Takes a whole number. */
    long number() {
        boolean negative = skips('-');
        int first = at;
        return whole(first, negative, digits(0));
    }

    /** Goes behind the digits that come next, and returns a number that they were put behind; what of it does not fit is lost. */
    private long digits(long before) {
        byte[] bytes = block;
        int end = limit;
        int place = at;
        long value = before;
        while (place < end) {
            int digit = bytes[place] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
            place++;
        }
        at = place;
        return value;
    }

    /** Returns a whole number whose digits begin at a place and have been taken. */
    private long whole(int first, boolean negative, long value) {
        int digits = at - first;
        if (digits == 0
                || digits > LONG_DIGITS + 1
                || digits == LONG_DIGITS + 1 && block[first] == '9'
                || block[first] == '0' && (digits > 1 || negative)) {
            throw NOT_PLAIN;
        }
        return negative ? -value : value;
    }

    /** Takes the digits of a span's id, of which the opening quote was skipped, and the closing one. */
    long spanId() {
        int first = at;
        if (limit - first <= 16) {
            throw NOT_PLAIN;
        }
        at = first + 16;
        skip('"');
        return JsonValues.hex(block, first, "span");
    }

    /** Takes the digits of a trace's id, of which the opening quote was skipped, and the closing one. */
    TraceId traceId() {
        int first = at;
        if (limit - first <= 32) {
            throw NOT_PLAIN;
        }
        at = first + 32;
        skip('"');
        long high = JsonValues.hex(block, first, "trace");
        long low = JsonValues.hex(block, first + 16, "trace");
        int slot = (int) low & TRACES - 1;
        TraceId known = traces[slot];
        if (known == null || known.low() != low || known.high() != high) {
            known = new TraceId(high, low);
            traces[slot] = known;
        }
        return known;
    }

    /**
     * Takes attributes of which the opening brace was skipped, and the closing one; without content unless it is wanted.
     *
     * @param before stands before the first name of such attributes
     */
    AttributeSet attributes(NameGuess.Name before) {
        if (skips('}')) {
            return AttributeSet.EMPTY;
        }
        NameGuess.Name name = before;
        do {
            name = nameAfter(name);
            if (!content && name.content) {
                pass(0);
            } else {
                attributes.add(name.text, any(0));
            }
        } while (skips(','));
        skip('}');
        return attributes.build();
    }

    private NameGuess.Name nameAfter(NameGuess.Name last) {
        NameGuess.Name guess = last.next;
        return guess != null && skips(guess.bytes) ? guess : names.after(last, name());
    }

    private String name() {
        skip('"');
        String name = text();
        skip(':');
        return name;
    }

    /** Takes any value: String, Long, Double, Boolean, List, Map, or {@code null}. */
    private Object any(int depth) {
        switch (block[at]) {
            case '"':
                at++;
                return text();
            case '{':
                at++;
                return object(depth + 1);
            case '[':
                at++;
                return array(depth + 1);
            case 't':
                skip(TRUE);
                return Boolean.TRUE;
            case 'f':
                skip(FALSE);
                return Boolean.FALSE;
            case 'n':
                skip(NULL);
                return null;
            default:
                return wholeOrDecimal();
        }
    }

    private Object wholeOrDecimal() {
        boolean negative = skips('-');
        int whole = at;
        long digits = digits(0);
        if (!skips('.')) {
            return whole(whole, negative, digits);
        }
        int fraction = at;
        digits = digits(digits);
        int decimals = at - fraction;
        int wholes = fraction - 1 - whole;
        if (decimals == 0 || wholes == 0 || wholes + decimals > EXACT_DIGITS || wholes > 1 && block[whole] == '0') {
            throw NOT_PLAIN;
        }
        // both are exact, so the quotient is the double that is closest
        double value = digits / TENS[decimals];
        return negative ? -value : value;
    }

    private Map<String, Object> object(int depth) {
        limitDepth(depth);
        Map<String, Object> object = new LinkedHashMap<>();
        if (!skips('}')) {
            do {
                String name = name();
                object.put(name, any(depth));
            } while (skips(','));
            skip('}');
        }
        return object;
    }

    private List<Object> array(int depth) {
        limitDepth(depth);
        List<Object> array = new ArrayList<>();
        if (!skips(']')) {
            do {
                array.add(any(depth));
            } while (skips(','));
            skip(']');
        }
        return array;
    }

    /** Goes behind any value. Texts may hold escapes: nobody wants to know what they stand for. */
    private void pass(int depth) {
        limitDepth(depth);
        if (skips('"')) {
            passText();
        } else if (skips('{')) {
            if (!skips('}')) {
                do {
                    name();
                    pass(depth + 1);
                } while (skips(','));
                skip('}');
            }
        } else if (skips('[')) {
            if (!skips(']')) {
                do {
                    pass(depth + 1);
                } while (skips(','));
                skip(']');
            }
        } else {
            any(depth);
        }
    }

    private void passText() {
        int place = at;
        int last = Math.min(limit, at + MAX_TEXT);
        while (place < last && block[place] != '"') {
            if (block[place] < ' ') {
                throw NOT_PLAIN;
            }
            place += block[place] == '\\' ? escapeLength(place) : 1;
        }
        if (place >= last) {
            throw NOT_PLAIN;
        }
        at = place + 1;
    }

    private int escapeLength(int backslash) {
        if (backslash + 1 < limit) {
            switch (block[backslash + 1]) {
                case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                    return 2;
                default:
                    break;
            }
        }
        throw NOT_PLAIN;
    }

    private static void limitDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw NOT_PLAIN;
        }
    }
}
