// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads class files: constant pool, supertypes, fields, methods and generic signatures, and code where it is asked for;
 * everything else is skipped.
 *
 * <p><b>Errors:</b> {@link IOException} for bytes that are no class file.
 */
public final class ClassFileReader {
    private static final int MAGIC = 0xCAFEBABE;

    private final byte[] file;
    private final boolean withCode;
    private int position;
    private ConstantTexts texts;
    private int[] first;
    private int[] second;
    private Object[] values;

    private ClassFileReader(byte[] bytes, boolean withCode) {
        this.file = bytes;
        this.withCode = withCode;
    }

    /** Reads one class file without its code. */
    public static ClassFile read(byte[] bytes) throws IOException {
        return read(bytes, false);
    }

    /** Reads one class file with its code. */
    public static ClassFile readWithCode(byte[] bytes) throws IOException {
        return read(bytes, true);
    }

    private static ClassFile read(byte[] bytes, boolean withCode) throws IOException {
        try {
            return new ClassFileReader(bytes, withCode).read();
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            throw new IOException("no class file: it refers to constants it does not have", e);
        }
    }

    private ClassFile read() throws IOException {
        if (u4() != MAGIC) {
            throw new IOException("no class file");
        }
        u4(); // version
        constants();
        int flags = u2();
        String name = className(u2());
        String superName = className(u2());
        List<String> interfaces = new ArrayList<>();
        for (int count = u2(); count > 0; count--) {
            interfaces.add(className(u2()));
        }
        List<ClassFile.FieldInfo> fields = fields();
        List<ClassFile.Method> methods = methods();
        return new ClassFile(
                name,
                flags,
                superName,
                List.copyOf(interfaces),
                attributes().signature,
                List.copyOf(fields),
                List.copyOf(methods),
                withCode ? new ConstantPool(texts, first, second, values) : null);
    }

    private void constants() throws IOException {
        int count = u2();
        int[] textsAt = new int[count];
        first = new int[count];
        second = new int[count];
        values = new Object[count];
        for (int i = 1; i < count; i++) {
            int tag = file[position++] & 0xff;
            switch (tag) {
                case 1 -> {
                    textsAt[i] = position;
                    skip(u2());
                }
                case 3 -> values[i] = u4();
                case 4 -> values[i] = Float.intBitsToFloat(u4());
                case 5 -> values[i++] = u8(); // long and double take two entries
                case 6 -> values[i++] = Double.longBitsToDouble(u8());
                case 7, 16, 19, 20 -> first[i] = u2();
                case 8 -> {
                    first[i] = ConstantPool.TEXT;
                    values[i] = u2();
                }
                case 15 -> skip(3);
                case 9, 10, 11, 12, 17, 18 -> {
                    first[i] = u2();
                    second[i] = u2();
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        texts = new ConstantTexts(file, textsAt);
    }

    private String className(int index) {
        return index == 0 ? null : texts.get(first[index]).replace('/', '.');
    }

    private List<ClassFile.FieldInfo> fields() throws IOException {
        List<ClassFile.FieldInfo> fields = new ArrayList<>();
        for (int count = u2(); count > 0; count--) {
            int flags = u2();
            String name = texts.get(u2());
            String descriptor = texts.get(u2());
            fields.add(new ClassFile.FieldInfo(name, flags, descriptor, attributes().signature));
        }
        return fields;
    }

    private List<ClassFile.Method> methods() throws IOException {
        List<ClassFile.Method> methods = new ArrayList<>();
        for (int count = u2(); count > 0; count--) {
            int flags = u2();
            String name = texts.get(u2());
            String descriptor = texts.get(u2());
            ClassAttributes attributes = attributes();
            methods.add(new ClassFile.Method(name, flags, descriptor, attributes.signature, attributes.code));
        }
        return methods;
    }

    private record ClassAttributes(String signature, ClassFile.Code code) {}

    /** Reads a table of attributes. */
    private ClassAttributes attributes() throws IOException {
        String signature = null;
        ClassFile.Code code = null;
        for (int count = u2(); count > 0; count--) {
            String name = texts.get(u2());
            int length = u4();
            if ("Signature".equals(name)) {
                signature = texts.get(u2());
            } else if (withCode && "Code".equals(name)) {
                code = code(length);
            } else {
                skip(length);
            }
        }
        return new ClassAttributes(signature, code);
    }

    private ClassFile.Code code(int length) throws IOException {
        skip(2); // greatest depth of the stack
        int locals = u2();
        int size = u4();
        int from = position;
        skip(size);
        byte[] bytes = Arrays.copyOfRange(file, from, position);
        int handlers = u2();
        skip(length - 2 - 2 - 4 - size - 2);
        return new ClassFile.Code(locals, bytes, handlers > 0);
    }

    private int u2() {
        int number = (file[position] & 0xff) << Byte.SIZE | file[position + 1] & 0xff;
        position += Short.BYTES;
        return number;
    }

    private int u4() {
        return u2() << Short.SIZE | u2();
    }

    private long u8() {
        return (long) u4() << Integer.SIZE | u4() & 0xFFFF_FFFFL;
    }

    private void skip(int count) throws IOException {
        if (count < 0 || count > file.length - position) {
            throw new EOFException("no class file: it ends too early");
        }
        position += count;
    }
}
