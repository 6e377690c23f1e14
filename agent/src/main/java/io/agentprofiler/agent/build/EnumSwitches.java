// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The tables that the Java compiler makes for switches over enums. They are in a class of their own for each class that has such a
 * switch, because an enum may be compiled again, with its constants in another order. Those of a jar are compiled with the rest of
 * it, so that a switch may go by their ordinal numbers, and the class of the table is never loaded.
 */
final class EnumSwitches {
    /** Case numbers of a table, by the constant's name. */
    private record Table(String type, Map<String, Integer> cases) {}

    private static final String PREFIX = "$SwitchMap$";
    private static final String NUMBERS = "[I";

    private final Path folder;
    private final String suffix;
    /** By class and field; those of enums that are in another jar are absent. */
    private final Map<String, int[]> tables = new HashMap<>();

    private final Map<String, Map<String, Table>> classes = new HashMap<>();

    EnumSwitches(Path folder, String suffix) {
        this.folder = folder;
        this.suffix = suffix;
    }

    /**
     * Returns the case numbers of a table by ordinal number, 0 for constants that have none; {@code null} where the field is no such
     * table, or its enum comes from elsewhere.
     */
    int[] table(String owner, String field, String descriptor) {
        boolean isTable = field.startsWith(PREFIX) && descriptor.equals(NUMBERS);
        return isTable ? tables.computeIfAbsent(owner + "." + field, none -> read(owner, field)) : null;
    }

    private int[] read(String owner, String field) {
        Table table = classes.computeIfAbsent(owner, this::tablesOf).get(field);
        if (table == null || !Files.exists(file(table.type))) {
            return null;
        }
        List<String> constants = constants(table.type);
        int[] cases = new int[constants.size()];
        table.cases.forEach((constant, number) -> cases[constants.indexOf(constant)] = number);
        return cases;
    }

    private Path file(String type) {
        return folder.resolve(type + suffix);
    }

    private void accept(String type, ClassVisitor visitor) {
        try {
            new ClassReader(Files.readAllBytes(file(type))).accept(visitor, ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> constants(String type) {
        List<String> names = new ArrayList<>();
        accept(type, new ClassVisitor(LinkedAhead.API) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                if ((access & Opcodes.ACC_ENUM) != 0) {
                    names.add(name);
                }
                return null;
            }
        });
        return names;
    }

    /** Returns the tables that the initializer of a class fills. */
    private Map<String, Table> tablesOf(String owner) {
        Map<String, Table> found = new HashMap<>();
        accept(owner, new ClassVisitor(LinkedAhead.API) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return name.equals("<clinit>") ? new Filling(found) : null;
            }
        });
        return found;
    }

    /** Follows {@code table[Type.CONSTANT.ordinal()] = number}. */
    private static final class Filling extends MethodVisitor {
        private final Map<String, Table> found;
        private String table;
        private String type;
        private String constant;
        private int number;

        Filling(Map<String, Table> found) {
            super(LinkedAhead.API);
            this.found = found;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETSTATIC && descriptor.equals(NUMBERS)) {
                table = name;
            } else if (opcode == Opcodes.GETSTATIC) {
                type = owner;
                constant = name;
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            number = operand;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
                number = opcode - Opcodes.ICONST_0;
            } else if (opcode == Opcodes.IASTORE) {
                found.computeIfAbsent(table, none -> new Table(type, new LinkedHashMap<>()))
                        .cases
                        .put(constant, number);
            }
        }
    }
}
