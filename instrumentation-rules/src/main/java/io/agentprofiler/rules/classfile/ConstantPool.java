// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

/**
 * The constants of a class file, by the numbers that its code uses.
 *
 * <p><b>Threading:</b> immutable once read. <b>Errors:</b> {@link IndexOutOfBoundsException} or {@link NullPointerException}
 * for numbers that no well-formed class file uses.
 */
public final class ConstantPool {
    private final ConstantTexts texts;
    private final int[] first;
    private final int[] second;
    private final Object[] values;

    ConstantPool(ConstantTexts texts, int[] first, int[] second, Object[] values) {
        this.texts = texts;
        this.first = first;
        this.second = second;
        this.values = values;
    }

    /**
     * A field or method that code names.
     *
     * @param owner binary name of the class it is looked for in, with dots
     * @param name its name
     * @param descriptor its erased type or types
     */
    public record MemberRef(String owner, String name, String descriptor) {}

    /** Returns the field or method at {@code index}. */
    public MemberRef member(int index) {
        int type = second[index];
        return new MemberRef(className(first[index]), texts.get(first[type]), texts.get(second[type]));
    }

    /** Returns the descriptor of the computed call site at {@code index}. */
    public String callSite(int index) {
        return texts.get(second[second[index]]);
    }

    /** Returns the binary name, with dots, of the class at {@code index}. */
    public String className(int index) {
        return texts.get(first[index]).replace('/', '.');
    }

    /** Returns the text or number at {@code index}; {@code null} for other constants. */
    public Object value(int index) {
        return values[index] instanceof Integer text && first[index] == TEXT ? texts.get(text) : values[index];
    }

    /** Marks, as the first number of a constant, one whose value is the number of a text. */
    static final int TEXT = -1;
}
