// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import java.util.Properties;
import java.util.Set;

/**
 * How far an agent that was attached has come, as its JVM tells in a system property.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param word what it does; {@link #NONE} where none was ever attached
 * @param text the run's directory, the reason or the last line, as the word has it
 */
record AgentState(String word, String text) {
    /** Names and words are those of {@code Attachment}, which lies where the application's classes do. */
    static final String PROPERTY = "agent-profiler.state";

    static final AgentState NONE = new AgentState("none", "");

    private static final int PARTS = 3;

    /**
     * Reads the state of a JVM.
     *
     * @param processes the ids its process has, here and in its own container; another's were handed down by a parent process
     */
    static AgentState of(Properties properties, Set<String> processes) {
        String[] parts = properties.getProperty(PROPERTY, "").split(" ", PARTS);
        return parts.length == PARTS && processes.contains(parts[0]) ? new AgentState(parts[1], parts[2]) : NONE;
    }

    /** Answers whether an agent is in the JVM: one that records, waits, or is being started or stopped. */
    boolean isActive() {
        return switch (word) {
            case "starting", "waiting", "recording", "stopping" -> true;
            default -> false;
        };
    }

    boolean isStarting() {
        return word.equals("starting");
    }

    boolean isStopping() {
        return word.equals("stopping");
    }

    boolean isStopped() {
        return word.equals("stopped");
    }

    boolean isFailed() {
        return word.equals("failed");
    }

    /** Returns it in words. */
    String describe() {
        return switch (word) {
            case "starting" -> "attached, starting";
            case "waiting" -> "attached, waits for the first class of a supported framework";
            case "recording" ->
                text.isEmpty() ? "attached, no trace file can be written" : "attached, records into " + text;
            case "failed" -> "no, " + text;
            case "stopping" -> "is being stopped";
            case "stopped" -> "no, was stopped";
            default -> "no";
        };
    }
}
