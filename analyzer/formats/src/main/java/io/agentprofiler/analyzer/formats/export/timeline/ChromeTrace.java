// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.base.output.JsonEscapes;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.SpanFacts;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Place;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/** The file: what is known of the runs first, then the workflows as they come; viewers sort by time themselves. */
final class ChromeTrace extends SpooledFile implements FormatCommand.Export {
    private static final String SEPARATOR = ",\n";
    private static final JsonFactory JSON = JsonFactory.builder()
            .rootValueSeparator(SEPARATOR)
            .characterEscapes(JsonEscapes.PLAIN)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private final Timeline timeline;
    private final SpanFacts facts;
    /** Spans that have a place in time. */
    private final LongAdder drawn = new LongAdder();

    ChromeTrace(Path target, Timeline timeline, SpanFacts facts) {
        super(target, "", SEPARATOR, "\n]}\n");
        this.timeline = timeline;
        this.facts = facts;
    }

    /** Something that writes events. */
    private interface EventWriter {
        void write(ChromeEvents events);
    }

    @Override
    protected void head(OutputStream out) throws IOException {
        out.write("{\"displayTimeUnit\":\"ms\",\"otherData\":".getBytes(StandardCharsets.UTF_8));
        JsonGenerator head = JSON.createGenerator(ObjectWriteContext.empty(), out);
        write(head, events -> events.about(timeline));
        close(head);
        out.write(",\"traceEvents\":[\n".getBytes(StandardCharsets.UTF_8));
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out);
        write(json, events -> {
            for (DrawnRun run : timeline.runs()) {
                events.process(run);
                run.lanes().lanes().forEach(lane -> events.lane(run, lane));
                events.levels(run);
                events.process(run.number(), run.facts().records().process());
            }
        });
        close(json);
        if (drawn.sum() > 0) {
            out.write(SEPARATOR.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    protected OutputPart part(OutputStream stream, String run) {
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), stream);
        return new OutputPart() {
            @Override
            public void write(Trace trace) throws IOException {
                ChromeTrace.this.write(json, events -> workflow(events, timeline.run(run), trace));
            }

            @Override
            public void close() throws IOException {
                try (stream) {
                    ChromeTrace.close(json);
                }
            }
        };
    }

    private void workflow(ChromeEvents events, DrawnRun run, Trace trace) {
        if (!Placement.isDrawn(trace)) {
            return;
        }
        Place place = run.lanes().place(trace);
        for (Lane lane : place.unheard()) {
            events.lane(run, lane);
        }
        int[] lanes = Lanes.of(trace);
        AskedTools asked = AskedTools.in(trace);
        for (Span span : trace.spans()) {
            if (span.hasMoment()) {
                events.span(run, place.firstLane() + lanes[span.index()], trace, span);
                drawn.increment();
            }
        }
        for (Span tool : trace.spans()) {
            Span call = asked.askerOf(tool);
            // an arrow is tied to bars
            if (call != null && call.hasLength() && tool.hasLength()) {
                long id = FlowPoint.id(trace, tool);
                long to = FlowPoint.of(tool, lanes);
                // an arrow never points back in time
                long from = FlowPoint.of(call, lanes, to);
                if (from != FlowPoint.NONE) {
                    events.arrow(run, place.firstLane() + lanes[call.index()], from, id, true);
                    events.arrow(run, place.firstLane() + lanes[tool.index()], to, id, false);
                }
            }
        }
    }

    private void write(JsonGenerator json, EventWriter events) throws IOException {
        try {
            events.write(new ChromeEvents(json, timeline.firstNanos(), facts));
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private static void close(JsonGenerator json) throws IOException {
        try {
            json.close();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }
}
