// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.input.segment;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.TraceFile;
import io.agentprofiler.analyzer.input.TraceReader;
import io.agentprofiler.analyzer.input.UnreadableFileException;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.schema.TraceFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads our own segments: one JSON record a line.
 *
 * <p>The file is taken in blocks that end at a line's end, and one parser runs over all the lines of a block, so a good
 * line costs no more than its tokens. Only after a bad line a new parser starts, behind that line.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SegmentReader implements TraceReader {
    private static final int BLOCK_BYTES = 1 << 20;
    /** A longer line is skipped: no writer of ours makes one. */
    private static final int MAX_LINE_BYTES = 1 << 28;

    private static final Pattern EVENT_LINE =
            Pattern.compile("(?m)^[ \\t\\uFEFF]*+\\{[^\\n]*?\"event\"\\s*+:\\s*+\"([A-Z_]++)\"[^\\n]*+");
    private static final Pattern RUN = Pattern.compile("\"run\"\\s*+:\\s*+\"([^\"\\\\\\n]++)\"");
    private static final Pattern SERVICE = Pattern.compile("\"service\"\\s*+:\\s*+\"([^\"\\\\\\n]++)\"");
    private static final Pattern START = Pattern.compile("\"epoch_ns\"\\s*+:\\s*+(\\d{1,18}|[1-8]\\d{18})\\b");

    private final JsonFactory json = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    @Override
    public String format() {
        return "agent-profiler segment";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return EVENT_LINE.matcher(headText(file)).find();
    }

    @Override
    public Head head(TraceFile file) {
        Matcher line = EVENT_LINE.matcher(headText(file));
        while (line.find()) {
            if (line.group(1).equals(TraceFormat.HEADER)) {
                String header = line.group();
                String start = first(START, header);
                return new Head(
                        first(RUN, header),
                        first(SERVICE, header),
                        start == null ? SpanEvent.ABSENT : Long.parseLong(start));
            }
        }
        return Head.NONE;
    }

    private static String first(Pattern field, String header) {
        Matcher found = field.matcher(header);
        return found.find() ? found.group(1) : null;
    }

    private static String headText(TraceFile file) {
        return new String(file.head(), StandardCharsets.UTF_8);
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        new Pass(options, sink, problems).read(file);
    }

    /** One reading of one file. */
    private final class Pass {
        private final ReadOptions options;
        private final Problems problems;
        private final SegmentDecoder decoder;
        private long nextLine = 1;

        Pass(ReadOptions options, EventSink sink, Problems problems) {
            this.options = options;
            this.problems = problems;
            this.decoder = new SegmentDecoder(json, options.content(), sink);
        }

        void read(TraceFile file) throws IOException {
            byte[] block = new byte[BLOCK_BYTES];
            int filled = 0;
            try (InputStream stream = file.open(options.progress())) {
                for (int read = take(stream, block, filled); read >= 0; read = take(stream, block, filled)) {
                    filled += read;
                    int end = lastLineEnd(block, filled, filled - read);
                    if (end > 0) {
                        lines(block, 0, end);
                        System.arraycopy(block, end, block, 0, filled - end);
                        filled -= end;
                    } else if (filled == MAX_LINE_BYTES) {
                        problems.skipped(
                                nextLine,
                                "a line of more than " + MAX_LINE_BYTES + " bytes; the rest of the file is not read");
                        return;
                    } else if (filled == block.length) {
                        block = Arrays.copyOf(block, block.length * 2);
                    }
                }
            }
            lastLine(block, filled);
        }

        /** Reads more into the block; a compressed stream that is cut off just ends. */
        private int take(InputStream stream, byte[] block, int filled) throws IOException {
            try {
                return stream.read(block, filled, block.length - filled);
            } catch (EOFException | ZipException e) {
                problems.skipped(
                        0,
                        "the compressed data ends early or is damaged (" + e.getMessage()
                                + "); what comes before is read");
                return -1;
            }
        }

        private static int lastLineEnd(byte[] block, int filled, int from) {
            for (int i = filled - 1; i >= from; i--) {
                if (block[i] == '\n') {
                    return i + 1;
                }
            }
            return 0;
        }

        /** Decodes whole lines. */
        private void lines(byte[] block, int from, int to) throws UnreadableFileException {
            int start = from;
            while (start < to) {
                start = linesUntilBad(block, start, to);
            }
        }

        /** Decodes lines up to a bad one, which is reported; returns where to go on. */
        private int linesUntilBad(byte[] block, int from, int to) throws UnreadableFileException {
            int goodEnd = from;
            int goodLines = 0;
            String reason;
            decoder.parsing(block, from, to);
            try (JsonParser parser = json.createParser(ObjectReadContext.empty(), block, from, to - from)) {
                while (parser.nextToken() != null) {
                    if (parser.currentToken() != JsonToken.START_OBJECT) {
                        throw new BadRecordException("not a JSON object");
                    }
                    decoder.record(parser);
                    TokenStreamLocation end = parser.currentLocation();
                    goodEnd = from + (int) end.getByteOffset();
                    goodLines = end.getLineNr() - 1;
                }
                nextLine += parser.currentLocation().getLineNr() - 1;
                return to;
            } catch (BadRecordException e) {
                reason = e.getMessage();
            } catch (JacksonException e) {
                reason = e.getOriginalMessage();
            }
            // the bad line is the first one with anything on it behind the last good record
            int bad = goodEnd;
            nextLine += goodLines;
            while (bad < to && isBlank(block[bad])) {
                nextLine += block[bad++] == '\n' ? 1 : 0;
            }
            problems.skipped(nextLine++, reason);
            return nextLineStart(block, bad, to);
        }

        /** Answers whether JSON lets the byte stand between two records. */
        private static boolean isBlank(byte b) {
            return b == '\n' || b == '\r' || b == '\t' || b == ' ';
        }

        private static int nextLineStart(byte[] block, int from, int to) {
            int i = from;
            while (i < to && block[i] != '\n') {
                i++;
            }
            return Math.min(i + 1, to);
        }

        /**
         * Decodes what follows the last line end: nothing, whole records (a file may have lost its line ends), or one cut
         * off by the writer's death.
         */
        private void lastLine(byte[] block, int length) throws UnreadableFileException {
            decoder.parsing(block, 0, length);
            int records = 0;
            try (JsonParser parser = json.createParser(ObjectReadContext.empty(), block, 0, length)) {
                while (parser.nextToken() != null) {
                    if (parser.currentToken() != JsonToken.START_OBJECT) {
                        throw new BadRecordException("not a JSON object");
                    }
                    decoder.record(parser);
                    records++;
                }
            } catch (BadRecordException e) {
                if (records == 0) {
                    problems.torn();
                } else {
                    problems.skipped(nextLine, e.getMessage() + "; the rest of the line is not read");
                }
            } catch (UnexpectedEndOfInputException e) {
                problems.torn();
            } catch (JacksonException e) {
                if (records == 0) {
                    problems.torn();
                } else {
                    problems.skipped(nextLine, e.getOriginalMessage() + "; the rest of the line is not read");
                }
            }
        }
    }
}
