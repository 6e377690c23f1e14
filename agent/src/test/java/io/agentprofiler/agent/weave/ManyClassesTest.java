// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.Match.By;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.path.root.Roots;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every method of whole libraries woven, by two rules that read and replace what they can: the JVM's verifier accepts each class. */
class ManyClassesTest {
    private static final Roots EVERYTHING =
            new Roots(true, Set.copyOf(IntStream.range(0, 8).boxed().toList()), true, true, Set.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reactor.core.publisher.Flux",
                "io.smallrye.mutiny.Uni",
                "io.reactivex.rxjava3.core.Flowable",
                "tools.jackson.core.JsonParser",
                "org.assertj.core.api.Assertions",
                "com.lmax.disruptor.RingBuffer",
            })
    void shouldWeaveSoThatTheVerifierAcceptsIt(String anyClass) throws Exception {
        Class<?> known = Class.forName(anyClass);
        String prefix = anyClass.substring(0, anyClass.indexOf('.', anyClass.indexOf('.') + 1) + 1);
        Rule rule = TestRules.rule(By.PREFIX, prefix, List.of(), EVERYTHING, Shape.AUTO, "*");
        Rules rules = new Rules(prefix, rule, rule);
        int linked = 0;
        try (JarFile jar = new JarFile(
                known.getProtectionDomain().getCodeSource().getLocation().getPath())) {
            for (String entry :
                    jar.stream().map(each -> each.getName()).sorted().toList()) {
                String name = entry.replace('/', '.');
                if (name.startsWith(prefix) && name.endsWith(".class")) {
                    linked += link(name.substring(0, name.length() - ".class".length()), rules) ? 1 : 0;
                }
            }
        }

        assertThat(linked).isGreaterThan(50);
        assertThat(rules.weaver.failedTypes(0)).isZero();
        assertThat(rules.weaver.wovenTypes(0)).isGreaterThan(linked / 3);
    }

    /** Links a class, which verifies it; one that needs what is not on the class path is left out. */
    private static boolean link(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader).getDeclaredMethods() != null;
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return false;
        }
    }

    @Test
    void shouldWeaveAMethodThatReturnsWhileOtherValuesAreOnTheStack() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "made/Returning", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "twice", "(Ljava/lang/String;J)J", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.LLOAD, 1);
        method.visitInsn(Opcodes.DUP2_X1);
        method.visitVarInsn(Opcodes.LLOAD, 1);
        method.visitInsn(Opcodes.LADD);
        method.visitInsn(Opcodes.LRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        WovenFixture fixture = new WovenFixture(
                TestRules.rule(By.CLASS, "made.Returning", List.of(), EVERYTHING, Shape.AUTO, "twice(..)"));

        Class<?> woven = fixture.load("made.Returning", writer.toByteArray());

        assertThat(woven.getMethod("twice", String.class, long.class).invoke(null, "x", 21L))
                .isEqualTo(42L);
        assertThat(fixture.calls)
                .containsExactly(
                        "enter 0 twice - [x, 21, null, null, null, null, null, null]", "exit 0 handle 0 42 null");
    }

    /** Loads the classes below a prefix woven, and all others as usual. */
    private static final class Rules extends ClassLoader {
        private final String prefix;
        private final RuleWeaver weaver;

        Rules(String prefix, Rule... rules) {
            super(ManyClassesTest.class.getClassLoader());
            this.prefix = prefix;
            this.weaver = new WovenFixture(rules).weaver;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : name.startsWith(prefix) ? woven(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> woven(String name) throws ClassNotFoundException {
            String internalName = name.replace('.', '/');
            try (InputStream in = getParent().getResourceAsStream(internalName + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                byte[] woven = weaver.transform(null, this, internalName, null, null, bytes);
                byte[] defined = woven == null ? bytes : woven;
                return defineClass(name, defined, 0, defined.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
