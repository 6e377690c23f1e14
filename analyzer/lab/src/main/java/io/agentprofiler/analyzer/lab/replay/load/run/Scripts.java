// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.lab.replay.recording.Recording;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.lab.replay.shape.Api;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The workflows of a recording as what is sent of them.
 *
 * <p>A call waits for the last one that had ended when it began, and for as long after that as was recorded. So calls of a workflow
 * that ran at once do so again, and a slower server makes workflows longer.
 */
public final class Scripts {
    /** Each call is sent in the API of its recorded provider. */
    public static final Analysis<Scripts> ANALYSIS = in(null);

    /** What is copied into the trace of what was sent: lengths and hashes, no texts. */
    private static final List<String> COPIED = List.of(
            Attributes.PROVIDER_NAME,
            Attributes.REQUEST_MODEL,
            "agentprofiler.request.messages",
            "agentprofiler.request.tools",
            "agentprofiler.prompt.blocks",
            Attributes.PROMPT_BLOCK_IDS,
            "agentprofiler.embeddings.count");

    private final List<Script> scripts = new ArrayList<>();
    private final Map<String, Long> holes = new LinkedHashMap<>();

    private final Api chosen;

    private Scripts(Api chosen) {
        this.chosen = chosen;
    }

    /**
     * Returns the workflows of a recording as they are sent in an API.
     *
     * @param api the API of all calls; {@code null} for that of each call's recorded provider. Calls that it has no requests for are
     *     not sent: their time passes
     */
    public static Analysis<Scripts> in(Api api) {
        return Analysis.of("scripts", () -> new Scripts(api), Scripts::add, Scripts::merge);
    }

    private void add(Trace trace) {
        RecordedWorkflow workflow = Recording.workflow(trace);
        if (workflow == null) {
            return;
        }
        Map<Long, Span> spans = new HashMap<>();
        trace.spans().forEach(span -> spans.put(span.id(), span));
        Set<String> tools = new LinkedHashSet<>();
        for (RecordedCall call : workflow.calls()) {
            if (call.ending().answer() != null) {
                call.ending().answer().calls().stream().map(ToolCall::name).forEach(tools::add);
            }
        }
        List<ScriptStep> steps = new ArrayList<>();
        List<Span> sent = new ArrayList<>();
        for (RecordedCall call : workflow.calls()) {
            Span span = spans.get(call.span());
            if ((call.request().operation() == Operation.CHAT || call.remote()) && isSent(call, span)) {
                steps.add(step(trace, call, span, sent, List.copyOf(tools)));
                sent.add(span);
            }
        }
        if (!steps.isEmpty()) {
            scripts.add(new Script(workflow.name(), workflow.startNanos(), steps, tail(trace, sent)));
        }
    }

    private boolean isSent(RecordedCall call, Span span) {
        Api api = api(span);
        if (api.shape(call.request().operation()) == null) {
            hole("the API " + api.word() + " has no embeddings: they are not sent, and their recorded time passes");
            return false;
        }
        String provider = provider(span);
        if (chosen == null && Api.isForeign(provider)) {
            hole("the API of " + provider + " is not spoken here: they are sent as to " + api.word());
        }
        return true;
    }

    private Api api(Span span) {
        return chosen == null ? Api.of(provider(span)) : chosen;
    }

    private static String provider(Span span) {
        return span.attributes().text(Attributes.PROVIDER_NAME);
    }

    private ScriptStep step(Trace trace, RecordedCall call, Span span, List<Span> sent, List<String> tools) {
        int after = sent.size() - 1;
        long think = 0;
        if (span.hasMoment()) {
            after = -1;
            for (int i = 0; i < sent.size(); i++) {
                Span before = sent.get(i);
                if (before.isMeasured()
                        && before.endNanos() <= span.startNanos()
                        && (after < 0 || before.endNanos() > sent.get(after).endNanos())) {
                    after = i;
                }
            }
            think = Math.max(
                    0,
                    span.startNanos()
                            - (after < 0 ? trace.startNanos() : sent.get(after).endNanos()));
        } else {
            hole("times are not recorded: it is sent as soon as the one before it has ended");
        }
        if (call.request().operation() == Operation.CHAT
                && !call.request().prompt().texts()) {
            prompt(span);
        }
        Fields attributes = new Fields()
                .put(Attributes.OPERATION_NAME, call.request().operation() == Operation.CHAT ? "chat" : "embeddings");
        for (String name : COPIED) {
            attributes.put(name, span.attributes().get(name));
        }
        if (chosen != null) {
            attributes.put(Attributes.PROVIDER_NAME, chosen.word());
        }
        Api api = api(span);
        long seed = SplitMix64.mix(SplitMix64.of(trace.id().toString()), call.number());
        RequestBody request = new RequestBody(api.shape(call.request().operation()), span, call, tools, seed);
        return new ScriptStep(call, api, after, think, attributes, request);
    }

    private void prompt(Span span) {
        if (!PromptStream.isKnown(span)) {
            hole(
                    span.tokens().input() > 0
                            ? "neither text nor hashes of the prompt are recorded: it shares no beginning with any other, and is "
                                    + PromptStream.CHARS_PER_TOKEN + " characters for each input token"
                            : "neither text, hashes nor tokens of the prompt are recorded: a short one is sent");
        }
    }

    private void hole(String words) {
        holes.merge(words, 1L, Long::sum);
    }

    private static long tail(Trace trace, List<Span> sent) {
        long last = Long.MIN_VALUE;
        for (Span span : sent) {
            last = span.isMeasured() ? Math.max(last, span.endNanos()) : last;
        }
        return last == Long.MIN_VALUE || !trace.root().isMeasured() ? 0 : Math.max(0, trace.endNanos() - last);
    }

    private void merge(Scripts more) {
        scripts.addAll(more.scripts);
        more.holes.forEach((words, count) -> holes.merge(words, count, Long::sum));
    }

    /** Returns the workflows in the order in which they began. */
    public List<Script> inOrder() {
        List<Script> ordered = new ArrayList<>(scripts);
        ordered.sort(Comparator.comparingLong(Script::startNanos).thenComparing(Script::name));
        return ordered;
    }

    /** Returns what cannot be sent as it was: how many calls it is true of, by the words for it. */
    public Map<String, Long> holes() {
        return new LinkedHashMap<>(holes);
    }
}
