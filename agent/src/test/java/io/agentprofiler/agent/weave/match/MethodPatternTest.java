// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodPatternTest {
    private static final int PUBLIC = 0x0001;
    private static final int PRIVATE = 0x0002;
    private static final int BRIDGE = 0x0040;
    private static final int NATIVE = 0x0100;
    private static final int ABSTRACT = 0x0400;
    private static final int SYNTHETIC = 0x1000;

    @ParameterizedTest
    @CsvSource({
        "int, I",
        "void, V",
        "java.lang.String, Ljava/lang/String;",
        "byte[][], [[B",
        "java.lang.String[], [Ljava/lang/String;",
        "a.Outer$Inner, La/Outer$Inner;"
    })
    void shouldWriteTypesAsDescriptors(String type, String descriptor) {
        assertThat(MethodPattern.descriptor(type)).isEqualTo(descriptor);
    }

    @Test
    void shouldMatchExactTypesOnly() {
        MethodPattern pattern = pattern("chat(a.Request):a.Response");

        assertThat(pattern.matches(PUBLIC, "chat", "(La/Request;)La/Response;")).isTrue();
        assertThat(pattern.matches(PUBLIC, "chat", "(La/Request;)La/OtherResponse;"))
                .isFalse();
        assertThat(pattern.matches(PUBLIC, "chat", "(La/Request;La/Options;)La/Response;"))
                .isFalse();
        assertThat(pattern.matches(PUBLIC, "chat", "(La/Request;)[La/Response;"))
                .isFalse();
        assertThat(pattern.matches(PUBLIC, "doChat", "(La/Request;)La/Response;"))
                .isFalse();
    }

    @Test
    void shouldLeaveMethodsWithoutBodyAndCompilerMadeOnesAlone() {
        MethodPattern pattern = pattern("chat(a.Request):a.Response");

        for (int flag : new int[] {ABSTRACT, NATIVE, BRIDGE, SYNTHETIC}) {
            assertThat(pattern.matches(PUBLIC | flag, "chat", "(La/Request;)La/Response;"))
                    .isFalse();
        }
    }

    @Test
    void shouldMatchAnyParametersAndResult() {
        MethodPattern pattern = pattern("plan(..):*");

        assertThat(pattern.matches(PUBLIC, "plan", "()V")).isTrue();
        assertThat(pattern.matches(PUBLIC, "plan", "(IJ)Ljava/lang/String;")).isTrue();
    }

    @Test
    void shouldNotTakePrivateMethodsConstructorsOrThoseOfEveryObjectForAnyMethod() {
        MethodPattern pattern = pattern("*");

        assertThat(pattern.matches(PUBLIC, "search", "()V")).isTrue();
        assertThat(pattern.matches(PRIVATE, "search", "()V")).isFalse();
        assertThat(pattern.matches(PUBLIC, "<init>", "()V")).isFalse();
        assertThat(pattern.matches(PUBLIC, "<clinit>", "()V")).isFalse();
        assertThat(pattern.matches(PUBLIC, "toString", "()Ljava/lang/String;")).isFalse();
        assertThat(pattern.matches(PUBLIC, "equals", "(Ljava/lang/Object;)Z")).isFalse();
        assertThat(pattern.matches(PUBLIC, "toString", "(I)Ljava/lang/String;")).isTrue();
    }

    @Test
    void shouldMatchPrivateMethodsThatAreNamed() {
        assertThat(pattern("run()").matches(PRIVATE, "run", "()V")).isTrue();
    }

    private static MethodPattern pattern(String signature) {
        return MethodPattern.of(TestRules.signature(signature));
    }
}
