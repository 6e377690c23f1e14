// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample.Figures;
import java.util.List;

/**
 * Recognises what a server answered with: an object is JSON, all else Prometheus text.
 *
 * <p><b>Threading:</b> stateless.
 */
final class MetricsPage {
    private MetricsPage() {}

    /** Returns the figures of each model on the page; empty when it is the page of no server we know. */
    static List<Figures> read(String page) {
        if (page.stripLeading().startsWith("{")) {
            Figures figures = JsonFigures.read(page);
            return figures == null ? List.of() : List.of(figures);
        }
        return PrometheusFigures.read(page);
    }
}
