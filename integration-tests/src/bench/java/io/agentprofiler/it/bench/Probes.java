// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The agents compared. The others trace the same method and send nothing anywhere, which is the cheapest they can be set to;
 * what they would do over a network besides is switched off.
 */
final class Probes {
    static final String OURS = "agent-profiler";
    static final String NONE = "no agent";
    static final String ADVICE = "AgentBuilder, Advice";
    /** The methods that {@link com.example.advice.AdviceAgent} weaves. */
    static final String NESTED = "com.example.nested.Nested#call";
    /** The same for LangChain4j: models and tools. */
    static final String LANGCHAIN4J =
            "dev.langchain4j.model.chat.ChatModel#chat;dev.langchain4j.service.tool.ToolExecutor#execute";

    private static final String TRACED = "com.example.nested.Nested";
    private static final String METHOD = "call";

    private final Path agents;
    private final String ours;
    private final Path work;

    /**
     * Creates the list.
     *
     * @param agents directory with the other agents' jars
     * @param ours our jar
     * @param work directory for whatever is written
     */
    Probes(Path agents, Path ours, Path work) {
        this.agents = agents;
        this.ours = "-javaagent:" + ours;
        this.work = work;
    }

    /** Returns the agents set to trace {@link com.example.nested.Nested#call}. */
    List<Probe> forCalls() {
        String dir = "-Dagentprofiler.dir=" + work.resolve("runs");
        String trace = "-Dagentprofiler.trace=" + TRACED + "#" + METHOD;
        String quiet = "-Dagentprofiler.log=off";
        return List.of(
                new Probe(NONE),
                new Probe(
                        OURS + ", both sinks",
                        ours,
                        dir,
                        trace,
                        quiet,
                        "-Dagentprofiler.jfr.file=" + work.resolve("run.jfr")),
                new Probe(OURS, ours, dir, trace, quiet),
                new Probe(OURS + ", JFR off", ours, dir, trace, quiet, "-Dagentprofiler.jfr=false"),
                new Probe(OURS + ", not sampled", ours, dir, trace, quiet, "-Dagentprofiler.sample=0"),
                new Probe(OURS + ", stopped", ours, dir, trace, quiet, "-Dbench.stop=" + work.resolve("runs")),
                kieker("public static int " + TRACED + "." + METHOD + "(int)"),
                openTelemetry("-Dotel.instrumentation.methods.include=" + TRACED + "[" + METHOD + "]"),
                datadog("-Ddd.trace.methods=" + TRACED + "[" + METHOD + "]"),
                elastic("-Delastic.apm.trace_methods=" + TRACED + "#" + METHOD));
    }

    /** Returns ours and one on Byte Buddy's own API, which records nothing. */
    List<Probe> forWeaverCalls(Path advice) {
        String dir = "-Dagentprofiler.dir=" + work.resolve("runs");
        String trace = "-Dagentprofiler.trace=" + TRACED + "#" + METHOD;
        String quiet = "-Dagentprofiler.log=off";
        return List.of(
                new Probe(NONE),
                new Probe(ADVICE, "-javaagent:" + advice + "=" + NESTED),
                new Probe(OURS + ", not sampled", ours, dir, trace, quiet, "-Dagentprofiler.sample=0"),
                new Probe(OURS + ", stopped", ours, dir, trace, quiet, "-Dbench.stop=" + work.resolve("runs")));
    }

    /** Returns the same for the start of a program. */
    List<Probe> forWeaver(Path advice, String woven) {
        List<String> options = new ArrayList<>(
                List.of(ours, "-Dagentprofiler.dir=" + work.resolve("runs"), "-Dagentprofiler.log=off"));
        if (woven.equals(NESTED)) {
            options.add("-Dagentprofiler.trace=" + NESTED);
        }
        return List.of(
                new Probe(NONE),
                new Probe(ADVICE, "-javaagent:" + advice + "=" + woven),
                new Probe(OURS, List.copyOf(options), Map.of()));
    }

    /** Returns the agents as they come, for a program that uses LangChain4j. */
    List<Probe> forStartUp() {
        return List.of(
                new Probe(NONE),
                new Probe(OURS, ours, "-Dagentprofiler.dir=" + work.resolve("runs"), "-Dagentprofiler.log=off"),
                // its patterns take no qualified parameter types, so that it traces one call here, the others many
                kieker("java.lang.String com.example.agents.model.LocalAnswer$Clock.time()"),
                datadog(),
                elastic(),
                openTelemetry());
    }

    /** Returns agents as they come, for applications that use frameworks. */
    List<Probe> forWholeApp() {
        String dir = "-Dagentprofiler.dir=" + work.resolve("runs");
        String quiet = "-Dagentprofiler.log=off";
        String jfr = "-XX:StartFlightRecording=settings=default,filename=" + work.resolve("run.jfr");
        return List.of(
                new Probe(OURS, ours, dir, quiet),
                new Probe(
                        OURS + ", both sinks", ours, dir, quiet, "-Dagentprofiler.jfr.file=" + work.resolve("run.jfr")),
                new Probe(OURS + ", content=none", ours, dir, quiet, "-Dagentprofiler.content=none"),
                new Probe(OURS + ", not sampled", ours, dir, quiet, "-Dagentprofiler.sample=0"),
                new Probe("JFR alone", jfr),
                openTelemetry());
    }

    private Probe kieker(String signature) {
        return new Probe(
                "Kieker",
                List.of(
                        javaAgent("kieker"),
                        "-Dkieker.monitoring.writer=kieker.monitoring.writer.filesystem.FileWriter",
                        "-Dkieker.monitoring.writer.filesystem.FileWriter.logStreamHandler="
                                + "kieker.monitoring.writer.filesystem.BinaryLogStreamHandler",
                        "-Dkieker.monitoring.writer.filesystem.FileWriter.customStoragePath=" + work),
                Map.of("KIEKER_SIGNATURES_INCLUDE", signature));
    }

    private Probe openTelemetry(String... more) {
        return probe(
                "OpenTelemetry",
                List.of(
                        javaAgent("opentelemetry-javaagent"),
                        "-Dotel.traces.exporter=none",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.javaagent.logging=none"),
                more);
    }

    private Probe datadog(String... more) {
        return probe(
                "Datadog",
                List.of(
                        javaAgent("dd-java-agent"),
                        "-Ddd.jmxfetch.enabled=false",
                        "-Ddd.instrumentation.telemetry.enabled=false",
                        "-Ddd.remote_config.enabled=false",
                        "-Ddatadog.slf4j.simpleLogger.defaultLogLevel=off"),
                more);
    }

    private Probe elastic(String... more) {
        return probe(
                "Elastic",
                List.of(
                        javaAgent("elastic-apm-agent"),
                        "-Delastic.apm.disable_send=true",
                        "-Delastic.apm.central_config=false",
                        "-Delastic.apm.cloud_provider=NONE",
                        "-Delastic.apm.log_level=OFF"),
                more);
    }

    private static Probe probe(String name, List<String> options, String[] more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return new Probe(name, List.copyOf(all), Map.of());
    }

    private String javaAgent(String name) {
        Path jar = agents.resolve(name + ".jar");
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " does not exist; the profile bench copies it");
        }
        return "-javaagent:" + jar;
    }
}
