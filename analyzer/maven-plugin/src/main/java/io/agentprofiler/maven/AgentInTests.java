// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Attaches the agent to the test JVMs of each project that has the plugin, before anything is built: Surefire and Failsafe start
 * them with the agent's options in front of their own, and the runs of earlier builds are deleted before the tests.
 *
 * <p>Maven calls it because the plugin is declared with {@code <extensions>true</extensions>}.
 *
 * <p><b>Threading:</b> called once a build, before Maven starts threads.
 */
@Named("agent-profiler")
@Singleton
public final class AgentInTests extends AbstractMavenLifecycleParticipant {
    /** The plugin's group and name. */
    static final String PLUGIN = "io.agentprofiler:agent-profiler-maven-plugin";

    /** Directory of the runs below the build directory, unless the plugin is configured otherwise. */
    static final String RUNS = "agent-profile";

    private static final String SKIP = "agentprofiler.skip";
    private static final List<String> STARTERS =
            List.of("org.apache.maven.plugins:maven-surefire-plugin", "org.apache.maven.plugins:maven-failsafe-plugin");

    @Override
    public void afterProjectsRead(MavenSession session) {
        for (MavenProject project : session.getProjects()) {
            Plugin plugin = project.getPlugin(PLUGIN);
            if (plugin != null && !isSkipped(session, project)) {
                attach(project, plugin, session.getUserProperties().getProperty("argLine"), ShippedJar.agent());
            }
        }
    }

    private static boolean isSkipped(MavenSession session, MavenProject project) {
        String asked = session.getUserProperties().getProperty(SKIP);
        return Boolean.parseBoolean(asked == null ? project.getProperties().getProperty(SKIP) : asked);
    }

    /**
     * Attaches the agent to the tests of a project.
     *
     * @param commandLine the property {@code argLine} of the command line; {@code null} if there is none
     */
    static void attach(MavenProject project, Plugin plugin, String commandLine, Path agent) {
        String options = AgentOptions.of(agent, runs(project, plugin), project.getArtifactId(), settings(plugin));
        // what Surefire puts in the place of @{argLine} at run time, for example the option that JaCoCo has set by then
        project.getProperties().putIfAbsent("argLine", "");
        String otherwise = commandLine == null ? "@{argLine}" : commandLine;
        for (String key : STARTERS) {
            Plugin starter = project.getPlugin(key);
            if (starter != null) {
                starter.setConfiguration(withOptions(starter.getConfiguration(), options, otherwise));
                for (PluginExecution execution : starter.getExecutions()) {
                    execution.setConfiguration(withOptions(execution.getConfiguration(), options, otherwise));
                }
            }
        }
        PluginExecution forget = new PluginExecution();
        forget.setId("runs-of-earlier-builds");
        forget.setPhase("process-test-classes");
        forget.addGoal("forget");
        forget.setConfiguration(plugin.getConfiguration());
        plugin.addExecution(forget);
    }

    private static Object withOptions(Object configuration, String options, String otherwise) {
        Xpp3Dom with = configuration == null ? new Xpp3Dom("configuration") : new Xpp3Dom((Xpp3Dom) configuration);
        Xpp3Dom line = with.getChild("argLine");
        if (line == null) {
            line = new Xpp3Dom("argLine");
            with.addChild(line);
        }
        String own = line.getValue();
        line.setValue(options + " " + (own == null || own.isBlank() ? otherwise : own));
        return with;
    }

    private static Path runs(MavenProject project, Plugin plugin) {
        Xpp3Dom runs = child(plugin, "runs");
        return runs == null
                ? Path.of(project.getBuild().getDirectory(), RUNS)
                : project.getBasedir().toPath().resolve(runs.getValue().trim());
    }

    private static Map<String, String> settings(Plugin plugin) {
        Xpp3Dom settings = child(plugin, "settings");
        return settings == null ? Map.of() : AgentOptions.settings(settings);
    }

    private static Xpp3Dom child(Plugin plugin, String name) {
        return plugin.getConfiguration() == null ? null : ((Xpp3Dom) plugin.getConfiguration()).getChild(name);
    }
}
