// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.read.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a flight recording tells of the time in which the JVM itself kept threads waiting: collections of garbage that
 * stopped all of them, and locks that one waited for.
 *
 * <p>The longest {@value #MAX} are kept. <b>Threading:</b> one thread.
 */
public final class JvmPauses {
    static final int MAX = 20_000;

    private static final Comparator<Pause> SHORTEST_FIRST = Comparator.comparingLong(Pause::nanos)
            .thenComparing(Comparator.comparingLong(Pause::epochNanos).reversed());

    /** What kept threads waiting. */
    public enum Kind {
        /** The JVM stopped all threads to collect garbage: {@code jdk.GCPhasePause}. */
        GC("gc"),
        /** A thread waited to enter a synchronized block: {@code jdk.JavaMonitorEnter}. */
        LOCK("lock");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the word written to files. */
        public String word() {
            return word;
        }
    }

    /**
     * A pause.
     *
     * @param kind what it was for
     * @param epochNanos start, since 1970
     * @param nanos length
     * @param thread the thread that waited, {@code null} for all of them or when that is not known
     * @param detail the collection's phase, or the class of the lock; {@code null} when that is not known
     */
    public record Pause(Kind kind, long epochNanos, long nanos, String thread, String detail) {}

    /** Stands for the lock that a thread waited for while it loaded a class. */
    public static final String CLASS_LOADING = "class loading";

    private final Set<Kind> kinds;
    private final PriorityQueue<Pause> longest = new PriorityQueue<>(SHORTEST_FIRST);
    private long leftOut;

    /** Takes pauses of every kind. */
    public JvmPauses() {
        this(EnumSet.allOf(Kind.class));
    }

    /** Takes pauses of some kinds, which others take no room from. */
    public JvmPauses(Set<Kind> kinds) {
        this.kinds = EnumSet.copyOf(kinds);
    }

    /**
     * Adds the pauses of a recording.
     *
     * @throws IOException when it cannot be read, or is no recording
     */
    public void read(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                add(recording.readEvent());
            }
        } catch (RuntimeException e) {
            // so the JDK's reader meets damaged data
            throw new IOException("damaged recording (" + Reasons.of(e) + ")", e);
        }
    }

    private void add(RecordedEvent event) {
        Pause pause = switch (event.getEventType().getName()) {
            case "jdk.GCPhasePause" -> pause(Kind.GC, event, null, text(event, "name"));
            case "jdk.JavaMonitorEnter" ->
                pause(Kind.LOCK, event, thread(event), isClassLoading(event) ? CLASS_LOADING : monitor(event));
            default -> null;
        };
        if (pause != null && kinds.contains(pause.kind())) {
            longest.add(pause);
            if (longest.size() > MAX) {
                longest.remove();
                leftOut++;
            }
        }
    }

    private static Pause pause(Kind kind, RecordedEvent event, String thread, String detail) {
        Instant start = event.getStartTime();
        long epochNanos = start.getEpochSecond() * 1_000_000_000L + start.getNano();
        return new Pause(kind, epochNanos, event.getDuration().toNanos(), thread, detail);
    }

    /** Answers whether a thread waited while it loaded a class: whatever lock that was, the program did not choose it. */
    private static boolean isClassLoading(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack != null
                && stack.getFrames().stream()
                        .map(frame -> frame.isJavaFrame() ? frame.getMethod().getName() : "")
                        .anyMatch(method -> method.equals("loadClass") || method.equals("loadClassOrNull"));
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    private static String thread(RecordedEvent event) {
        RecordedThread thread = event.hasField("eventThread") ? event.getThread() : null;
        return thread == null ? null : thread.getJavaName();
    }

    private static String monitor(RecordedEvent event) {
        RecordedClass type = event.hasField("monitorClass") ? event.getClass("monitorClass") : null;
        return type == null ? null : type.getName();
    }

    /** Returns the pauses kept, by their starts. */
    public List<Pause> byStart() {
        List<Pause> sorted = new ArrayList<>(longest);
        sorted.sort(Comparator.comparingLong(Pause::epochNanos)
                .thenComparing(Pause::kind)
                .thenComparingLong(Pause::nanos));
        return sorted;
    }

    /** Returns how many shorter ones there were. */
    public long leftOut() {
        return leftOut;
    }
}
