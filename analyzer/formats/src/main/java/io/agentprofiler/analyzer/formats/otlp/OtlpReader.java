// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import io.agentprofiler.analyzer.formats.otlp.map.RunHead;
import io.agentprofiler.analyzer.formats.otlp.map.SpanMapper;
import io.agentprofiler.analyzer.formats.otlp.wire.JsonSpans;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.wire.ProtoSpans;
import io.agentprofiler.analyzer.formats.otlp.wire.ProtoSpans.Framing;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads OpenTelemetry's spans: OTLP as JSON, one request a line or documents of any layout, and as protobuf.
 *
 * <p>A span goes to the assembler as soon as it is read, so the spans of a trace may stand anywhere in a file, and in several files.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class OtlpReader implements TraceReader {
    private static final Pattern JSON = Pattern.compile("\"(resourceSpans|resource_spans)\"\\s*+:");
    private static final Pattern BATCHES = Pattern.compile("\"batches\"\\s*+:.*+");
    private static final Pattern SCOPES = Pattern.compile("\"(scopeSpans|instrumentationLibrarySpans)\"\\s*+:");

    /** A span takes several times the memory of its bytes while it is read. */
    private static final long MOST_BYTES = HeapLimit.part(24);

    @Override
    public String format() {
        return "OTLP (JSON or protobuf)";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return isJson(file.head()) || Framing.of(file.head()) != null;
    }

    private static boolean isJson(byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        return text.indexOf('{') >= 0
                && (JSON.matcher(text).find()
                        || BATCHES.matcher(text).find() && SCOPES.matcher(text).find());
    }

    @Override
    public Head head(TraceFile file) {
        RunHead head = new RunHead();
        try {
            read(new ByteArrayInputStream(file.head()), file.head(), head, new Problems(Path.of("")));
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
        return head.head();
    }

    @Override
    public boolean isSpread() {
        return true;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        SpanMapper mapper = new SpanMapper(options.content(), sink, problems);
        byte[] head =
                file.head().length > 0 ? file.head() : TraceFile.of(file.path()).head();
        file.read(options.progress(), problems, stream -> read(stream, head, mapper, problems));
        problems.requireAny(mapper.taken() > 0 || problems.tornLines() > 0, "holds no span");
    }

    private static void read(InputStream stream, byte[] head, OtlpSpan.SpanTaker taker, Problems problems)
            throws IOException {
        if (isJson(head)) {
            new JsonSpans(stream, MOST_BYTES, taker, problems).read();
        } else {
            Framing framing = Framing.of(head);
            new ProtoSpans(stream, MOST_BYTES, taker, problems).read(framing == null ? Framing.NONE : framing);
        }
    }
}
