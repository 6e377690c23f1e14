// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The few facts of a class file that matching needs, read without building anything else: access flags, supertypes, and
 * the names and types of its methods.
 *
 * <p>Every class an application loads comes through here once an AI framework is in use, so it is a plain walk over the
 * bytes: a few microseconds a class, where a full class-file parser takes a hundred.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
public final class ClassOutline {
    /** First class file version with stack maps, which weaving needs. */
    private static final int STACK_MAPS = 50;
    /** First class file version with {@code invokedynamic}. */
    private static final int INVOKEDYNAMIC = 51;

    /** What is told of each method. */
    interface MethodVisitor {
        /** Answers whether methods of this name are of interest; the name's type is then read. */
        boolean wants(int nameHash);

        /** Answers whether methods of this name are of interest by the hash of their type. */
        boolean wantsHash(int nameHash);

        /** Tells of a method by its hashes. */
        void hashed(int nameHash, int descriptorHash);

        /**
         * Tells of one method.
         *
         * @param locals how many slots its variables take, arguments included; 0 for a method without a body
         */
        void method(int access, String name, String descriptor, int locals);
    }

    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int MAGIC = 0xCAFEBABE;
    /** The name of the attribute that holds a method's body, as one number. */
    private static final int CODE = 'C' << 24 | 'o' << 16 | 'd' << 8 | 'e';

    private final byte[] file;
    private final int[] constants;
    private final int afterConstants;

    private ClassOutline(byte[] file, int[] constants, int afterConstants) {
        this.file = file;
        this.constants = constants;
        this.afterConstants = afterConstants;
    }

    /** Reads the outline; {@code null} when this is no class file or one older than {@link #STACK_MAPS}. */
    public static ClassOutline of(byte[] file) {
        try {
            if (file.length < 24 || u4(file, 0) != MAGIC || u2(file, 6) < STACK_MAPS) {
                return null;
            }
            int count = u2(file, 8);
            int[] constants = new int[count];
            int at = 10;
            for (int i = 1; i < count; i++) {
                constants[i] = at;
                int size = sizeOfConstant(file, at);
                if (size < 0) {
                    return null;
                }
                if (file[at] == LONG || file[at] == DOUBLE) {
                    // long and double take two entries
                    i++;
                }
                at += size;
            }
            return new ClassOutline(file, constants, at);
        } catch (IndexOutOfBoundsException e) {
            // a malformed class file is the JVM's to reject
            return null;
        }
    }

    private static int sizeOfConstant(byte[] file, int at) {
        return switch (file[at]) {
            case 1 -> 3 + u2(file, at + 1);
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case LONG, DOUBLE -> 9;
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            default -> -1;
        };
    }

    /** Answers whether the class file is of the one version that has stack maps but no {@code invokedynamic}. */
    public boolean isOld() {
        return u2(file, 6) < INVOKEDYNAMIC;
    }

    /** Returns the access flags. */
    int access() {
        return u2(file, afterConstants);
    }

    /** Returns the internal name of the superclass; {@code null} for {@code Object} and modules. */
    String superName() {
        return className(u2(file, afterConstants + 4));
    }

    /** Returns the internal names of the interfaces. */
    String[] interfaces() {
        String[] names = new String[u2(file, afterConstants + 6)];
        for (int i = 0; i < names.length; i++) {
            names[i] = className(u2(file, afterConstants + 8 + 2 * i));
        }
        return names;
    }

    /**
     * Returns the fully qualified names of classes that the file uses by name, without the JDK's and without those whose first two
     * packages are also the class's own.
     *
     * @param internalName the class's own name
     */
    public List<String> mentions(String internalName) {
        int first = internalName.indexOf('/');
        int second = first < 0 ? -1 : internalName.indexOf('/', first + 1);
        String own = second < 0 ? internalName : internalName.substring(0, second + 1);
        List<String> names = new ArrayList<>();
        for (int constant : constants) {
            if (constant != 0 && file[constant] == CLASS) {
                String name = utf8(constants[u2(file, constant + 1)]);
                if (name.charAt(0) != '[' && !name.startsWith("java/") && !name.startsWith(own)) {
                    names.add(name.replace('/', '.'));
                }
            }
        }
        return names;
    }

    /** Tells of each method the visitor wants. */
    void methods(MethodVisitor visitor) {
        int at = afterConstants + 8 + 2 * u2(file, afterConstants + 6);
        int fields = u2(file, at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = afterMember(at);
        }
        int methods = u2(file, at);
        at += 2;
        for (int i = 0; i < methods; i++) {
            int name = constants[u2(file, at + 2)];
            int nameHash = hashOf(name);
            if (visitor.wantsHash(nameHash)) {
                visitor.hashed(nameHash, hashOf(constants[u2(file, at + 4)]));
            }
            if (visitor.wants(nameHash)) {
                visitor.method(u2(file, at), utf8(name), utf8(constants[u2(file, at + 4)]), locals(at));
            }
            at = afterMember(at);
        }
    }

    private int locals(int method) {
        int attributes = u2(file, method + 6);
        int at = method + 8;
        for (int i = 0; i < attributes; i++) {
            if (isCode(constants[u2(file, at)])) {
                return u2(file, at + 8);
            }
            at += 6 + u4(file, at + 2);
        }
        return 0;
    }

    private boolean isCode(int utf8) {
        return u2(file, utf8 + 1) == 4 && u4(file, utf8 + 3) == CODE;
    }

    private int afterMember(int member) {
        int attributes = u2(file, member + 6);
        int at = member + 8;
        for (int i = 0; i < attributes; i++) {
            at += 6 + u4(file, at + 2);
        }
        return at;
    }

    /** The hash a {@link String} of the same ASCII chars has. */
    private int hashOf(int utf8) {
        int end = utf8 + 3 + u2(file, utf8 + 1);
        int hash = 0;
        for (int i = utf8 + 3; i < end; i++) {
            hash = 31 * hash + (file[i] & 0xff);
        }
        return hash;
    }

    private String className(int constant) {
        return constant == 0 ? null : utf8(constants[u2(file, constants[constant] + 1)]);
    }

    private String utf8(int at) {
        return new String(file, at + 3, u2(file, at + 1), StandardCharsets.UTF_8);
    }

    private static int u2(byte[] file, int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }

    private static int u4(byte[] file, int at) {
        return u2(file, at) << 16 | u2(file, at + 2);
    }
}
