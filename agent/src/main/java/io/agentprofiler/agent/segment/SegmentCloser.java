// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Closes segments: {@code fsync}, close, rename, in this order and one segment after the other, on the disk's thread. What
 * has been closed comes back to the consumer, and only then is compressed or deleted.
 *
 * <p><b>Threading:</b> the ring's consumer.
 */
public final class SegmentCloser {
    private final DiskThread disk;
    private final Consumer<String> log;
    private final ArrayDeque<Closing> closing = new ArrayDeque<>();
    private long closingBytes;
    private long unsynced;
    private boolean failureSaid;

    public SegmentCloser(DiskThread disk, Consumer<String> log) {
        this.disk = disk;
        this.log = log;
    }

    /** Has a segment closed. If the disk is so slow that too many wait, it is closed here, without {@code fsync}. */
    public void close(OpenSegment segment) {
        Closing next = new Closing(segment);
        closing.add(next);
        closingBytes += segment.size();
        if (!disk.offer(() -> next.run(true))) {
            unsynced++;
            next.run(false);
        }
    }

    /** Returns the size of the segments that are not closed yet. */
    public long closingBytes() {
        return closingBytes;
    }

    /** Returns how many segments the disk did not confirm. */
    public long unsynced() {
        return unsynced;
    }

    /**
     * Hands over the segments that have been closed.
     *
     * @param into takes them
     * @param removed takes the events of those that somebody has taken away meanwhile
     */
    public void collect(ClosedSegments into, EventCounts removed) {
        for (Iterator<Closing> each = closing.iterator(); each.hasNext(); ) {
            Closing next = each.next();
            if (next.done) {
                each.remove();
                closingBytes -= next.segment.size();
                collect(next, into, removed);
            }
        }
    }

    private void collect(Closing done, ClosedSegments into, EventCounts removed) {
        OpenSegment segment = done.segment;
        if (done.failure == null) {
            into.add(segment, done.name);
        } else if (Files.exists(segment.openName(), LinkOption.NOFOLLOW_LINKS)) {
            if (done.closed) {
                AgentLog.debug(segment.openName() + " keeps its name: " + done.failure);
            } else {
                unsynced++;
                say(done.failure);
            }
            into.addUnfinished(segment);
        } else {
            removed.take(segment.events());
        }
    }

    private void say(IOException failure) {
        if (!failureSaid) {
            failureSaid = true;
            log.accept("the disk did not confirm a trace file, so a power cut may lose it: " + failure.getMessage()
                    + "; further ones are only counted");
        }
    }

    /** One segment on its way; the fields are read once {@code done}. */
    private static final class Closing {
        final OpenSegment segment;
        Path name;
        boolean closed;
        IOException failure;
        volatile boolean done;

        Closing(OpenSegment segment) {
            this.segment = segment;
        }

        void run(boolean sync) {
            try {
                segment.close(sync);
                closed = true;
                name = segment.rename();
            } catch (IOException e) {
                failure = e;
            } finally {
                done = true;
            }
        }
    }
}
