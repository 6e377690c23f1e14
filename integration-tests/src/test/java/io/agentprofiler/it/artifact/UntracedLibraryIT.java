// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages about AI libraries that no rule covers. The test creates the libraries: a class in the real library's package, in
 * a jar with its name.
 */
@Tag("once")
class UntracedLibraryIT {
    private static final String JLAMA = """
            package com.github.tjake.jlama;
            public class Jlama {
                public static void main(String[] args) {
                    System.out.println("answered");
                }
            }
            """;

    /** A model of the framework that calls an SDK, as the framework's own modules do. */
    private static final String BOTH = """
            package com.acme;
            import com.alibaba.dashscope.DashScope;
            import dev.langchain4j.data.message.AiMessage;
            import dev.langchain4j.model.chat.ChatModel;
            import dev.langchain4j.model.chat.request.ChatRequest;
            import dev.langchain4j.model.chat.response.ChatResponse;
            public class Both {
                static class Qwen implements ChatModel {
                    private final DashScope client = new DashScope();
                    @Override public ChatResponse doChat(ChatRequest request) {
                        return ChatResponse.builder().aiMessage(AiMessage.from(client.answer())).build();
                    }
                }
                public static void main(String[] args) {
                    System.out.println(new Qwen().chat("who?").toUpperCase());
                    for (String main : args) {
                        com.github.tjake.jlama.Jlama.main(args);
                    }
                }
            }
            """;

    @TempDir
    private Path dir;

    private Path jlama;
    private Path dashScope;
    private Path cohere;

    @BeforeEach
    void makeLibraries() throws IOException {
        jlama = library("jlama-core-0.8.4.jar", "com.github.tjake.jlama.Jlama", JLAMA);
        dashScope = library("dashscope-sdk-java-2.1.0.jar", "com.alibaba.dashscope.DashScope", """
                        package com.alibaba.dashscope;
                        public class DashScope {
                            public String answer() {
                                return "me";
                            }
                        }
                        """);
        cohere = library("cohere-java-1.9.3.jar", "com.cohere.api.Cohere", """
                        package com.cohere.api;
                        public class Cohere {
                        }
                        """);
    }

    @Test
    void shouldNameALibraryBesideATracedFramework() throws IOException {
        ProcessResult traced = both().args("too").run();

        assertThat(traced.out()).isEqualTo("ME\nanswered\n");
        assertThat(lastLine(traced))
                .contains("; Jlama 0.8.4 was loaded; it is not traced; explain them with: ")
                .doesNotContain("DashScope", "Cohere");
        assertThat(report(traced))
                .contains(
                        "Not recognised",
                        "Jlama 0.8.4 was loaded; it is not traced. If the program made calls with it, their time, tokens"
                                + " and cost are not in this report")
                .doesNotContain("complete: nothing dropped", "Cohere");
    }

    @Test
    void shouldCallTheDataCompleteWhereATracedFrameworkMakesTheCalls() throws IOException {
        ProcessResult traced = both().run();

        assertThat(lastLine(traced)).doesNotContain("not traced");
        assertThat(report(traced))
                .contains(
                        "complete: nothing dropped, nothing missing",
                        "DashScope SDK 2.1.0 was loaded below a traced framework; calls made with it directly are not"
                                + " traced")
                .doesNotContain("Not recognised", "Jlama");
    }

    @Test
    void shouldNameALibraryAndAMisspeltSettingWhereNothingIsTraced() {
        ProcessResult traced = AgentProcess.of("com.github.tjake.jlama.Jlama", dir)
                .classPath(classPath(jlama, cohere))
                .setting("contnt", "full")
                .run();

        assertThat(traced.out()).isEqualTo("answered\n");
        assertThat(traced.err().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("[agent-profiler] agentprofiler.contnt is not a setting; did you mean"
                                        + " agentprofiler.content? (-Dagentprofiler.help=true lists them all)"),
                        line -> assertThat(line)
                                .startsWith("[agent-profiler] nothing was recorded: Jlama 0.8.4 was loaded; it is not"
                                        + " traced. No class of a supported framework was loaded (LangChain4j "));
        assertThat(traced.profileDir()).doesNotExist();
    }

    private AgentProcess both() throws IOException {
        Path program = compiled(
                "com.acme.Both", BOTH, classPath(jlama, dashScope) + File.pathSeparator + Framework.NEWEST.classPath());
        return AgentProcess.of("com.acme.Both", dir)
                .classPath(classPath(program, jlama, dashScope, cohere, Artifacts.programs())
                        + File.pathSeparator
                        + Framework.NEWEST.classPath());
    }

    private String report(ProcessResult traced) {
        return Analyzer.run(
                        Jdks.current(),
                        dir,
                        "report",
                        "--all",
                        traced.profileDir().toString())
                .out()
                .replaceAll("\\s+", " ");
    }

    private static String lastLine(ProcessResult traced) {
        List<String> lines = traced.err().lines().toList();
        return lines.get(lines.size() - 1);
    }

    private static String classPath(Path... parts) {
        return String.join(
                File.pathSeparator, Stream.of(parts).map(Path::toString).toList());
    }

    private Path library(String jarName, String type, String source) throws IOException {
        String file = type.replace('.', '/') + ".class";
        byte[] classFile = Files.readAllBytes(compiled(type, source, "").resolve(file));
        Path jar = dir.resolve(jarName);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry(file));
            entries.write(classFile);
        }
        return jar;
    }

    private Path compiled(String type, String source, String classPath) throws IOException {
        Path folder = Files.createDirectories(dir.resolve("classes-" + type));
        Path file = folder.resolve(type.substring(type.lastIndexOf('.') + 1) + ".java");
        Files.writeString(file, source);
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-nowarn", "-d", folder.toString(), "-cp", classPath, file.toString());
        assertThat(failed).as(source).isZero();
        return folder;
    }
}
