// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads class files: constant pool, supertypes, fields, methods and generic signatures, and code where it is asked for;
 * everything else is skipped.
 *
 * <p><b>Errors:</b> {@link IOException} for bytes that are no class file.
 */
public final class ClassFileReader {
    private static final int MAGIC = 0xCAFEBABE;

    private final DataInputStream in;
    private final boolean withCode;
    private String[] texts;
    private int[] first;
    private int[] second;
    private Object[] values;

    private ClassFileReader(byte[] bytes, boolean withCode) {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
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
        if (in.readInt() != MAGIC) {
            throw new IOException("no class file");
        }
        in.readInt(); // version
        constants();
        int flags = in.readUnsignedShort();
        String name = className(in.readUnsignedShort());
        String superName = className(in.readUnsignedShort());
        List<String> interfaces = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            interfaces.add(className(in.readUnsignedShort()));
        }
        List<ClassFile.Field> fields = fields();
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
        int count = in.readUnsignedShort();
        texts = new String[count];
        first = new int[count];
        second = new int[count];
        values = new Object[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 3 -> values[i] = in.readInt();
                case 4 -> values[i] = in.readFloat();
                case 5 -> values[i++] = in.readLong(); // long and double take two entries
                case 6 -> values[i++] = in.readDouble();
                case 7, 16, 19, 20 -> first[i] = in.readUnsignedShort();
                case 8 -> {
                    first[i] = ConstantPool.TEXT;
                    values[i] = in.readUnsignedShort();
                }
                case 15 -> in.skipNBytes(3);
                case 9, 10, 11, 12, 17, 18 -> {
                    first[i] = in.readUnsignedShort();
                    second[i] = in.readUnsignedShort();
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
    }

    private String className(int index) {
        return index == 0 ? null : texts[first[index]].replace('/', '.');
    }

    private List<ClassFile.Field> fields() throws IOException {
        List<ClassFile.Field> fields = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            int flags = in.readUnsignedShort();
            String name = texts[in.readUnsignedShort()];
            String descriptor = texts[in.readUnsignedShort()];
            fields.add(new ClassFile.Field(name, flags, descriptor, attributes().signature));
        }
        return fields;
    }

    private List<ClassFile.Method> methods() throws IOException {
        List<ClassFile.Method> methods = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            int flags = in.readUnsignedShort();
            String name = texts[in.readUnsignedShort()];
            String descriptor = texts[in.readUnsignedShort()];
            Attributes attributes = attributes();
            methods.add(new ClassFile.Method(name, flags, descriptor, attributes.signature, attributes.code));
        }
        return methods;
    }

    private record Attributes(String signature, ClassFile.Code code) {}

    /** Reads a table of attributes. */
    private Attributes attributes() throws IOException {
        String signature = null;
        ClassFile.Code code = null;
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            String name = texts[in.readUnsignedShort()];
            int length = in.readInt();
            if ("Signature".equals(name)) {
                signature = texts[in.readUnsignedShort()];
            } else if (withCode && "Code".equals(name)) {
                code = code(length);
            } else {
                in.skipNBytes(length);
            }
        }
        return new Attributes(signature, code);
    }

    private ClassFile.Code code(int length) throws IOException {
        in.skipNBytes(2); // greatest depth of the stack
        int locals = in.readUnsignedShort();
        int size = in.readInt();
        byte[] bytes = in.readNBytes(size);
        int handlers = in.readUnsignedShort();
        in.skipNBytes(length - 2 - 2 - 4 - size - 2);
        return new ClassFile.Code(locals, bytes, handlers > 0);
    }
}
