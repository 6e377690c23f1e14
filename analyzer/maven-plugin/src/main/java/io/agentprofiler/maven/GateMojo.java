// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Fails the build when an agent does worse in the tests than it may: runs {@code analyzer gate} on what the tests recorded, in a JVM
 * of its own. A gate that is broken is a failure of the build, a gate that cannot be run an error.
 */
@Mojo(name = "gate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class GateMojo extends AbstractMojo {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final int BROKEN = 1;
    private static final int WARNED = 3;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    /** Where the tests leave their runs. */
    @Parameter(property = "agentprofiler.runs", defaultValue = "${project.build.directory}/" + AgentInTests.RUNS)
    private File runs;

    /** Options of {@code analyzer gate}, separated by blanks; one that contains blanks stands in double quotes. */
    @Parameter(property = "agentprofiler.gate", required = true)
    private String options;

    /** The result as a report of tests; beside Surefire's, CI servers find it. */
    @Parameter(defaultValue = "${project.build.directory}/surefire-reports/TEST-agent-gate.xml")
    private File junit;

    /** Settings of the agent in the tests, by their names without {@code agentprofiler.}; {@link AgentInTests} reads them. */
    @Parameter
    @SuppressWarnings("unused")
    private Map<String, String> settings;

    /** Neither attaches the agent nor judges. */
    @Parameter(property = "agentprofiler.skip", defaultValue = "false")
    private boolean skip;

    /** There is nothing to judge without tests. */
    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    /** There is nothing to judge without tests. */
    @Parameter(property = "maven.test.skip", defaultValue = "false")
    private boolean skipTestClasses;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip || skipTests || skipTestClasses) {
            getLog().info("Skipped: no gate for agents without tests");
            return;
        }
        if (!runs.isDirectory()) {
            throw new MojoFailureException("No test has recorded a run in " + runs + ". " + whyNot(project));
        }
        List<String> command = command(ShippedJar.analyzer(), runs.toPath(), words(options), junit.toPath());
        Result result = run(command);
        if (result.exitCode() == 0 || result.exitCode() == WARNED) {
            result.output().lines().forEach(result.exitCode() == 0 ? getLog()::info : getLog()::warn);
        } else if (result.exitCode() == BROKEN) {
            throw new MojoFailureException("an agent does worse than it may\n" + result.output());
        } else {
            throw new MojoExecutionException("the gate cannot be run\n" + result.output());
        }
    }

    private record Result(int exitCode, String output) {}

    private static Result run(List<String> command) throws MojoExecutionException {
        Process process = null;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output.stripTrailing());
        } catch (IOException e) {
            throw new MojoExecutionException("cannot run " + String.join(" ", command), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    static List<String> command(Path analyzer, Path runs, List<String> options, Path junit) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "-Dfile.encoding=UTF-8",
                "-jar",
                analyzer.toString(),
                "gate",
                runs.toString()));
        command.addAll(options);
        if (!options.contains("--junit")) {
            command.addAll(List.of("--junit", junit.toString()));
        }
        return command;
    }

    /** Returns the words of a command line. */
    static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(options);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return words;
    }

    private static String whyNot(MavenProject project) {
        Plugin plugin = project.getPlugin(AgentInTests.PLUGIN);
        if (plugin == null || !plugin.isExtensions()) {
            return "The agent was not attached: add <extensions>true</extensions> to " + AgentInTests.PLUGIN + ".";
        }
        return "Either no test ran, or the tests ran in Maven's own JVM (forkCount 0), where no agent can be attached."
                + " -Dagentprofiler.skip leaves the gate out.";
    }
}
