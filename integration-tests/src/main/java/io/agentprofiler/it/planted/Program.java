// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

/** A framework and the program that holds its agents. */
public enum Program {
    /** LangChain4j. */
    LANGCHAIN4J("com.example.planted.PlantedAgents", "langchain4j-1.19.0"),
    /** Spring AI. */
    SPRING_AI("com.example.springai.PlantedClients", "spring-ai-2.0"),
    /** Semantic Kernel. */
    SEMANTIC_KERNEL("com.example.kernel.PlantedKernels", "semantic-kernel-1.4.2");

    private final String mainClass;
    private final String classPath;

    Program(String mainClass, String classPath) {
        this.mainClass = mainClass;
        this.classPath = classPath;
    }

    String mainClass() {
        return mainClass;
    }

    /** Returns the name of the file that the build left the class path in. */
    String classPath() {
        return classPath;
    }
}
