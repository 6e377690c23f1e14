// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import com.example.support.SupportAgent;
import io.agentprofiler.it.openai.script.Script;
import java.util.List;
import java.util.function.Consumer;

/**
 * An agent the demo can show, one a framework.
 *
 * @param framework what {@code demo.framework} calls it
 * @param title what it is, for people
 * @param service the run's name
 * @param classPath the class path of {@code frameworks/} it runs on
 * @param mainClass its main class
 * @param settings settings of the profiler it needs, as options of the JVM
 * @param script adds the embedded model's answers
 * @param takesEndpoint whether it can be pointed at a real endpoint
 */
record DemoAgent(
        String framework,
        String title,
        String service,
        String classPath,
        String mainClass,
        List<String> settings,
        Consumer<Script> script,
        boolean takesEndpoint) {
    private static final List<DemoAgent> ALL = List.of(
            new DemoAgent(
                    "langchain4j",
                    "A customer support agent on LangChain4j",
                    "support",
                    "langchain4j-1.19.0",
                    SupportAgent.class.getName(),
                    List.of(),
                    script -> new SupportScript().addTo(script),
                    true),
            new DemoAgent(
                    "spring-ai",
                    "A trip planner on Spring AI and Spring Boot",
                    "trip",
                    "spring-ai-2.0",
                    "com.example.trip.SpringAiTrip",
                    List.of(),
                    script -> new TripScript().addTo(script),
                    false),
            new DemoAgent(
                    "semantic-kernel",
                    "A trip planner on Semantic Kernel",
                    "trip",
                    "semantic-kernel-1.4.2",
                    "com.example.trip.VectorKernelTrip",
                    // Semantic Kernel itself has nothing that stands for a whole question before its agents
                    List.of("-Dagentprofiler.trace=com.example.trip.KernelTrip#prepare;com.example.trip.KernelTrip#ask;"
                            + "com.example.trip.KernelTrip#stream"),
                    script -> new TripScript().addTo(script),
                    false));

    /**
     * Returns the agent of a framework.
     *
     * @throws IllegalArgumentException if there is none; the message lists those there are
     */
    static DemoAgent of(String framework) {
        return ALL.stream()
                .filter(agent -> agent.framework.equals(framework))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("demo.framework is '" + framework + "'; there are "
                        + ALL.stream().map(DemoAgent::framework).toList()));
    }
}
