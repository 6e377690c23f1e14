// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

class AgentInTestsTest {
    private static final Path AGENT = Path.of("/repo/the agent.jar");
    private static final String OPTIONS = "\"-javaagent:" + AGENT + "\" \"-Dagentprofiler.dir="
            + Path.of("/refunds/target/agent-profile") + "\" \"-Dagentprofiler.service=refunds\" ";

    private final Plugin profiler = plugin("io.agentprofiler", "agent-profiler-maven-plugin");
    private final Plugin surefire = plugin("org.apache.maven.plugins", "maven-surefire-plugin");
    private final Plugin failsafe = plugin("org.apache.maven.plugins", "maven-failsafe-plugin");

    private static Plugin plugin(String group, String artifact) {
        Plugin plugin = new Plugin();
        plugin.setGroupId(group);
        plugin.setArtifactId(artifact);
        return plugin;
    }

    private static Xpp3Dom configuration(String xml) throws IOException, XmlPullParserException {
        return Xpp3DomBuilder.build(new StringReader("<configuration>" + xml + "</configuration>"));
    }

    private MavenProject project() {
        Build build = new Build();
        build.setDirectory("/refunds/target");
        List.of(profiler, surefire, failsafe).forEach(build::addPlugin);
        Model model = new Model();
        model.setArtifactId("refunds");
        model.setBuild(build);
        MavenProject project = new MavenProject(model);
        project.setFile(Path.of("/refunds/pom.xml").toFile());
        return project;
    }

    private static String argLine(Object configuration) {
        return ((Xpp3Dom) configuration).getChild("argLine").getValue();
    }

    @Test
    void shouldStandBeforeWhatOtherPluginsAdd() {
        MavenProject project = project();
        AgentInTests.attach(project, profiler, null, AGENT);

        assertThat(argLine(surefire.getConfiguration())).isEqualTo(OPTIONS + "@{argLine}");
        assertThat(argLine(failsafe.getConfiguration())).isEqualTo(OPTIONS + "@{argLine}");
        assertThat(project.getProperties()).containsEntry("argLine", "");
    }

    @Test
    void shouldKeepOptionsOfTheProjectAndOfTheCommandLine() throws IOException, XmlPullParserException {
        surefire.setConfiguration(configuration("<argLine>-Xmx1g @{argLine}</argLine><forkCount>2</forkCount>"));
        PluginExecution tests = new PluginExecution();
        tests.setConfiguration(configuration("<argLine>-Xmx2g</argLine>"));
        surefire.addExecution(tests);
        MavenProject project = project();
        project.getProperties().setProperty("argLine", "-ea");
        AgentInTests.attach(project, profiler, "-Dx=1", AGENT);

        assertThat(argLine(surefire.getConfiguration())).isEqualTo(OPTIONS + "-Xmx1g @{argLine}");
        assertThat(((Xpp3Dom) surefire.getConfiguration()).getChild("forkCount").getValue())
                .isEqualTo("2");
        assertThat(argLine(tests.getConfiguration())).isEqualTo(OPTIONS + "-Xmx2g");
        assertThat(argLine(failsafe.getConfiguration())).isEqualTo(OPTIONS + "-Dx=1");
        assertThat(project.getProperties()).containsEntry("argLine", "-ea");
    }

    @Test
    void shouldTakeSettingsAndForgetEarlierRuns() throws IOException, XmlPullParserException {
        profiler.setConfiguration(configuration("<runs>runs</runs><settings><content>none</content>"
                + "<service> Refunds 2 </service><dir>elsewhere</dir></settings>"));
        AgentInTests.attach(project(), profiler, null, AGENT);

        assertThat(argLine(surefire.getConfiguration()))
                .isEqualTo("\"-javaagent:" + AGENT + "\" \"-Dagentprofiler.content=none\" \"-Dagentprofiler.dir="
                        + Path.of("/refunds/runs") + "\" \"-Dagentprofiler.service=Refunds 2\" @{argLine}");
        assertThat(profiler.getExecutions()).singleElement().satisfies(forget -> {
            assertThat(forget.getGoals()).containsExactly("forget");
            assertThat(forget.getPhase()).isEqualTo("process-test-classes");
            assertThat(forget.getConfiguration()).isSameAs(profiler.getConfiguration());
        });
    }

    @Test
    void shouldUnderstandOptionsOfTheGate() {
        assertThat(GateMojo.words("--only \"invoke_agent *\"\n  --max-cost 0.01 --no-loops"))
                .containsExactly("--only", "invoke_agent *", "--max-cost", "0.01", "--no-loops");
        assertThat(GateMojo.words(" ")).isEmpty();
        assertThat(GateMojo.command(AGENT, Path.of("r"), List.of("--junit", "a.xml"), Path.of("b.xml")))
                .endsWith("gate", "r", "--junit", "a.xml");
        assertThat(GateMojo.command(AGENT, Path.of("r"), List.of("--no-loops"), Path.of("b.xml")))
                .endsWith("gate", "r", "--no-loops", "--junit", "b.xml");
    }
}
