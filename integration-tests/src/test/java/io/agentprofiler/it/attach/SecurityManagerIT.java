// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.desk.Desk;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that may do little, and an agent that may do what the page asks for. */
@Tag("once")
class SecurityManagerIT {
    private static final int LAST_JDK = 23;

    /** What the framework and its HTTP client need; files it may only read. */
    private static final String PROGRAM = """
            grant {
                permission java.net.SocketPermission "*", "connect,resolve";
                permission java.net.URLPermission "http://*:*/-", "*:*";
                permission java.util.PropertyPermission "*", "read,write";
                permission java.lang.RuntimePermission "*";
                permission java.lang.reflect.ReflectPermission "suppressAccessChecks";
                permission java.io.FilePermission "<<ALL FILES>>", "read";
            };
            """;

    private final Jdk jdk = Jdks.current();

    @TempDir
    private Path dir;

    @BeforeEach
    void onlyWhereThereIsOne() {
        assumeTrue(jdk.feature() <= LAST_JDK, jdk + " has no security manager");
    }

    @Test
    void shouldTraceWithTheGrantOfThePage() throws Exception {
        String grant =
                Recipes.text("policy").replace(Recipes.JAR, Artifacts.agentJar().toString());

        ProcessResult result = run(grant + PROGRAM);

        assertThat(result.out()).isEqualTo("Answer: OK\n");
        result.segments()
                .assertBooksExact()
                .assertNothingDropped()
                .tree()
                .assertEquals("segments", RunningJvmIT.WORKFLOW);
    }

    @Test
    void shouldSayWhichPermissionItLacks() throws Exception {
        ProcessResult result = run(PROGRAM);

        assertThat(result.out()).isEqualTo("Answer: OK\n");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err())
                .contains("[agent-profiler] not started: java.security.AccessControlException: access denied");
        assertThat(result.profileDir()).doesNotExist();
    }

    private ProcessResult run(String policy) throws IOException {
        Path file = Files.writeString(dir.resolve("program.policy"), policy);
        try (OpenAiServer server = OpenAiServer.start()) {
            return AgentProcess.of(Desk.class, dir)
                    .jdk(jdk)
                    .jvm("-Djava.security.manager", "-Djava.security.policy==" + file)
                    .environment("OPENAI_BASE_URL", server.baseUrl())
                    .run();
        }
    }
}
