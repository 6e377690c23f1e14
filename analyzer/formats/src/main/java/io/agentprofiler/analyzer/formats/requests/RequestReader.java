// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.tree.FieldNames;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipException;

/**
 * Reads request traces: JSON lines like Mooncake's, and tables like BurstGPT's. A request is a workflow.
 *
 * <p>A trace is read twice, the first time for the size of its blocks. In memory is one request.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class RequestReader implements TraceReader {
    private static final int HASHED_BYTES = 1 << 16;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    @Override
    public String format() {
        return "request trace";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return isTable(file.head()) || JsonRequests.areOfRequest(FieldNames.ofFirstObject(file.head()));
    }

    private static boolean isTable(byte[] head) {
        int end = 0;
        while (end < head.length && head[end] != '\n') {
            end++;
        }
        return end < head.length
                && CsvRequests.areNamedIn(new String(Arrays.copyOf(head, end), StandardCharsets.UTF_8));
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        byte[] begin;
        try (InputStream stream = file.open(bytes -> {})) {
            begin = begin(stream);
        }
        AtomicLong requests = new AtomicLong();
        if (isTable(begin)) {
            RequestSpans spans = new RequestSpans(number(begin), 1, sink);
            file.read(
                    options.progress(),
                    problems,
                    stream -> CsvRequests.read(stream, problems, request -> {
                        requests.incrementAndGet();
                        spans.send(request);
                    }));
        } else {
            json(file, number(begin), options, sink, problems, requests);
        }
        problems.requireAny(requests.get() > 0, "holds no request");
    }

    private static void json(
            TraceFile file, long number, ReadOptions options, EventSink sink, Problems problems, AtomicLong requests)
            throws IOException {
        BlockSize size = new BlockSize();
        JsonRequests first = new JsonRequests();
        Problems ignored = new Problems(file.path());
        JsonRecords.read(file, bytes -> {}, ignored, (record, line) -> {
            Request request = first.of(record);
            if (request != null) {
                size.add(request);
            }
        });
        if (!size.isCertain()) {
            problems.skipped(
                    0,
                    "no size of blocks fits all requests' \"input_length\" and number of \"hash_ids\"; taken as "
                            + size.tokens() + " tokens");
        }
        RequestSpans spans = new RequestSpans(number, size.tokens(), sink);
        JsonRequests again = new JsonRequests();
        JsonRecords.read(file, options.progress(), problems, (record, line) -> {
            Request request = again.of(record);
            if (request != null) {
                requests.incrementAndGet();
                spans.send(request);
            }
        });
    }

    private static byte[] begin(InputStream stream) throws IOException {
        byte[] begin = new byte[HASHED_BYTES];
        int length = 0;
        try {
            int read = 0;
            while (read >= 0 && length < begin.length) {
                read = stream.read(begin, length, begin.length - length);
                length += Math.max(read, 0);
            }
        } catch (EOFException | ZipException e) {
            // told when the whole of it is read
        }
        return Arrays.copyOf(begin, length);
    }

    private static long number(byte[] begin) {
        long hash = begin.length;
        for (byte each : begin) {
            hash = (hash ^ each) * MIX;
            hash ^= hash >>> 29;
        }
        return hash;
    }

    /**
     * Finds out how many tokens a block has: traces tell how many blocks a prompt of a known length has, not how large those are.
     *
     * <p>Of each request only some sizes are possible. Either the last block of a prompt is counted even where it is not full, or only full
     * blocks are; the first of the two that all requests allow is taken. Of the sizes left it is a power of two, as engines have it.
     *
     * <p><b>Threading:</b> one thread.
     */
    static final class BlockSize {
        /** Least and most tokens if the last block may be a part of one. */
        private long least = 1;

        private long most = Long.MAX_VALUE;
        /** The same if it may not. */
        private long leastOfFull = 1;

        private long mostOfFull = Long.MAX_VALUE;
        private long input;
        private long blocks;

        /** Takes note of a request. */
        void add(Request request) {
            int count = request.prompt().blocks().size();
            long tokens = request.prompt().input();
            if (count == 0 || tokens == 0) {
                return;
            }
            input += tokens;
            blocks += count;
            least = Math.max(least, (tokens + count - 1) / count);
            most = count == 1 ? most : Math.min(most, Math.max(1, (tokens - 1) / (count - 1)));
            leastOfFull = Math.max(leastOfFull, tokens / (count + 1) + 1);
            mostOfFull = Math.min(mostOfFull, Math.max(1, tokens / count));
        }

        /** Answers whether one size fits all requests. */
        boolean isCertain() {
            return least <= most || leastOfFull <= mostOfFull;
        }

        /** Returns the tokens of a block, at least 1; where no size fits all requests, about what they have on average. */
        long tokens() {
            if (least <= most) {
                return within(least, most);
            }
            if (leastOfFull <= mostOfFull) {
                return within(leastOfFull, mostOfFull);
            }
            long mean = Math.max(1, input / blocks);
            long below = Long.highestOneBit(mean);
            return mean - below <= 2 * below - mean ? below : 2 * below;
        }

        private static long within(long from, long to) {
            long power = Long.highestOneBit(from);
            power = power < from ? power * 2 : power;
            return power <= to ? power : from;
        }
    }
}
