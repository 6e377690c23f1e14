// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.live.state.Figures;
import io.agentprofiler.analyzer.view.cell.Fields;

/**
 * Answers with the paths and fields of ThunderAgent, for what reads those.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Profiles {
    /** How the path of a single program begins. */
    static final String ONE = "/profiles/";

    private Profiles() {}

    static HttpAnswer all(Figures figures) {
        return HttpAnswer.json(figures.profiles().profiles(), figures.at());
    }

    static HttpAnswer one(Figures figures, String program) {
        Fields profile = figures.profiles().profile(program);
        return profile == null
                ? HttpAnswer.problem(404, "there is no program " + program + ", or it has left memory (--keep)")
                : HttpAnswer.json(profile, figures.at());
    }

    static HttpAnswer programs(Figures figures) {
        return HttpAnswer.json(figures.profiles().programs(), figures.at());
    }

    static HttpAnswer metrics(Figures figures) {
        return HttpAnswer.json(figures.profiles().metrics(), figures.at());
    }

    /**
     * Answers whether metrics are asked for in JSON: who names nothing, or any type, gets those for Prometheus.
     *
     * @param accept the header of that name, or {@code null}
     */
    static boolean isAskedBy(String accept) {
        return accept != null && accept.contains("application/json") && !accept.contains("text/plain");
    }
}
