// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
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
 * The lines of one segment, decoded as they come: whole lines at once, the rest of a line when the rest of it is there. So a
 * segment can be read while it is written.
 *
 * <p>The file is taken in blocks that end at a line's end. Most lines are {@linkplain PlainLines plain} and need no parser. Where
 * one is not, a parser runs over it and the lines behind it, up to the next plain one, so that it starts seldom. After a bad line a
 * new parser starts, behind that line.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class SegmentLines {
    /** Blocks of this size stay in a processor's cache, and garbage collectors treat them as any other object. */
    private static final int BLOCK_BYTES = 1 << 18;
    /** A longer line is skipped: no writer of ours makes one. */
    private static final int MAX_LINE_BYTES = 1 << 28;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    private final Problems problems;
    private final PlainLines plain;
    private final SegmentDecoder decoder;
    private byte[] block = new byte[0];
    private int filled;
    private long nextLine = 1;
    private boolean tooLong;

    /**
     * Starts before the first line.
     *
     * @param content whether prompts, completions, tool arguments and results are wanted
     */
    public SegmentLines(boolean content, EventSink sink, Problems problems) {
        this.problems = problems;
        TextPool texts = new TextPool();
        RecordFields record = new RecordFields();
        this.plain = new PlainLines(record, new PlainValues(content, texts), sink);
        this.decoder = new SegmentDecoder(JSON, record, new JsonValues(content, texts), sink);
    }

    /**
     * Reads once from the stream and decodes the lines that are whole now.
     *
     * @return the bytes that were read, -1 when there is no more for now
     * @throws UnreadableFileException when the file says that it is of another format
     */
    public int take(InputStream stream) throws IOException {
        if (tooLong) {
            return -1;
        }
        if (filled == block.length) {
            block = Arrays.copyOf(block, Math.max(BLOCK_BYTES, block.length * 2));
        }
        int read = read(stream);
        if (read > 0) {
            filled += read;
            int end = lastLineEnd(block, filled, filled - read);
            if (end > 0) {
                lines(block, 0, end);
                System.arraycopy(block, end, block, 0, filled - end);
                filled -= end;
            } else if (filled == MAX_LINE_BYTES) {
                problems.skipped(
                        nextLine, "a line of more than " + MAX_LINE_BYTES + " bytes; the rest of the file is not read");
                tooLong = true;
                return -1;
            }
        }
        return read;
    }

    /** Reads more into the block; a compressed stream that is cut off just ends. */
    private int read(InputStream stream) throws IOException {
        try {
            return stream.read(block, filled, block.length - filled);
        } catch (EOFException | ZipException e) {
            problems.damaged(e);
            return -1;
        }
    }

    /** Lets go of the memory that only reading needs; what is known of a line that is not whole yet stays. */
    public void rest() {
        block = Arrays.copyOf(block, filled);
    }

    /** Decodes what follows the last line end; nothing more will come. */
    public void end() throws UnreadableFileException {
        if (!tooLong) {
            lastLine(block, filled);
        }
        block = new byte[0];
        filled = 0;
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
            int next = plain.line(block, start, to);
            if (next == PlainLines.NOT_PLAIN) {
                start = linesNotPlain(block, start, to);
            } else {
                nextLine++;
                start = next;
            }
        }
    }

    /** Decodes lines up to a bad one, which is reported, or up to a plain one; returns where to go on. */
    private int linesNotPlain(byte[] block, int from, int to) throws UnreadableFileException {
        int goodEnd = from;
        int goodLines = 0;
        String reason;
        decoder.parsing(block, from, to);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), block, from, to - from)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw new BadRecordException("not a JSON object");
                }
                decoder.record(parser);
                TokenStreamLocation end = parser.currentLocation();
                goodEnd = from + (int) end.getByteOffset();
                goodLines = end.getLineNr() - 1;
                if (goodEnd < to && block[goodEnd] == '\n') {
                    int next = plain.line(block, goodEnd + 1, to);
                    if (next != PlainLines.NOT_PLAIN) {
                        nextLine += goodLines + 2;
                        return next;
                    }
                }
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
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), block, 0, length)) {
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
