// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.replay.recording;

/** What a model is asked for. */
public enum Operation {
    CHAT,
    EMBEDDING
}
