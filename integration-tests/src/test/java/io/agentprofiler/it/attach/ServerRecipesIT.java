// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Framework;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes of {@code docs/attach/README.md} for what has to be fetched: some 30 MB from Maven Central, so only the profile {@code full}
 * runs them.
 */
class ServerRecipesIT {
    private static final String TOMCAT = "11.0.24";

    @TempDir
    private Path dir;

    @BeforeEach
    void onlyInFull() {
        assumeTrue(Breadth.isFull(), "the profile full runs this");
    }

    @Test
    void shouldTraceSpringBoot() throws Exception {
        try (RecipeRunner runner = new RecipeRunner(dir).withMaven()) {
            Path project = runner.project("spring-boot");
            runner.run("mvn -q package", project);

            assertThat(runner.type("spring-boot-jar", project)).contains("Answer: OK");
            assertThat(runner.type("spring-boot-run", project)).contains("[  restartedMain]", "Answer: OK");

            runner.assertRuns(2);
        }
    }

    @Test
    void shouldTraceTomcat() throws Exception {
        Path pid = dir.resolve("tomcat.pid");
        Path home = dir.resolve("apache-tomcat-" + TOMCAT);
        try (RecipeRunner runner = new RecipeRunner(dir)
                .withMaven()
                .environment("CATALINA_HOME", home.toString())
                .environment("CATALINA_PID", pid.toString())) {
            int port = install(runner, home);

            runner.type("tomcat", dir);

            try {
                String url = "http://localhost:" + port + "/desk/ask";
                assertThat(ask(url)).isEqualTo("Answer: OK\n");
                assertThat(ask(url)).isEqualTo("Answer: OK\n");
            } finally {
                stop(pid);
            }
            // the first request had begun before it loaded the framework, for which the agent waits
            runner.assertRuns(1, RunningJvmIT.WORKFLOW + "workflow GET /ask\n" + RunningJvmIT.WORKFLOW.indent(2));
        }
    }

    /** Unpacks Tomcat, with the desk as a web application, and returns the port it will listen on. */
    private int install(RecipeRunner runner, Path home) throws Exception {
        runner.run(
                "mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy -DoutputDirectory=. -Dartifact="
                        + "org.apache.tomcat:tomcat:" + TOMCAT + ":tar.gz\n"
                        + "tar xzf tomcat-" + TOMCAT + ".tar.gz\n",
                dir);
        Path application = home.resolve("webapps/desk/WEB-INF");
        Files.createDirectories(application.resolve("classes"));
        Path library = Files.createDirectories(application.resolve("lib"));
        for (String jar : Framework.NEWEST.classPath().split(File.pathSeparator)) {
            Files.copy(Path.of(jar), library.resolve(Path.of(jar).getFileName()));
        }
        runner.run(
                "javac -d '" + application.resolve("classes") + "' -cp '" + home.resolve("lib/servlet-api.jar") + ":"
                        + library + "/*' $(find . -name '*.java')",
                runner.project("tomcat"));
        int port = freePort();
        Path settings = home.resolve("conf/server.xml");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replace("port=\"8080\"", "port=\"" + port + "\" address=\"localhost\"")
                        .replace("port=\"8005\"", "port=\"-1\""));
        return port;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String ask(String url) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> client.send(request, HttpResponse.BodyHandlers.ofString()),
                        answer -> answer.statusCode() == 200)
                .body();
    }

    private static void stop(Path pid) throws Exception {
        ProcessHandle tomcat = ProcessHandle.of(
                        Long.parseLong(Files.readString(pid).strip()))
                .orElseThrow(() -> new AssertionError("Tomcat has ended by itself"));
        tomcat.destroy();
        tomcat.onExit().get(2, TimeUnit.MINUTES);
    }
}
