// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.NotRead;

/** What steps answer that would have to run the application's code. */
final class Unread {
    private Unread() {}

    /** A collection or map whose own methods would have to be called. */
    static NotRead collection(String step, Object on) {
        return new NotRead(step, on.getClass().getName() + " is not a collection that can be read without calling it");
    }
}
