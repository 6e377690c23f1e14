// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.shape.Api;
import io.agentprofiler.analyzer.lab.replay.shape.ClientShape;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.schema.Attributes;
import java.lang.ref.SoftReference;
import java.util.List;

/**
 * A model call of a workflow that is sent.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ScriptStep {
    private final RecordedCall call;
    private final Api api;
    private final int after;
    private final long thinkNanos;
    private final Fields attributes;
    private final RequestBody request;
    /** What was made last, given up when memory is short. */
    private volatile Made made;

    private record Made(boolean streamed, SoftReference<byte[]> body) {}

    /**
     * Makes a step.
     *
     * @param api how it is sent
     * @param after index of the step whose end it waits for; -1 for the workflow's begin
     * @param thinkNanos how long after that it began
     * @param attributes what a trace of it says at its start
     */
    ScriptStep(RecordedCall call, Api api, int after, long thinkNanos, Fields attributes, RequestBody request) {
        this.call = call;
        this.api = api;
        this.after = after;
        this.thinkNanos = thinkNanos;
        this.attributes = attributes;
        this.request = request;
    }

    /** Returns the step as it is sent to another model; a request for vectors stays as it is. */
    ScriptStep on(String model) {
        if (!isChat()) {
            return this;
        }
        Fields other = new Fields();
        attributes.values().forEach(other::put);
        return new ScriptStep(
                call, api, after, thinkNanos, other.put(Attributes.REQUEST_MODEL, model), request.to(model));
    }

    /** Returns the model that is asked. */
    public String model() {
        return request.model();
    }

    /** Returns what was recorded. */
    public RecordedCall call() {
        return call;
    }

    /** Returns the API that it is sent in. */
    public Api api() {
        return api;
    }

    /** Returns how that API has such a request and its answer. */
    public ClientShape shape() {
        return api.shape(call.request().operation());
    }

    /** Returns the index of the step whose end it waits for; -1 for the workflow's begin. */
    public int after() {
        return after;
    }

    /** Returns how long after that it began when it was recorded: the time of tools, and of all else that is no model. */
    public long thinkNanos() {
        return thinkNanos;
    }

    /** Returns what a trace says of it at its start: names and hashes, never texts. */
    public Fields attributes() {
        return attributes;
    }

    /** Returns whether it is a request for an answer rather than for vectors. */
    public boolean isChat() {
        return call.request().operation() == Operation.CHAT;
    }

    /** Returns whether its answer came in chunks when it was recorded. */
    public boolean wasStreamed() {
        return call.ending().timing().chunks() > 0;
    }

    /** Returns the path of the request below the server's address. */
    public String path(boolean streamed) {
        return shape().path(request.model(), streamed);
    }

    /** Returns the request in UTF-8. */
    public byte[] body(boolean streamed) {
        Made last = made;
        byte[] known =
                last == null || last.streamed() != streamed ? null : last.body().get();
        if (known == null) {
            known = request.bytes(streamed);
            made = new Made(streamed, new SoftReference<>(known));
        }
        return known;
    }

    /**
     * A recorded workflow as what is sent of it.
     *
     * @param name its name
     * @param startNanos when it was recorded, nanoseconds since 1970
     * @param steps its model calls, in the order in which they began; each waits for one before it at most
     * @param tailNanos how long it went on after its last model call
     */
    public record Script(String name, long startNanos, List<ScriptStep> steps, long tailNanos) {
        public Script {
            steps = List.copyOf(steps);
        }

        /** Returns the workflow as it is sent to another model. */
        public Script on(String model) {
            return new Script(
                    name, startNanos, steps.stream().map(step -> step.on(model)).toList(), tailNanos);
        }
    }
}
