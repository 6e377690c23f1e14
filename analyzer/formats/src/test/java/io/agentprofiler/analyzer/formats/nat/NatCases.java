// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Inputs of NAT's goldens, for tests of commands. */
public final class NatCases {
    private NatCases() {}

    /** Returns the names of the small odd inputs. */
    public static Set<String> edgeNames() throws IOException {
        return edge().keySet();
    }

    private static Map<String, Object> edge() throws IOException {
        return NatRun.object(NatRun.json(NatRun.resource("edge/edge_inputs.json")));
    }

    /** Returns the trace file of a small odd input. */
    public static String edgeInput(String name) throws IOException {
        return NatRun.text(traces(NatRun.object(edge().get(name))));
    }

    /** Returns a whole trace file of three requests. */
    public static String small() throws IOException {
        return NatRun.resource("seq_small/all_requests_profiler_traces.json");
    }

    /** The case of very many open starts is described, not listed. */
    static Object traces(Map<String, Object> input) {
        if (input.get("traces") instanceof List<?> traces) {
            return traces;
        }
        List<Object> steps = new ArrayList<>();
        for (int i = 0; i < 1100; i++) {
            steps.add(Map.of(
                    "payload",
                    Map.of("event_type", "TOOL_START", "event_timestamp", 1.0 + i, "name", "t", "UUID", "o" + i)));
        }
        return List.of(Map.of("request_number", 0L, "intermediate_steps", steps));
    }
}
