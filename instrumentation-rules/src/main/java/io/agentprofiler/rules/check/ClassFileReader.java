// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads class files: constant pool, supertypes, methods and generic signatures; code and everything else is skipped.
 *
 * <p><b>Errors:</b> {@link IOException} for bytes that are no class file.
 */
final class ClassFileReader {
    private static final int MAGIC = 0xCAFEBABE;

    private final DataInputStream in;
    private String[] texts;
    private int[] classes;

    private ClassFileReader(byte[] bytes) {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /** Reads one class file. */
    static ClassFile read(byte[] bytes) throws IOException {
        try {
            return new ClassFileReader(bytes).read();
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
        members(); // fields
        List<ClassFile.Method> methods = members();
        return new ClassFile(name, flags, superName, List.copyOf(interfaces), signature(), List.copyOf(methods));
    }

    private void constants() throws IOException {
        int count = in.readUnsignedShort();
        texts = new String[count];
        classes = new int[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 7 -> classes[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // long and double take two entries
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
    }

    private String className(int index) {
        return index == 0 ? null : texts[classes[index]].replace('/', '.');
    }

    private List<ClassFile.Method> members() throws IOException {
        List<ClassFile.Method> members = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            int flags = in.readUnsignedShort();
            String name = texts[in.readUnsignedShort()];
            String descriptor = texts[in.readUnsignedShort()];
            members.add(new ClassFile.Method(name, flags, descriptor, signature()));
        }
        return members;
    }

    /** Reads a table of attributes and returns its Signature. */
    private String signature() throws IOException {
        String signature = null;
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            String name = texts[in.readUnsignedShort()];
            int length = in.readInt();
            if ("Signature".equals(name)) {
                signature = texts[in.readUnsignedShort()];
            } else {
                in.skipNBytes(length);
            }
        }
        return signature;
    }
}
