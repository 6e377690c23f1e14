// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import io.agentprofiler.rules.model.LoadedLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Excerpts of what OpenJDK 17 and 25 log and answer. */
class ClassLogTest {
    private static final String LOG = """
            bootstrap loader class path=/opt/jdk/lib/modules:/lib/extra.jar
            Expecting BOOT path=/opt/jdk/lib/modules
            java.lang.Object source: shared objects file
             klass: 0x00007fa6a3000d68 super: 0x0000000000000000 loader: [loader data: 0x00007fa7200dc1e0 of 'bootstrap']
            %s
            com.acme.Main source: file:/srv/app/
             klass: 0x00007fa6a4000800 super: 0x00007fa6a3000d68 loader: [loader data: 0x00007fa72010e560 for instance a \
            'jdk/internal/loader/ClassLoaders$AppClassLoader'{0x00000007ffb56098}] bytes: 508 checksum: 4e80f535
            set_secondary_supers: hash_slot: 8; klass: [Ljava.security.ProtectionDomain;
            """;
    private static final String FRAMEWORK = """
            %s source: file:/m2/the-core-1.2.3.jar
             klass: 0x00007fa6a4000800 super: 0x00007fa6a3000d68 loader: [loader data: 0x00007fa72010e560 for instance a \
            'com/acme/Isolating'{0x00000007ffb56098}] bytes: 508 checksum: 4e80f535""";
    private static final String PREMAIN = """
            io.agentprofiler.agent.Premain source: file:/opt/agent-profiler.jar
             klass: 0x1 super: 0x2 loader: [loader data: 0x3 for instance a \
            'jdk/internal/loader/ClassLoaders$AppClassLoader'{0x4}] bytes: 1 checksum: 2""";

    @TempDir
    private Path dir;

    private final Frameworks frameworks = Frameworks.bundled();
    private final String known = frameworks.named("langchain4j").packages().get(0) + "Model";

    @Test
    void shouldFindRuntimeAndFrameworksWithTheirLoaders() throws IOException {
        LoadedClasses classes = new LoadedClasses(frameworks, true);

        Path home = ClassLog.read(log(PREMAIN + "\n" + FRAMEWORK.formatted(known)), classes);

        assertThat(home).isEqualTo(Path.of("/opt/jdk"));
        assertThat(classes.hasPremain()).isTrue();
        assertThat(classes.hasCore()).isFalse();
        assertThat(classes.frameworks()).hasSize(1);
        SeenFramework framework = classes.frameworks().iterator().next();
        assertThat(framework.jars()).containsExactly("the-core-1.2.3.jar");
        assertThat(framework.sources()).containsExactly("file:/m2/the-core-1.2.3.jar");
        assertThat(framework.loaders()).containsExactly("com.acme.Isolating");
        assertThat(framework.isVisible()).isTrue();
        assertThat(framework.isBeforeAgent()).isFalse();
    }

    @Test
    void shouldNoticeWhatCameBeforeTheAgent() throws IOException {
        LoadedClasses classes = new LoadedClasses(frameworks, true);

        ClassLog.read(log(FRAMEWORK.formatted(known) + "\n" + PREMAIN), classes);

        assertThat(classes.frameworks().iterator().next().isBeforeAgent()).isTrue();
    }

    @Test
    void shouldReadALogThatEndsInTheMiddle() throws IOException {
        LoadedClasses classes = new LoadedClasses(frameworks, true);

        ClassLog.read(
                Files.writeString(dir.resolve("1.log"), "java.lang.Object source: jrt:/java.base\n klass: 0x0"),
                classes);

        assertThat(classes.isKnown()).isTrue();
        assertThat(ClassLog.read(Files.createFile(dir.resolve("2.log")), new LoadedClasses(frameworks, true)))
                .isNull();
    }

    @Test
    void shouldReadTheTreeOfClassLoaders() {
        LoadedClasses classes = new LoadedClasses(frameworks, false);

        RunningJvm.readClasses("""
                +-- <bootstrap>
                      |    \s
                      |               Classes: java.lang.Object
                      |                        [Ljava.lang.Object;
                      |                        (2 classes)
                      +-- "platform", jdk.internal.loader.ClassLoaders$PlatformClassLoader
                      |     |    \s
                      |     +-- "app", jdk.internal.loader.ClassLoaders$AppClassLoader
                      |                \s
                      |                           Classes: io.agentprofiler.agent.Premain
                      |                                    (1 class)
                      +-- com.acme.Isolating
                           \s
                                        Classes: %s
                                                 (1 class)
                """.formatted(known), classes);

        assertThat(classes.hasPremain()).isTrue();
        assertThat(classes.frameworks().iterator().next().loaders()).containsExactly("com.acme.Isolating");
    }

    @Test
    void shouldNameLibrariesThatNoRuleCoversWithTheirVersions() {
        LoadedClasses classes = new LoadedClasses(frameworks, true);
        classes.add("com.github.tjake.jlama.model.Model", "file:/lib/jlama-core-0.8.4.jar", "app");
        classes.add("com.github.tjake.jlama.model.Chat", "file:/lib/jlama-core-0.8.4.jar", "app");
        classes.add("com.google.genai.types.Content", "file:/lib/google-genai-2.0.0.jar", "app");
        classes.add("com.cohere.api.Cohere", null, "platform");
        classes.add("com.azure.ai.openai.OpenAIClient", null, "app");

        assertThat(classes.untraced())
                .containsExactly(new LoadedLibrary("Jlama", "0.8.4", List.of(), List.of(), false));
    }

    @Test
    void shouldNotTakeALibraryThatRulesOfAFrameworkTraceForTheFramework() {
        LoadedClasses classes = new LoadedClasses(frameworks, true);
        classes.add("io.modelcontextprotocol.client.McpClient", "file:/lib/mcp-core-2.0.0.jar", "app");

        assertThat(classes.frameworks().iterator().next().describe())
                .startsWith("io.modelcontextprotocol.client, traced by the rules for Spring AI ")
                .endsWith(" from mcp-core-2.0.0.jar (class loader: app)");
        classes.add("org.springframework.ai.chat.model.ChatModel", null, "app");
        assertThat(classes.frameworks().iterator().next().describe()).startsWith("Spring AI ");
    }

    private Path log(String classes) throws IOException {
        return Files.writeString(dir.resolve("1.log"), LOG.formatted(classes));
    }
}
