// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.live.state.Figures;
import io.agentprofiler.analyzer.live.state.ForecastSource;
import io.agentprofiler.analyzer.live.state.LiveRun;
import io.agentprofiler.analyzer.live.state.LiveState;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import io.agentprofiler.analyzer.live.state.Progress;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.StageTarget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Answers of the REST API, by path.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Api {
    static final String PREFIX = "/api/";

    private static final Pattern TRACE = Pattern.compile("[0-9a-fA-F]{32}");
    private static final Pattern SPAN = Pattern.compile("[0-9a-fA-F]{16}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final int USUAL_LIMIT = 100;
    private static final int MOST_LIMIT = 1000;
    private static final int MOST_FORECASTS = 50;
    private static final int HALF_ID_DIGITS = 16;

    private final LiveState state;
    private final Rows rows;
    private final byte[] description;

    /**
     * Makes the API of a state.
     *
     * @param description its description by OpenAPI
     */
    Api(LiveState state, Rows rows, byte[] description) {
        this.state = state;
        this.rows = rows;
        this.description = description.clone();
    }

    /**
     * Answers a request.
     *
     * @param path what follows {@link #PREFIX}
     * @param query its parameters, each once
     */
    HttpAnswer answer(String path, Map<String, String> query) {
        Figures figures = state.figures();
        String[] parts = path.split("/", -1);
        return switch (parts[0] + (parts.length == 2 ? "/ID" : parts.length > 2 ? "/" : "")) {
            case "openapi.json" -> HttpAnswer.json(description, null);
            case "runs" -> runs();
            case "forecasts" -> forecasts();
            case "workflows" -> workflows(query);
            case "workflows/ID" -> workflow(parts[1]);
            case "spans/ID" -> span(parts[1], query.get("workflow"));
            case "comparison" -> comparison(query);
            case "summary" -> HttpAnswer.json(figures.summary(), figures.at());
            case "findings" -> HttpAnswer.json(figures.findings(), figures.at());
            case "tokens" -> HttpAnswer.json(figures.tokens(), figures.at());
            default ->
                HttpAnswer.problem(404, "there is no /api/" + path + "; /api/openapi.json describes what there is");
        };
    }

    private HttpAnswer comparison(Map<String, String> query) {
        String before = query.get("before");
        String after = query.get("after");
        if (before == null || after == null) {
            return HttpAnswer.problem(400, "before, after: expected the ids of two runs, as /api/runs has them");
        }
        byte[] answer = state.comparison(before, after);
        return answer == null
                ? HttpAnswer.problem(404, "one of the runs has no finished workflow in memory (--keep)")
                : HttpAnswer.json(answer, null);
    }

    private HttpAnswer runs() {
        List<Fields> list = new ArrayList<>();
        for (LiveRun run : state.runs()) {
            RunEvent.Header header = run.header();
            LiveRun.LiveEvents events = run.events();
            list.add(new Fields()
                    .put("id", run.id())
                    .put("directory", run.directory())
                    .put("state", run.state())
                    .put("service", header == null ? null : header.service())
                    .put("pid", header == null ? Unknown.LONG : header.pid())
                    .put("last_epoch_ns", run.lastNanos())
                    .put("segments", run.files().count())
                    .put("missing_segments", run.files().missingSegments().size())
                    .put("span_starts", events.read().starts())
                    .put("span_ends", events.read().ends())
                    .put("chunks", events.read().chunks())
                    .put("dropped_events", events.dropped())
                    .put("lost_events", events.lost())
                    .put("failure", run.failure()));
        }
        return HttpAnswer.json(new Fields()
                .put("runs", list)
                .put("workflows_met", state.met())
                .put("workflows_dropped", state.kept().droppedWorkflows())
                .put("spans_dropped", state.kept().droppedSpans()));
    }

    private HttpAnswer workflows(Map<String, String> query) {
        for (String name : query.keySet()) {
            if (!List.of("limit", "before", "state", "name", "run", Access.TOKEN)
                    .contains(name)) {
                return HttpAnswer.problem(400, "there is no parameter " + name);
            }
        }
        String limitText = query.getOrDefault("limit", String.valueOf(USUAL_LIMIT));
        String beforeText = query.getOrDefault("before", String.valueOf(Unknown.LONG));
        if (!NUMBER.matcher(limitText).matches()
                || Long.parseLong(limitText) < 1
                || Long.parseLong(limitText) > MOST_LIMIT) {
            return HttpAnswer.problem(400, "limit: expected a number from 1 to " + MOST_LIMIT + ", not " + limitText);
        }
        if (query.containsKey("before") && !NUMBER.matcher(beforeText).matches()) {
            return HttpAnswer.problem(400, "before: expected the number of a workflow, not " + beforeText);
        }
        String wanted = query.get("state");
        if (wanted != null && !wanted.equals("running") && !wanted.equals("over")) {
            return HttpAnswer.problem(400, "state: expected running or over, not " + wanted);
        }
        long before = query.containsKey("before") ? Long.parseLong(beforeText) : Long.MAX_VALUE;
        int limit = Integer.parseInt(limitText);
        List<Fields> list = new ArrayList<>();
        Long next = null;
        long last = 0;
        for (LiveWorkflow workflow : state.kept().newestFirst()) {
            if (workflow.number() < before
                    && (wanted == null || wanted.equals("running") == workflow.isRunning())
                    && isWanted(query.get("name"), workflow.trace().root().name())
                    && isWanted(query.get("run"), workflow.trace().run())) {
                if (list.size() == limit) {
                    next = last;
                    break;
                }
                list.add(WorkflowJson.head(workflow).put("forecast", forecast(workflow)));
                last = workflow.number();
            }
        }
        return HttpAnswer.json(new Fields().put("workflows", list).put("next_before", next));
    }

    private Fields forecast(LiveWorkflow workflow) {
        Instant now = Instant.now();
        Progress progress =
                state.forecasts().of(workflow, TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
        return progress == null ? null : ForecastJson.fields(progress);
    }

    /** Tells of the workflows that go on, newest first. */
    private HttpAnswer forecasts() {
        List<Fields> list = new ArrayList<>();
        for (LiveWorkflow workflow : state.kept().newestFirst()) {
            if (workflow.isRunning() && list.size() < MOST_FORECASTS) {
                list.add(new Fields()
                        .put("number", workflow.number())
                        .put("id", workflow.head().trace())
                        .put("name", workflow.trace().root().name())
                        .put("forecast", forecast(workflow)));
            }
        }
        return HttpAnswer.json(
                new Fields().put("learned_from", state.forecasts().workflows()).put("forecasts", list));
    }

    private static boolean isWanted(String wanted, String value) {
        return wanted == null || wanted.equals(value);
    }

    private HttpAnswer workflow(String id) {
        if (!TRACE.matcher(id).matches()) {
            return HttpAnswer.problem(400, "expected the 32 hexadecimal digits of a workflow, not " + id);
        }
        LiveWorkflow workflow = find(id);
        if (workflow == null) {
            return HttpAnswer.problem(404, "there is no workflow " + id + ", or it has left memory (--keep)");
        }
        return HttpAnswer.json(WorkflowJson.whole(workflow, row(workflow)).put("forecast", forecast(workflow)));
    }

    private LiveWorkflow find(String id) {
        return state.kept()
                .find(new TraceId(
                        HexFormat.fromHexDigitsToLong(id, 0, HALF_ID_DIGITS),
                        HexFormat.fromHexDigitsToLong(id, HALF_ID_DIGITS, 2 * HALF_ID_DIGITS)));
    }

    private WorkflowRow row(LiveWorkflow workflow) {
        return rows.of(workflow.trace().run(), workflow.trace(), LiveState.MOST_SPANS_SHOWN);
    }

    private HttpAnswer span(String id, String trace) {
        if (!SPAN.matcher(id).matches()) {
            return HttpAnswer.problem(400, "expected the 16 hexadecimal digits of a span, not " + id);
        }
        if (trace != null && !TRACE.matcher(trace).matches()) {
            return HttpAnswer.problem(400, "workflow: expected 32 hexadecimal digits, not " + trace);
        }
        long number = HexFormat.fromHexDigitsToLong(id);
        List<LiveWorkflow> among = state.kept().withSpan(number);
        for (LiveWorkflow workflow : among) {
            if (trace == null || workflow.head().trace().equalsIgnoreCase(trace)) {
                WorkflowRow row = rows.of(workflow.trace().run(), workflow.trace(), workflow.spans());
                return row.spans().stream()
                        .filter(span -> span.identity().id() == number)
                        .findFirst()
                        .map(span ->
                                HttpAnswer.json(WorkflowJson.span(row, span).put("workflow", row.trace())))
                        .orElseThrow();
            }
        }
        return HttpAnswer.problem(404, "there is no span " + id + ", or it has left memory (--keep)");
    }

    /** What is still to come of a workflow, for programs. What is not known has no field. */
    static final class ForecastJson {
        private ForecastJson() {}

        static Fields fields(Progress progress) {
            Fields fields = new Fields().put("words", progress.words());
            for (StageTarget target : StageTarget.values()) {
                Forecast forecast = progress.forecasts().get(target);
                if (forecast != null) {
                    fields.put(
                            target.word(),
                            new Fields()
                                    .put("value", forecast.value())
                                    .put("low", forecast.hasInterval() ? forecast.low() : null)
                                    .put("high", forecast.hasInterval() ? forecast.high() : null)
                                    .put("workflows", forecast.workflows()));
                }
            }
            if (progress.nextTool() != null) {
                fields.put(
                        "next_tool",
                        new Fields()
                                .put("tool", progress.nextTool().tool())
                                .put("share", progress.nextTool().share())
                                .put("workflows", progress.nextTool().workflows()));
            }
            return fields.put("source", source(progress.source()));
        }

        private static Fields source(ForecastSource source) {
            Fields fields = new Fields()
                    .put("by", source.by().word())
                    .put("words", source.words())
                    .put("model", source.model())
                    .put("workflows", source.workflows())
                    .put("until_epoch_ns", source.untilNanos());
            PublishedForecast published = source.published();
            return published == null
                    ? fields
                    : fields.put("stage_epoch_ns", published.epochNanos())
                            .put("ended_calls", published.ended())
                            .put("last_call", published.last().isEmpty() ? null : published.last());
        }
    }
}
