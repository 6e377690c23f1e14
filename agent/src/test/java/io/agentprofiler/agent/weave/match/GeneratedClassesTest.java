// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedClassesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk/proxy2/$Proxy17",
                "com/sun/proxy/$Proxy4",
                "$Proxy0",
                "com/acme/Model$$SpringCGLIB$$0",
                "com/acme/Model$$EnhancerBySpringCGLIB$$1a2b",
                "com/acme/Model$Proxy$_$$_WeldClientProxy",
                "com/acme/Model$$$EasyMock$1",
                "com/acme/Model$MockitoMock$khJS7S9l",
                "org/mockito/codegen/List$MockitoMock$1907283",
                "com/acme/Model$SpockMock$771",
                "net/bytebuddy/renamed/java/util/List$ByteBuddy$aB3"
            })
    void shouldKnowClassesMadeAtRunTime(String internalName) {
        assertThat(GeneratedClasses.isGenerated(internalName)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com/acme/Model",
                "com/acme/Model$Inner",
                "com/acme/MockitoMock",
                "com/acme/Proxy",
                "com/acme/ModelProxy",
                "com/acme/MyProxy$1"
            })
    void shouldLeaveClassesThatSomebodyWrote(String internalName) {
        assertThat(GeneratedClasses.isGenerated(internalName)).isFalse();
    }
}
