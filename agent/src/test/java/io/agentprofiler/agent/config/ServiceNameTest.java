// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceNameTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.Main --port 1, Main",
        "Main, Main",
        "lib/shop-1.2.jar serve, shop-1.2",
        "shop.jar, shop",
        "C:\\apps\\shop.jar, shop",
        "C:\\Program Files\\Acme\\shop.jar serve x.jar, shop",
        "/Users/me/my work/shop 2.jar, shop 2",
        "com.acme.Main /tmp/x.jar, Main",
        "com.acme/com.acme.Main, Main"
    })
    void shouldTakeTheSimpleNameOfMainClassOrJar(String command, String name) {
        assertThat(ServiceName.of(command, "/home/me/work")).isEqualTo(name);
    }

    @Test
    void shouldHaveANameWithoutACommand() {
        assertThat(ServiceName.of(null, "/home/me")).isEqualTo("java");
        assertThat(ServiceName.of(" ", "/home/me")).isEqualTo("java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/srv/shop/target/surefire/surefirebooter-20261123081236_1.jar /srv/shop/target/surefire 2026-11 surefire_0",
                "org.apache.maven.surefire.booter.ForkedBooter /srv/shop/target/surefire 2026-11 surefire_0",
                "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Test Executor 1'",
                "com.intellij.rt.junit.JUnitStarter -ideVersion5 -junit5 com.acme.ShopTest",
                "org.eclipse.jdt.internal.junit.runner.RemoteTestRunner -version 3",
                "com.microsoft.java.test.runner.Launcher testng",
                "lib/junit-platform-console-standalone-1.14.4.jar execute",
                "org.junit.platform.console.ConsoleLauncher execute",
                "org.testng.TestNG suite.xml"
            })
    void shouldNameAJvmOfTestsAfterTheModule(String command) {
        assertThat(ServiceName.of(command, "/srv/shop")).isEqualTo("shop");
        assertThat(ServiceName.of(command, "C:\\work\\shop\\")).isEqualTo("shop");
    }

    @Test
    void shouldNameAJvmOfTestsAfterItsCommandWhereTheDirectoryHasNoName() {
        assertThat(ServiceName.of("org.testng.TestNG suite.xml", "/")).isEqualTo("TestNG");
        assertThat(ServiceName.of("org.testng.TestNG suite.xml", null)).isEqualTo("TestNG");
    }
}
