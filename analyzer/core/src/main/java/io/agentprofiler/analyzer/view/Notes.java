// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.List;

/**
 * Sentences that programs get as a list, too.
 *
 * @param key the list's name
 * @param mark a sign in front of each
 * @param texts the sentences, which may quote a trace
 * @param emphasis of the mark
 */
public record Notes(String key, String mark, List<String> texts, Emphasis emphasis) implements Block {
    public Notes {
        texts = List.copyOf(texts);
    }
}
