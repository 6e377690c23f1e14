// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.Premain.JdkTools;
import org.junit.jupiter.api.Test;

class JdkToolsTest {
    @Test
    void shouldRecogniseToolsByTheirModule() {
        assertThat(JdkTools.isTool("jdk.jcmd", "jdk.jcmd/sun.tools.jps.Jps")).isTrue();
        assertThat(JdkTools.isTool("jdk.compiler", "jdk.compiler/com.sun.tools.javac.Main"))
                .isTrue();
        assertThat(JdkTools.isTool("java.base", "java.base/sun.security.tools.keytool.Main"))
                .isTrue();
    }

    @Test
    void shouldRecogniseToolsStartedByTheirClass() {
        assertThat(JdkTools.isTool(null, "com.sun.tools.javac.Main Hello.java")).isTrue();
    }

    @Test
    void shouldTakeSourceFilesThatJavaRunsForPrograms() {
        String launcher = "jdk.compiler/com.sun.tools.javac.launcher.Main Agent.java";

        assertThat(JdkTools.isTool("jdk.compiler", launcher)).isFalse();
    }

    @Test
    void shouldTakeEverythingElseForAProgram() {
        assertThat(JdkTools.isTool(null, "com.acme.Main --verbose")).isFalse();
        assertThat(JdkTools.isTool("com.acme.app", "com.acme.app/com.acme.Main"))
                .isFalse();
        assertThat(JdkTools.isTool(null, null)).isFalse();
    }
}
