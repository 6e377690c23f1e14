// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/** Hears a streamed answer. */
public interface ChatListener {
    /** Hears a piece. */
    void onDelta(ChatDelta delta);

    /** Hears the end. */
    void onDone(ChatResponse response);

    /** Called if there is no answer. */
    void onFailure(Throwable failure);
}
