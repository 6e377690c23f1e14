// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;

/** Runs of an agent that asks a model, calls tools, and asks again; what tests vary are fields. */
public final class Agents {
    public String model = "gpt";
    public String parameters = "\"gen_ai.request.temperature\":0.2";
    public List<String> tools = List.of("search");
    public int offered = 2;
    public int turns = 1;
    public int instructions = 40;
    public String salt = "aaaa";
    public double slowness = 1;
    private final TestRun run = TestRun.bare();
    private int traces;
    private int spans;
    private double now;

    /** Makes the ids differ from those of another run. */
    public Agents from(int first) {
        traces = first;
        spans = 100 * first;
        return this;
    }

    /** Returns the attributes of a request whose prompt has two tools, instructions of some length, and a question. */
    String request() {
        String hash = (salt + "bbbbbbbbbbbb").substring(0, 4);
        return "\"gen_ai.request.model\":\"" + model + "\"," + (parameters.isEmpty() ? "" : parameters + ",")
                + "\"agentprofiler.request.tools\":" + offered
                + ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":"
                + (100 + instructions) + ",\"hash_chars\":4,\"hashes\":\"" + hash
                + "\",\"tools_end\":30,\"instructions_end\":" + (30 + instructions)
                + ",\"messages\":{\"left_out\":0,\"ends\":[" + (100 + instructions)
                + "],\"roles\":[\"user\"],\"parts\":[1],\"hashes\":\"" + hash + "\"}}";
    }

    /** Adds a workflow. */
    public Agents workflow() {
        run.trace(++traces);
        int root = ++spans;
        double start = now;
        run.start(root, 0, start, "agent", "answer");
        for (int turn = 0; turn < turns; turn++) {
            llm(root);
            for (String tool : tools) {
                run.span(++spans, root, now, now + 20 * slowness, "tool", tool);
                now += 20 * slowness;
            }
        }
        llm(root);
        run.end(root, now);
        now += 5;
        return this;
    }

    private void llm(int root) {
        int llm = ++spans;
        run.start(llm, root, now, "llm", "chat " + model, request());
        // something of its own for every workflow
        now += (100 + traces * 7 % 5) * slowness;
        run.end(llm, now, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":10");
    }

    public Agents workflows(int count) {
        for (int i = 0; i < count; i++) {
            workflow();
        }
        return this;
    }

    public TestRun run() {
        return run;
    }

    public List<Trace> traces() {
        return run.traces();
    }

    /** Returns what is counted of the workflows. */
    public Fingerprints fingerprints() {
        return fingerprints(traces());
    }

    static Fingerprints fingerprints(List<Trace> traces) {
        Fingerprints sum = Fingerprints.ANALYSIS.empty();
        for (Trace trace : traces) {
            sum = Fingerprints.ANALYSIS.merge(sum, Fingerprints.ANALYSIS.of(trace));
        }
        return sum;
    }
}
