// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.path.Path;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Takes down parts of rules; {@link Input} gives them back. Whatever has no order of its own is taken down sorted. */
final class Output {
    /** How many bits of a number a byte holds; the one above them says that more follow. */
    static final int BITS = 7;

    private final Map<String, Integer> texts;
    private final Map<PathKey, Integer> paths;
    private final List<byte[]> pathBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Two paths may read the same and be written differently. */
    private record PathKey(String text, Path path) {}

    Output() {
        this(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    }

    private Output(Map<String, Integer> texts, Map<PathKey, Integer> paths, List<byte[]> pathBytes) {
        this.texts = texts;
        this.paths = paths;
        this.pathBytes = pathBytes;
    }

    /** Returns another output with the same tables. */
    Output part() {
        return new Output(texts, paths, pathBytes);
    }

    int size() {
        return bytes.size();
    }

    void add(Output part) {
        bytes.writeBytes(part.bytes.toByteArray());
    }

    /** Returns the tables, and then what was taken down. */
    byte[] withTables() {
        Output all = new Output();
        all.number(texts.size());
        for (String text : texts.keySet()) {
            all.bytes(text.getBytes(StandardCharsets.UTF_8));
        }
        all.number(pathBytes.size());
        for (byte[] path : pathBytes) {
            all.bytes(path);
        }
        all.add(this);
        return all.bytes.toByteArray();
    }

    private void bytes(byte[] some) {
        number(some.length);
        bytes.writeBytes(some);
    }

    /** Takes down a number that is not negative. */
    void number(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("a number below zero: " + number);
        }
        int rest = number;
        while (rest >= 1 << BITS) {
            bytes.write(rest | 1 << BITS);
            rest >>>= BITS;
        }
        bytes.write(rest);
    }

    /** Takes down eight bytes. */
    void whole(long number) {
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes.write((int) (number >>> shift));
        }
    }

    /** Takes down four bytes. */
    void bits(int number) {
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes.write(number >>> shift);
        }
    }

    void truth(boolean truth) {
        number(truth ? 1 : 0);
    }

    void word(Enum<?> constant) {
        number(constant == null ? 0 : constant.ordinal() + 1);
    }

    void text(String text) {
        Integer known = text == null ? Integer.valueOf(0) : texts.computeIfAbsent(text, key -> texts.size() + 1);
        number(known);
    }

    void path(Path path) {
        if (path == null) {
            number(0);
            return;
        }
        PathKey key = new PathKey(path.toString(), path);
        Integer known = paths.get(key);
        if (known == null) {
            Output part = part();
            PathFormat.write(path, part);
            pathBytes.add(part.bytes.toByteArray());
            known = pathBytes.size();
            paths.put(key, known);
        }
        number(known);
    }

    <T> void list(Collection<T> elements, BiConsumer<T, Output> format) {
        number(elements.size());
        elements.forEach(each -> format.accept(each, this));
    }

    void texts(Collection<String> elements) {
        list(elements, (each, out) -> out.text(each));
    }

    void paths(Collection<Path> elements) {
        list(elements, (each, out) -> out.path(each));
    }

    /** Takes down a map in its order. */
    <V> void map(Map<String, V> map, BiConsumer<V, Output> format) {
        number(map.size());
        map.forEach((name, value) -> {
            text(name);
            format.accept(value, this);
        });
    }

    /** Takes down a map of texts in its order. */
    void textMap(Map<String, String> map) {
        map(map, (each, out) -> out.text(each));
    }

    static <T> Collection<T> sorted(Collection<T> unordered) {
        return new TreeSet<>(unordered);
    }

    static <V> Map<String, V> sorted(Map<String, V> unordered) {
        return new TreeMap<>(unordered);
    }
}
