// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the page shows of a workflow, and how a spool file holds it: a private format that lives as long as one pass. Counts are of
 * the whole workflow, whichever of its spans are shown.
 *
 * @param run id of the run
 * @param trace id of the workflow
 * @param asked the question it answers, or {@code null}
 * @param spans the rows, each after its parent
 */
public record WorkflowRow(
        String run,
        String trace,
        String asked,
        WorkflowTimes times,
        SpanCounts counts,
        WorkflowUsage usage,
        List<SpanRow> spans) {
    /**
     * When a workflow ran.
     *
     * @param start nanoseconds since 1970, or unknown
     * @param duration nanoseconds, or unknown
     * @param work nanoseconds from the start to the end of work that outlived the workflow, unknown where none did
     */
    public record WorkflowTimes(long start, long duration, long work) {
        private void write(DataOutputStream out) throws IOException {
            out.writeLong(start);
            out.writeLong(duration);
            out.writeLong(work);
        }

        private static WorkflowTimes read(DataInputStream in) throws IOException {
            return new WorkflowTimes(in.readLong(), in.readLong(), in.readLong());
        }
    }

    /**
     * How many spans a workflow has.
     *
     * @param total its spans
     * @param modelCalls calls of language models
     * @param toolCalls tool runs
     * @param errors steps that failed, or unknown
     */
    public record SpanCounts(int total, int modelCalls, int toolCalls, long errors) {
        private void write(DataOutputStream out) throws IOException {
            out.writeInt(total);
            out.writeInt(modelCalls);
            out.writeInt(toolCalls);
            out.writeLong(errors);
        }

        private static SpanCounts read(DataInputStream in) throws IOException {
            return new SpanCounts(in.readInt(), in.readInt(), in.readInt(), in.readLong());
        }
    }

    /**
     * What the model calls of a workflow used.
     *
     * @param input input tokens of language models, or unknown
     * @param output output tokens of language models, or unknown
     * @param cost price of its model calls in 10^-12 US dollars, or unknown
     * @param unpriced calls that answered and have no price
     */
    public record WorkflowUsage(long input, long output, long cost, long unpriced) {
        private void write(DataOutputStream out) throws IOException {
            out.writeLong(input);
            out.writeLong(output);
            out.writeLong(cost);
            out.writeLong(unpriced);
        }

        private static WorkflowUsage read(DataInputStream in) throws IOException {
            return new WorkflowUsage(in.readLong(), in.readLong(), in.readLong(), in.readLong());
        }
    }

    /**
     * What the page shows of a span. Times are nanoseconds; a number that is not known is {@link Unknown#LONG}, an array of which nothing is
     * known {@code null}.
     *
     * @param identity which span it is
     * @param times when it ran, and what waited for it
     * @param figures what was measured of its work
     * @param texts what it says
     */
    public record SpanRow(SpanIdentity identity, SpanTimes times, SpanFigures figures, SpanTexts texts) {
        private void write(DataOutputStream out) throws IOException {
            identity.write(out);
            times.write(out);
            figures.write(out);
            texts.write(out);
        }

        private static SpanRow read(DataInputStream in) throws IOException {
            return new SpanRow(SpanIdentity.read(in), SpanTimes.read(in), SpanFigures.read(in), SpanTexts.read(in));
        }
    }

    /**
     * Which span a row is of.
     *
     * @param id id of the span
     * @param parent place of the parent among the workflow's rows, -1 at the top
     * @param asker place of the model call whose answer asked for it by its id, -1 where the trace does not tell
     * @param kind ordinal of the kind
     * @param name name for people
     * @param label model, tool or agent, or {@code null} for other kinds
     * @param state {@link #WRAPPER}, the status in the two lowest bits, the flags from {@link #FLAGS} on
     */
    public record SpanIdentity(long id, int parent, int asker, int kind, String name, String label, int state) {
        /** Bit of {@link #state}: only wraps another span of its own operation. */
        public static final int WRAPPER = 4;
        /** Where the bits of the flags begin in {@link #state}. */
        public static final int FLAGS = 3;

        private void write(DataOutputStream out) throws IOException {
            out.writeLong(id);
            out.writeInt(parent);
            out.writeInt(asker);
            out.writeInt(kind);
            text(out, name);
            text(out, label);
            out.writeInt(state);
        }

        private static SpanIdentity read(DataInputStream in) throws IOException {
            return new SpanIdentity(
                    in.readLong(), in.readInt(), in.readInt(), in.readInt(), text(in), text(in), in.readInt());
        }
    }

    /**
     * When and where a span ran, and what waited for it.
     *
     * @param start since the workflow's start; where the flags say that the time is not known it is only an order
     * @param duration length, or unknown
     * @param self self time, or unknown
     * @param startThread thread it started on, or {@code null}
     * @param endThread thread it ended on, or {@code null}
     * @param path stretches of the critical path, from and to since the workflow's start in turns; {@code null} off it
     * @param slack how much longer the span could have taken without making the workflow longer, unknown when nothing waits for it
     */
    public record SpanTimes(
            long start, long duration, long self, String startThread, String endThread, long[] path, long slack) {
        private void write(DataOutputStream out) throws IOException {
            out.writeLong(start);
            out.writeLong(duration);
            out.writeLong(self);
            text(out, startThread);
            text(out, endThread);
            numbers(out, path);
            out.writeLong(slack);
        }

        private static SpanTimes read(DataInputStream in) throws IOException {
            return new SpanTimes(
                    in.readLong(), in.readLong(), in.readLong(), text(in), text(in), numbers(in), in.readLong());
        }
    }

    /**
     * What was measured of a span's work.
     *
     * @param stream chunks, first and last chunk since the span's start, longest gap; or {@code null}
     * @param marks when its chunks came: numbers of {@link ChunkMarks}; or {@code null}
     * @param usage tokens: input, output, cache read, cache written, reasoning; or {@code null}
     * @param resources CPU time of the span's own thread, bytes it allocated; or {@code null}
     * @param load requests running and waiting at the model server; or {@code null}
     * @param cost price of the call in 10^-12 US dollars, or unknown
     * @param split parts of a model call by {@link io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart}, unknown for those that are
     *     not known; or {@code null}
     */
    public record SpanFigures(
            long[] stream, long[] marks, long[] usage, long[] resources, long[] load, long cost, long[] split) {
        private void write(DataOutputStream out) throws IOException {
            numbers(out, stream);
            numbers(out, marks);
            numbers(out, usage);
            numbers(out, resources);
            numbers(out, load);
            out.writeLong(cost);
            numbers(out, split);
        }

        private static SpanFigures read(DataInputStream in) throws IOException {
            return new SpanFigures(
                    numbers(in), numbers(in), numbers(in), numbers(in), numbers(in), in.readLong(), numbers(in));
        }
    }

    /**
     * What a span says.
     *
     * @param error class name and message of the failure, either may be {@code null}; or {@code null}
     * @param facts names and values of attributes in turns
     * @param content names and values of what was said, in turns
     * @param said the same for conversations, as {@link SaidRows} describes it
     */
    public record SpanTexts(String[] error, List<String> facts, List<String> content, List<String> said) {
        private void write(DataOutputStream out) throws IOException {
            out.writeBoolean(error != null);
            if (error != null) {
                text(out, error[0]);
                text(out, error[1]);
            }
            strings(out, facts);
            strings(out, content);
            strings(out, said);
        }

        private static SpanTexts read(DataInputStream in) throws IOException {
            return new SpanTexts(
                    in.readBoolean() ? new String[] {text(in), text(in)} : null,
                    list(in, WorkflowRow::text),
                    list(in, WorkflowRow::text),
                    list(in, WorkflowRow::text));
        }
    }

    /** Returns the same without its spans. */
    public WorkflowRow head() {
        return new WorkflowRow(run, trace, asked, times, counts, usage, List.of());
    }

    /** Writes the row to a spool. */
    void write(DataOutputStream out) throws IOException {
        text(out, run);
        text(out, trace);
        text(out, asked);
        times.write(out);
        counts.write(out);
        usage.write(out);
        out.writeInt(spans.size());
        for (SpanRow span : spans) {
            span.write(out);
        }
    }

    /** Reads the next row of a spool. */
    static WorkflowRow read(DataInputStream in) throws IOException {
        return new WorkflowRow(
                text(in),
                text(in),
                text(in),
                WorkflowTimes.read(in),
                SpanCounts.read(in),
                WorkflowUsage.read(in),
                list(in, SpanRow::read));
    }

    /** Reads one element. */
    private interface Element<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static <T> List<T> list(DataInputStream in, Element<T> element) throws IOException {
        int size = in.readInt();
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.read(in));
        }
        return list;
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

    private static void strings(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            text(out, text);
        }
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
