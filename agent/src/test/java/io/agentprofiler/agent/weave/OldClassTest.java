// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.Match.By;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Classes that were compiled for Java 6 and before. */
class OldClassTest {
    private static final String NAME = "com.acme.Old";
    private static final String METHOD = "sign(int):int";

    private final WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, NAME, METHOD));

    @Test
    void shouldWeaveClassesOfJava6() throws Exception {
        Class<?> woven = fixture.load(NAME, old(Opcodes.V1_6, ClassWriter.COMPUTE_FRAMES));

        assertThat(sign(woven, -3)).isEqualTo(-1);
        assertThat(sign(woven, 3)).isEqualTo(1);
        assertThat(fixture.calls).hasSize(4);
    }

    @Test
    void shouldLeaveClassesWithoutStackMapsAlone() throws Exception {
        Class<?> left = fixture.load(NAME, old(Opcodes.V1_6, ClassWriter.COMPUTE_MAXS));

        assertThat(sign(left, -3)).isEqualTo(-1);
        assertThat(fixture.calls).isEmpty();
        assertThat(fixture.weaver.wovenTypes(0)).isZero();
        assertThat(fixture.weaver.failedTypes(0)).isEqualTo(1);
    }

    @Test
    void shouldLeaveClassesOfJava5Alone() throws Exception {
        Class<?> left = fixture.load(NAME, old(Opcodes.V1_5, ClassWriter.COMPUTE_MAXS));

        assertThat(sign(left, 3)).isEqualTo(1);
        assertThat(fixture.calls).isEmpty();
    }

    /** What a rule means without naming it may have come from anywhere. */
    @Test
    void shouldLeaveClassesAloneThatNoRuleNames() throws Exception {
        WovenFixture subtypes = new WovenFixture(TestRules.rule(By.SUBTYPE, "java.lang.Object", METHOD));

        Class<?> left = subtypes.load(NAME, old(Opcodes.V1_6, ClassWriter.COMPUTE_FRAMES));

        assertThat(sign(left, 3)).isEqualTo(1);
        assertThat(subtypes.calls).isEmpty();
    }

    private static Object sign(Class<?> type, int number) throws ReflectiveOperationException {
        return type.getMethod("sign", int.class).invoke(null, number);
    }

    /** Returns a class with a method that branches. */
    private static byte[] old(int version, int compute) {
        ClassWriter writer = new ClassWriter(compute);
        writer.visit(version, Opcodes.ACC_PUBLIC, NAME.replace('.', '/'), null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "sign", "(I)I", null, null);
        Label negative = new Label();
        method.visitCode();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFLT, negative);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(negative);
        method.visitInsn(Opcodes.ICONST_M1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
