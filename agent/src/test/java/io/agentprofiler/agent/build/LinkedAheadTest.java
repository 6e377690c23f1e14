// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedAheadTest {
    private static final String FOLDER = Linked.class.getPackageName().replace('.', '/');

    @TempDir
    Path classes;

    @Test
    void shouldAnswerWhatTheClassesAnsweredBefore() throws Exception {
        Map<String, Object> before = new LinkedHashMap<>(new Linked().call());
        linkAhead();

        Map<String, Object> after = run();

        assertThat(before.put("of", List.of(true, true, true, true))).isEqualTo(List.of(false, false, false, false));
        assertThat(after).isEqualTo(before);
    }

    @Test
    void shouldLeaveOnlyWhatCannotBeSaidPlainly() throws Exception {
        linkAhead();

        assertThat(classes.resolve(FOLDER).resolve("$Lambdas.class")).exists();
        assertThat(Files.readString(classes.resolve(FOLDER).resolve("Linked$Wide.class"), StandardCharsets.ISO_8859_1))
                .contains("metafactory");
        assertThat(lambdasOf("Linked.class")).isZero();
    }

    @Test
    void shouldAskTablesOnlyAboutEnumsOfOthers() throws Exception {
        assertThat(tablesIn("target/test-classes", "Linked.class", "Linked$Size.class"))
                .hasSize(4);
        linkAhead();

        assertThat(tablesIn(classes.toString(), "Linked.class", "Linked$Size.class"))
                .containsExactly("$SwitchMap$java$math$RoundingMode");
    }

    @Test
    void shouldLeaveTheFolderAloneThatIsNamed() throws Exception {
        copy();
        byte[] before = Files.readAllBytes(classes.resolve(FOLDER).resolve("Linked.class"));
        LinkedAhead.main(new String[] {classes.toString(), ".class", "io", FOLDER});

        assertThat(classes.resolve(FOLDER).resolve("Linked.class")).hasBinaryContent(before);
    }

    private long lambdasOf(String file) throws IOException {
        int[] found = {0};
        new ClassReader(Files.readAllBytes(classes.resolve(FOLDER).resolve(file)))
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitInvokeDynamicInsn(
                                            String called, String types, Handle bootstrap, Object... arguments) {
                                        found[0] += bootstrap.getName().equals("metafactory") ? 1 : 0;
                                    }
                                };
                            }
                        },
                        0);
        return found[0];
    }

    private static List<String> tablesIn(String folder, String... files) throws IOException {
        List<String> tables = new ArrayList<>();
        for (String file : files) {
            byte[] bytes = Files.readAllBytes(Path.of(folder, FOLDER, file));
            new ClassReader(bytes)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access, String name, String descriptor, String signature, String[] thrown) {
                                    return new MethodVisitor(Opcodes.ASM9) {
                                        @Override
                                        public void visitFieldInsn(
                                                int opcode, String owner, String field, String type) {
                                            if (field.startsWith("$SwitchMap$")) {
                                                tables.add(field);
                                            }
                                        }
                                    };
                                }
                            },
                            0);
        }
        return tables;
    }

    private void linkAhead() throws IOException {
        copy();
        LinkedAhead.main(new String[] {classes.toString(), ".class", "io", "none"});
    }

    private void copy() throws IOException {
        Path target = Files.createDirectories(classes.resolve(FOLDER));
        Path source = Path.of("target/test-classes").resolve(FOLDER);
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("Linked(\\$.*)?\\.class"))
                    .toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    @SuppressWarnings("unchecked") // it is what the class says of itself
    private Map<String, Object> run() throws Exception {
        ClassLoader loader = new OwnLoader(classes);
        Class<?> type = loader.loadClass(Linked.class.getName());
        assertThat(type).isNotSameAs(Linked.class);
        return ((Callable<Map<String, Object>>) type.getConstructor().newInstance()).call();
    }

    private static final class OwnLoader extends ClassLoader {
        private final Path classes;

        OwnLoader(Path classes) {
            super(LinkedAheadTest.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Path file = classes.resolve(name.replace('.', '/') + ".class");
            if (!Files.exists(file)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name, file);
        }

        private Class<?> define(String name, Path file) throws ClassNotFoundException {
            try {
                byte[] bytes = Files.readAllBytes(file);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
