// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page.row;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes rows to a spool file and reads them back: a private format that lives as long as one pass. */
public final class RowCodec {
    private RowCodec() {}

    public static void write(DataOutputStream out, WorkflowRow row) throws IOException {
        text(out, row.run());
        text(out, row.trace());
        out.writeLong(row.start());
        out.writeLong(row.duration());
        out.writeInt(row.total());
        out.writeInt(row.modelCalls());
        out.writeInt(row.toolCalls());
        out.writeInt(row.errors());
        out.writeLong(row.input());
        out.writeLong(row.output());
        out.writeLong(row.cost());
        out.writeLong(row.unpriced());
        out.writeInt(row.spans().size());
        for (SpanRow span : row.spans()) {
            write(out, span);
        }
    }

    private static void write(DataOutputStream out, SpanRow span) throws IOException {
        out.writeLong(span.id());
        out.writeInt(span.parent());
        out.writeInt(span.kind());
        text(out, span.name());
        text(out, span.label());
        out.writeLong(span.start());
        out.writeLong(span.duration());
        out.writeLong(span.self());
        text(out, span.startThread());
        text(out, span.endThread());
        out.writeInt(span.state());
        numbers(out, span.stream());
        numbers(out, span.marks());
        numbers(out, span.usage());
        numbers(out, span.resources());
        numbers(out, span.load());
        out.writeLong(span.cost());
        numbers(out, span.path());
        out.writeLong(span.slack());
        numbers(out, span.split());
        out.writeBoolean(span.error() != null);
        if (span.error() != null) {
            text(out, span.error()[0]);
            text(out, span.error()[1]);
        }
        texts(out, span.facts());
        texts(out, span.texts());
    }

    public static WorkflowRow readWorkflow(DataInputStream in) throws IOException {
        String run = text(in);
        String trace = text(in);
        long start = in.readLong();
        long duration = in.readLong();
        int total = in.readInt();
        int modelCalls = in.readInt();
        int toolCalls = in.readInt();
        int errors = in.readInt();
        long input = in.readLong();
        long output = in.readLong();
        long cost = in.readLong();
        long unpriced = in.readLong();
        List<SpanRow> spans = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            spans.add(readSpan(in));
        }
        return new WorkflowRow(
                run,
                trace,
                start,
                duration,
                total,
                modelCalls,
                toolCalls,
                errors,
                input,
                output,
                cost,
                unpriced,
                spans);
    }

    private static SpanRow readSpan(DataInputStream in) throws IOException {
        return new SpanRow(
                in.readLong(),
                in.readInt(),
                in.readInt(),
                text(in),
                text(in),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                text(in),
                text(in),
                in.readInt(),
                numbers(in),
                numbers(in),
                numbers(in),
                numbers(in),
                numbers(in),
                in.readLong(),
                numbers(in),
                in.readLong(),
                numbers(in),
                in.readBoolean() ? new String[] {text(in), text(in)} : null,
                texts(in),
                texts(in));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static void texts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            text(out, text);
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        int size = in.readInt();
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            texts.add(text(in));
        }
        return List.copyOf(texts);
    }

    private static void numbers(DataOutputStream out, long[] numbers) throws IOException {
        out.writeInt(numbers == null ? 0 : numbers.length);
        for (int i = 0; numbers != null && i < numbers.length; i++) {
            out.writeLong(numbers[i]);
        }
    }

    private static long[] numbers(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length == 0) {
            return null;
        }
        long[] numbers = new long[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = in.readLong();
        }
        return numbers;
    }
}
