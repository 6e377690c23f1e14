// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.nio.charset.StandardCharsets;

/**
 * Answers whether a class file mentions a framework where it matters: among its supertypes or in a method type.
 *
 * <p>Looking at class names alone would be too late. The JVM shows a class to transformers <i>before</i> it loads the
 * class's supertypes, so an application's own implementation of a framework interface passes by before the first class of
 * the framework does.
 *
 * <p>Reads the constant pool once and looks inside class names and strings that are method descriptors; about a
 * microsecond a class once compiled.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class FrameworkMentions {
    private static final int HEADER = 10;

    private final String[] prefixes;
    private final byte[][] encoded;

    /** Looks for these prefixes of internal class names, for example {@code com/acme/}. */
    FrameworkMentions(String[] prefixes) {
        this.prefixes = prefixes.clone();
        this.encoded = new byte[prefixes.length][];
        for (int i = 0; i < prefixes.length; i++) {
            encoded[i] = prefixes[i].getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Answers whether the class itself is one of a framework's. */
    boolean startsClassName(String internalName) {
        for (String prefix : prefixes) {
            if (internalName.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether the class file mentions a framework; {@code false} for anything that is not a class file. */
    boolean in(byte[] file) {
        try {
            return search(file);
        } catch (IndexOutOfBoundsException e) {
            // a malformed class file is the JVM's to reject
            return false;
        }
    }

    private boolean search(byte[] file) {
        int count = u2(file, HEADER - 2);
        int[] offsets = new int[count];
        int at = HEADER;
        for (int i = 1; i < count; i++) {
            offsets[i] = at;
            int tag = file[at];
            switch (tag) {
                case 1 -> {
                    int length = u2(file, at + 1);
                    if (length > 0 && file[at + 3] == '(' && mentionedIn(file, at + 3, length)) {
                        return true;
                    }
                    at += 3 + length;
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 5;
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> {
                    return false;
                }
            }
        }
        // access_flags, this_class, super_class, interfaces
        int interfaces = u2(file, at + 6);
        for (int i = 0; i <= interfaces; i++) {
            int type = u2(file, i == 0 ? at + 4 : at + 6 + 2 * i);
            if (type != 0 && startsType(file, offsets[u2(file, offsets[type] + 1)])) {
                return true;
            }
        }
        return false;
    }

    private boolean startsType(byte[] file, int utf8) {
        int length = u2(file, utf8 + 1);
        for (byte[] prefix : encoded) {
            if (length >= prefix.length && equalAt(file, utf8 + 3, prefix)) {
                return true;
            }
        }
        return false;
    }

    private boolean mentionedIn(byte[] file, int from, int length) {
        int end = from + length;
        for (int i = from; i < end; i++) {
            if (file[i] == 'L') {
                for (byte[] prefix : encoded) {
                    if (i + 1 + prefix.length <= end && equalAt(file, i + 1, prefix)) {
                        return true;
                    }
                }
                while (i < end && file[i] != ';') {
                    i++;
                }
            }
        }
        return false;
    }

    private static boolean equalAt(byte[] file, int at, byte[] prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if (file[at + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static int u2(byte[] file, int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }
}
