// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

/** What a model is asked for. */
public enum Operation {
    CHAT,
    EMBEDDING
}
