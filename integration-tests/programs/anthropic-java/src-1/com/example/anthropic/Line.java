// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.anthropic;

import com.anthropic.client.AnthropicClient;

/** What is written differently in versions before 2.11: they have no tool runner. */
final class Line {
    private Line() {}

    static void runTools(AnthropicClient client) {
        // none to run
    }
}
