// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

/**
 * Takes a consumer thread out of everything after another has taken its place: nothing on the way may touch what the two
 * would share, so no {@code finally} but stores into objects of its own.
 */
public final class Superseded extends Error {
    static final Superseded INSTANCE = new Superseded();
    private static final long serialVersionUID = 1;

    private Superseded() {
        super("another thread has taken over", null, false, false);
    }
}
