// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.propagation.PropagationStep;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;
import org.junit.jupiter.api.Test;

class PropagationWeaverTest {
    private final PropagationWeaver weaver = new PropagationWeaver("java/lang/Dispatcher", "propagate", "exchange");

    @Test
    void shouldFindEverySiteThatThisJdkShouldHave() throws IOException {
        Map<String, List<PropagationSite>> byType =
                PropagationSites.all().stream().collect(Collectors.groupingBy(PropagationSite::type));
        List<PropagationSite> missing = new ArrayList<>();
        for (Map.Entry<String, List<PropagationSite>> type : byType.entrySet()) {
            PropagationWeaver.Woven woven = weaver.weave(classFile(type.getKey()), type.getValue());
            type.getValue().stream()
                    .filter(site -> site.since() <= Runtime.version().feature())
                    .filter(site -> !woven.found().contains(site))
                    .forEach(missing::add);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldAddNothingButCallsToTheMethodsMeant() throws IOException {
        List<PropagationSite> sites = PropagationSites.all().stream()
                .filter(site -> site.type().equals("java/util/concurrent/ForkJoinTask"))
                .toList();
        byte[] before = classFile("java/util/concurrent/ForkJoinTask");
        byte[] after = weaver.weave(before, sites).classFile();

        assertThat(members(after)).isEqualTo(members(before));
        assertThat(callers(before)).isEmpty();
        assertThat(callers(after))
                .containsOnly("fork", "doExec", "invoke", "quietlyInvoke", "invokeAll")
                .contains("fork", "doExec", "invoke", "quietlyInvoke", "invokeAll");
    }

    @Test
    void shouldStoreNothingInFieldsOfOtherTypes() throws IOException {
        String type = "java/util/concurrent/CompletableFuture$UniHandle";
        PropagationSite site = new PropagationSite(
                type, Set.of("<init>"), -1, Place.STORE, "fn", PropagationStep.REGISTER_STAGE, null, 17);

        assertThat(weaver.weave(classFile(type), List.of(site)).found()).isEmpty();
    }

    private static byte[] classFile(String type) throws IOException {
        try (InputStream in = Object.class.getResourceAsStream("/" + type + ".class")) {
            return in.readAllBytes();
        }
    }

    private static List<String> members(byte[] classFile) {
        List<String> members = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                members.add(access + " " + name + descriptor);
                                return null;
                            }
                        },
                        0);
        return members;
    }

    private static List<String> callers(byte[] classFile) {
        List<String> callers = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(OpenedClassReader.ASM_API) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean inInterface) {
                                        if (owner.equals("java/lang/Dispatcher")) {
                                            callers.add(name);
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return callers;
    }
}
