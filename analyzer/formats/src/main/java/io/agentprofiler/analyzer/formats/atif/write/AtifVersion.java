// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.write;

/** A version of the format: 1 and this number behind it. */
public record AtifVersion(int minor) {
    /** Returns what a trajectory says. */
    String word() {
        return "ATIF-v1." + minor;
    }

    /** Answers whether a trajectory has a place for what the format does not know. */
    boolean hasExtra() {
        return minor >= 1;
    }

    /** Answers whether the definitions of tools have a place. */
    boolean hasTools() {
        return minor >= 5;
    }

    /** Answers whether messages may hold images. */
    boolean hasImages() {
        return minor >= 6;
    }

    /** Answers whether messages may hold sounds. */
    boolean hasSounds() {
        return minor >= 8;
    }

    /** Answers whether calls have a place for extras, steps a number of model calls, and trajectories ids and sub-agents. */
    boolean hasSubagents() {
        return minor >= 7;
    }
}
