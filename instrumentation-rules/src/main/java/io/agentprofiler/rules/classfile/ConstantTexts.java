// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The texts among a class file's constants, by their numbers. A text is made when it is first asked for: most of those of a class
 * never are.
 *
 * <p><b>Threading:</b> any thread. What two threads make at the same time is equal, and either may stay.
 */
final class ConstantTexts {
    /** Bytes before a text, which tell how many it has. */
    private static final int LENGTH = 2;

    private final byte[] file;
    /** Where each text is, its length first; 0 for constants that are none. */
    private final int[] at;

    private final String[] known;

    ConstantTexts(byte[] file, int[] at) {
        this.file = file;
        this.at = at;
        this.known = new String[at.length];
    }

    /**
     * Returns a text, {@code null} where the constant is none.
     *
     * @throws IndexOutOfBoundsException when there is no constant of the number, or its bytes are no text
     */
    String get(int index) {
        String text = known[index];
        if (text == null && at[index] != 0) {
            text = read(at[index]);
            known[index] = text;
        }
        return text;
    }

    private String read(int from) {
        int length = (file[from] & 0xff) << Byte.SIZE | file[from + 1] & 0xff;
        for (int i = from + LENGTH; i < from + LENGTH + length; i++) {
            if (file[i] <= 0) {
                return readUtf(from, length);
            }
        }
        return new String(file, from + LENGTH, length, StandardCharsets.ISO_8859_1);
    }

    private String readUtf(int from, int length) {
        try {
            return new DataInputStream(new ByteArrayInputStream(file, from, LENGTH + length)).readUTF();
        } catch (IOException e) {
            throw new IndexOutOfBoundsException("a constant that is no text: " + e.getMessage());
        }
    }
}
