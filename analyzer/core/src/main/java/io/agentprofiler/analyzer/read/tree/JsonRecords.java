// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the records of a JSON file of other people's: one a line, the elements of a list, or one after the other over several lines.
 *
 * <p>Of one a line a bad one is counted and left out; where records go over several lines, or are a list's, nothing behind a mistake
 * can be read. Lines between records that begin with {@code #} or {@code =====} are taken as remarks. In memory is one record.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class JsonRecords {
    private static final int MAX_NESTING = 400;
    /** A longer record is left out. */
    static final int MAX_BYTES = (int) Math.min(1 << 26, HeapLimit.part(20));

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength(MAX_BYTES)
                    .build())
            .build();

    private final Problems problems;
    private final Records records;
    private long line;

    private JsonRecords(Problems problems, Records records) {
        this.problems = problems;
        this.records = records;
    }

    /** Takes the records of a file in order. */
    @FunctionalInterface
    public interface Records {
        /**
         * Takes one, an object.
         *
         * @param line where it stands, from 1; where it ends, if it goes over several lines
         */
        void take(Located record, long line) throws IOException;
    }

    /**
     * Reads a file.
     *
     * @param progress told how many bytes were taken since the last call
     * @throws IOException when it cannot be read
     */
    public static void read(TraceFile file, LongConsumer progress, Problems problems, Records records)
            throws IOException {
        JsonRecords reading = new JsonRecords(problems, records);
        boolean oneALine;
        try (InputStream stream = file.open(bytes -> {})) {
            oneALine = isOneALine(new Lines(stream, MAX_BYTES));
        } catch (EOFException | ZipException e) {
            // told when it is read
            oneALine = true;
        }
        boolean lines = oneALine;
        file.read(progress, problems, stream -> {
            if (lines) {
                reading.lines(new Lines(stream, MAX_BYTES));
            } else {
                reading.values(new WithoutRemarks(new Lines(stream, MAX_BYTES)));
            }
        });
    }

    /**
     * Answers whether the first line with anything on it is an object, whole or damaged, and not only the beginning of one or of a
     * list. One that is cut off tells by the next line: of an object that goes on, that is none by itself.
     */
    private static boolean isOneALine(Lines lines) throws IOException {
        if (!nextRecord(lines)) {
            return true;
        }
        if (lines.first() != '{' || lines.isBraceAlone()) {
            return false;
        }
        return !isCutOff(lines) || !nextRecord(lines) || lines.first() == '{' && isWhole(lines);
    }

    private static boolean nextRecord(Lines lines) throws IOException {
        while (lines.next()) {
            if (!lines.isBlank() && !lines.isRemark()) {
                return true;
            }
        }
        return false;
    }

    /** Not every end of the input has a class of its own: the others stand where the line ends. */
    private static boolean isCutOff(Lines lines) {
        JacksonException failure = lines.isTooLong() ? null : failure(lines);
        return failure instanceof UnexpectedEndOfInputException
                || failure != null && failure.getLocation().getByteOffset() >= lines.end - lines.start;
    }

    private static boolean isWhole(Lines lines) {
        return lines.isTooLong() || failure(lines) == null;
    }

    /** Returns what keeps a line from being JSON and nothing else, {@code null} if nothing does. */
    private static JacksonException failure(Lines lines) {
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), lines.buffer, lines.start, lines.end - lines.start)) {
            JsonTree tree = new JsonTree(parser, MAX_BYTES);
            while (tree.next() != null) {
                tree.skip();
            }
            return tree.failure();
        }
    }

    private void lines(Lines lines) throws IOException {
        while (lines.next()) {
            line++;
            if (lines.isTooLong()) {
                tooLarge(line, "left out");
            } else if (!lines.isBlank() && !lines.isRemark()) {
                line(lines);
            }
        }
    }

    private void tooLarge(long at, String what) {
        problems.skipped(at, "a record of " + HeapLimit.exceeded(MAX_BYTES) + "; " + what);
    }

    private void line(Lines lines) throws IOException {
        Object value;
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), lines.buffer, lines.start, lines.end - lines.start)) {
            JsonTree tree = new JsonTree(parser, MAX_BYTES);
            value = tree.next() == null ? null : tree.value();
            JsonToken after = tree.failure() == null ? tree.next() : null;
            if (tree.failure() != null || after != null) {
                if (tree.failure() != null && !lines.hasEnd) {
                    problems.torn();
                } else {
                    problems.skipped(
                            line,
                            tree.failure() == null
                                    ? "more than one JSON value on the line; left out"
                                    : "not JSON: " + tree.reason() + "; left out");
                }
                return;
            }
        } catch (JsonTree.TooLargeException e) {
            tooLarge(line, "left out");
            return;
        }
        long at = line;
        Located record = Located.of(value, "", what -> problems.skipped(at, what));
        if (record.isObject()) {
            records.take(record, line);
        } else {
            problems.skipped(line, "expected a JSON object; left out");
        }
    }

    private void values(InputStream stream) throws IOException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
            JsonTree tree = new JsonTree(parser, MAX_BYTES);
            tree.each(place -> value(tree, parser, place));
            if (tree.failure() != null) {
                problems.skipped(
                        tree.failure().getLocation().getLineNr(),
                        "not JSON: " + tree.reason() + "; what stands before it was read");
            }
        } catch (JsonTree.TooLargeException e) {
            tooLarge(line + 1, "it and what follows is left out");
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void value(JsonTree tree, JsonParser parser, String place) throws IOException {
        Object value = tree.value();
        line = parser.currentLocation().getLineNr();
        long at = line;
        Located record = Located.of(value, place, what -> problems.skipped(at, what));
        if (record.isObject()) {
            records.take(record, line);
        } else {
            record.problem("expected an object; left out");
        }
    }

    /** The same without lines that are remarks. */
    private static final class WithoutRemarks extends InputStream {
        private final Lines lines;
        private int at;
        private int to;
        private boolean done;

        WithoutRemarks(Lines lines) {
            this.lines = lines;
        }

        private boolean fill() throws IOException {
            while (at == to && !done) {
                if (!lines.next()) {
                    done = true;
                } else {
                    // a remark leaves an empty line, so that lines keep their numbers
                    at = lines.isRemark() ? lines.end : lines.start;
                    to = lines.end + (lines.hasEnd ? 1 : 0);
                }
            }
            return at < to;
        }

        @Override
        public int read() throws IOException {
            return fill() ? lines.buffer[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, to - at);
            System.arraycopy(lines.buffer, at, into, offset, count);
            at += count;
            return count;
        }
    }

    /**
     * The lines of a stream, one at a time; of one that is too long nothing is kept.
     *
     * <p><b>Threading:</b> one thread.
     */
    static final class Lines {
        private static final int BUFFER_BYTES = 1 << 16;

        private final InputStream stream;
        private final int most;
        /** Holds the line, from {@link #start} to {@link #end}. */
        byte[] buffer = new byte[BUFFER_BYTES];

        int start;
        int end;
        /** Whether a line end was found, which the last line may lack. */
        boolean hasEnd;

        private int filled;
        private int next;
        private boolean tooLong;

        /**
         * Reads from a stream.
         *
         * @param most bytes of a line
         */
        public Lines(InputStream stream, int most) {
            this.stream = stream;
            this.most = most;
        }

        /** Moves to the next line; false at the end. */
        public boolean next() throws IOException {
            tooLong = false;
            hasEnd = false;
            start = next;
            int at = next;
            while (true) {
                while (at < filled && buffer[at] != '\n') {
                    at++;
                }
                if (at < filled) {
                    end = at;
                    next = at + 1;
                    hasEnd = true;
                    return true;
                }
                if (at - start >= most) {
                    // the rest of it is passed over
                    tooLong = true;
                    filled = start;
                }
                at = more(filled);
                if (at < 0) {
                    end = filled;
                    next = filled;
                    return tooLong || end > start;
                }
            }
        }

        /** Reads more behind what there is of the line; returns where that begins, negative at the end. */
        private int more(int from) throws IOException {
            int length = from - start;
            if (start > 0) {
                System.arraycopy(buffer, start, buffer, 0, length);
                start = 0;
            }
            if (length == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
            filled = length;
            next = length;
            int read = stream.read(buffer, length, buffer.length - length);
            if (read < 0) {
                return -1;
            }
            filled = length + read;
            return length;
        }

        /** Answers whether the line has more bytes than it may have, so that nothing of it is held. */
        public boolean isTooLong() {
            return tooLong;
        }

        /** Returns the line, without its end. */
        public String text() {
            return new String(buffer, start, end - start, StandardCharsets.UTF_8);
        }

        /** Returns the first byte that is no space, negative where there is none. */
        int first() {
            int at = start;
            if (end - at >= 3 && (buffer[at] & 0xff) == 0xef && (buffer[at + 1] & 0xff) == 0xbb) {
                at += 3;
            }
            while (at < end && buffer[at] <= ' ' && buffer[at] >= 0) {
                at++;
            }
            return at < end ? buffer[at] : -1;
        }

        /** Answers whether nothing is on the line. */
        public boolean isBlank() {
            return first() < 0 && !tooLong;
        }

        boolean isRemark() {
            return start < end
                    && (buffer[start] == '#'
                            || end - start > 4
                                    && buffer[start] == '='
                                    && buffer[start + 1] == '='
                                    && buffer[start + 2] == '='
                                    && buffer[start + 3] == '='
                                    && buffer[start + 4] == '=');
        }

        /** Answers whether nothing but a brace stands on the line, as the first of an object that goes over several. */
        boolean isBraceAlone() {
            int characters = 0;
            for (int i = start; i < end; i++) {
                characters += buffer[i] > ' ' ? 1 : 0;
            }
            return characters == 1 && !tooLong;
        }
    }
}
