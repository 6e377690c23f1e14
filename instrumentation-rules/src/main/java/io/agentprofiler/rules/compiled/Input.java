// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.path.Path;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives back what {@link Output} took down.
 *
 * <p>It is read in a JVM that starts, by an interpreter: hence loops, and no lambdas.
 */
final class Input {
    private static final int LOW = (1 << Output.BITS) - 1;
    private static final int BYTE = 0xFF;

    private final byte[] bytes;
    private final boolean replay;
    private final int[] textsAt;
    private final String[] texts;
    private final int[] pathsAt;
    private final Path[] paths;
    private int position;

    Input(byte[] bytes, boolean replay) {
        this.bytes = bytes;
        this.replay = replay;
        this.textsAt = table();
        this.texts = new String[textsAt.length];
        this.pathsAt = table();
        this.paths = new Path[pathsAt.length];
    }

    /** Skips a table and returns where its entries are. */
    private int[] table() {
        int[] at = new int[number()];
        for (int i = 0; i < at.length; i++) {
            at[i] = position;
            int length = number();
            position += length;
        }
        return at;
    }

    /** Answers whether rules are to say how recorded calls answer others. */
    boolean hasReplay() {
        return replay;
    }

    int position() {
        return position;
    }

    /** Goes on at a position. */
    Input at(int other) {
        position = other;
        return this;
    }

    int number() {
        int number = 0;
        int shift = 0;
        while (true) {
            int next = bytes[position++];
            number |= (next & LOW) << shift;
            if (next >= 0) {
                return number;
            }
            shift += Output.BITS;
        }
    }

    long whole() {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << Byte.SIZE | bytes[position++] & BYTE;
        }
        return number;
    }

    int bits() {
        int at = position;
        position = at + Integer.BYTES;
        return bytes[at] << 24 | (bytes[at + 1] & BYTE) << 16 | (bytes[at + 2] & BYTE) << 8 | bytes[at + 3] & BYTE;
    }

    boolean truth() {
        return number() != 0;
    }

    <E> E word(E[] constants) {
        int place = number();
        return place == 0 ? null : constants[place - 1];
    }

    String text() {
        int place = number() - 1;
        if (place < 0) {
            return null;
        }
        String known = texts[place];
        if (known == null) {
            int back = position;
            position = textsAt[place];
            int length = number();
            known = new String(bytes, position, length, StandardCharsets.UTF_8);
            texts[place] = known;
            position = back;
        }
        return known;
    }

    Path path() {
        int place = number() - 1;
        if (place < 0) {
            return null;
        }
        Path known = paths[place];
        if (known == null) {
            int back = position;
            position = pathsAt[place];
            number();
            known = PathFormat.read(this);
            paths[place] = known;
            position = back;
        }
        return known;
    }

    List<String> texts() {
        int count = number();
        if (count == 0) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    Set<String> textSet() {
        List<String> all = texts();
        return all.isEmpty() ? Set.of() : new LinkedHashSet<>(all);
    }

    Map<String, String> textMap() {
        int count = number();
        if (count == 0) {
            return Map.of();
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = text();
            map.put(name, text());
        }
        return map;
    }

    List<Path> paths() {
        int count = number();
        if (count == 0) {
            return List.of();
        }
        List<Path> paths = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            paths.add(path());
        }
        return paths;
    }
}
