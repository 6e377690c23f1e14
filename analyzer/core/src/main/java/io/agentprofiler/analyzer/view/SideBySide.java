// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import java.util.List;

/**
 * Sections that a page shows next to each other where it is wide enough; elsewhere they follow each other.
 *
 * @param sections what is compared, from left to right
 */
public record SideBySide(List<Section> sections) implements Block {
    public SideBySide {
        sections = List.copyOf(sections);
    }
}
