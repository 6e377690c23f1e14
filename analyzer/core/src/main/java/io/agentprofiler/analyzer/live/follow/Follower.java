// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.follow;

import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.analyzer.trace.pipeline.RunFeed;
import io.agentprofiler.shared.RunSegments;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Follows all runs below some directories.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Follower implements AutoCloseable {
    /** How long a workflow that is complete may still get a span, as when files are read that are whole. */
    public static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** Read of one run before it is another's turn. */
    private static final long TURN_BYTES = 4L << 20;
    /** Most runs that are over and still known; of older ones nothing is told any more. */
    private static final int MOST_RUNS_OVER = 200;

    private final List<Path> roots;
    private final Events events;
    private final SpanBudget budget;
    private final long graceNanos;
    private final Map<Path, FollowedRun> runs = new LinkedHashMap<>();
    /** The directories of runs that were forgotten. */
    private final Set<Path> forgotten = new HashSet<>();

    private long looked;
    private boolean first = true;
    private boolean caughtUp;

    /** Takes what is found out. */
    public interface Events extends Assembler.SnapshotConsumer, RunFeed.Taker {}

    /**
     * Follows nothing yet.
     *
     * @param roots run directories, directories of runs, or of hosts
     * @param budget how many spans may be held
     * @param graceNanos how long a complete workflow waits for late spans
     */
    public Follower(List<Path> roots, Events events, SpanBudget budget, long graceNanos) {
        this.roots = List.copyOf(roots);
        this.events = events;
        this.budget = budget;
        this.graceNanos = graceNanos;
    }

    /**
     * Reads what has been written since this was called last; at first what there is.
     *
     * @param now a time of {@link System#nanoTime}
     * @param epochNanos the same moment since 1970
     * @return whether there is more to read already
     */
    public boolean step(long now, long epochNanos) {
        if (first || now - looked >= LOOK_NANOS) {
            look(now);
        }
        boolean more = false;
        for (FollowedRun run : runs.values()) {
            boolean isLate = run.read(TURN_BYTES, now) >= TURN_BYTES;
            if (isLate) {
                more = true;
            } else {
                run.settle(now, epochNanos, graceNanos);
            }
            run.feed().forEachChanged(events);
        }
        forgetOldest();
        caughtUp |= !more;
        return more;
    }

    private void look(long now) {
        looked = now;
        first = false;
        Map<Path, NavigableMap<Integer, Path>> found = SegmentDirectories.find(roots);
        found.forEach((directory, segments) -> {
            FollowedRun run = runs.get(directory);
            if (run == null && !forgotten.contains(directory)) {
                run = FollowedRun.of(directory, segments, events, budget, now);
                if (run != null) {
                    runs.put(directory, run);
                }
            }
            if (run != null) {
                run.found(segments);
            }
        });
        runs.forEach((directory, run) -> {
            if (!found.containsKey(directory)) {
                run.found(Collections.emptyNavigableMap());
            }
        });
        forgotten.retainAll(found.keySet());
    }

    private void forgetOldest() {
        List<Map.Entry<Path, FollowedRun>> over = new ArrayList<>();
        for (Map.Entry<Path, FollowedRun> run : runs.entrySet()) {
            if (run.getValue().isOver()) {
                over.add(run);
            }
        }
        for (int i = 0; i < over.size() - MOST_RUNS_OVER; i++) {
            forgotten.add(over.get(i).getKey());
            close(over.get(i).getValue());
            runs.remove(over.get(i).getKey());
        }
    }

    /** Answers whether everything that was there at the start has been read. */
    public boolean isCaughtUp() {
        return caughtUp;
    }

    /** Returns the runs, in the order they were found. */
    public Collection<FollowedRun> runs() {
        return runs.values();
    }

    /** Returns how many runs were forgotten because there are too many. */
    public int forgotten() {
        return forgotten.size();
    }

    private static void close(FollowedRun run) {
        try {
            run.close();
        } catch (IOException e) {
            // a file that was only read: nothing is lost
            return;
        }
    }

    @Override
    public void close() {
        runs.values().forEach(Follower::close);
    }

    /**
     * Which directories hold segments, and which segments there are in each.
     *
     * <p><b>Threading:</b> stateless.
     */
    private static final class SegmentDirectories {
        /** As every other command: a directory of hosts, of runs, a run, its files. */
        private static final int DEPTH = 3;

        private SegmentDirectories() {}

        /**
         * Looks for segments.
         *
         * @return the segments by number for each directory that holds some, the directory that changed last at the end
         */
        static Map<Path, NavigableMap<Integer, Path>> find(List<Path> roots) {
            Map<Path, NavigableMap<Integer, Path>> found = new HashMap<>();
            Map<Path, Long> changed = new HashMap<>();
            for (Path root : roots) {
                try {
                    Files.walkFileTree(root, Set.of(FileVisitOption.FOLLOW_LINKS), DEPTH, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            int number =
                                    TraceFormat.segmentNumber(file.getFileName().toString());
                            if (attributes.isRegularFile() && number >= 0) {
                                Path directory =
                                        file.toAbsolutePath().normalize().getParent();
                                found.computeIfAbsent(directory, any -> new TreeMap<>())
                                        .merge(number, file, RunSegments::plainer);
                                changed.merge(
                                        directory, attributes.lastModifiedTime().toMillis(), Math::max);
                            }
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) {
                            // removed or renamed a moment ago, or not ours to read: the next look will tell
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
                } catch (IOException e) {
                    // as above, of the whole directory
                    continue;
                }
            }
            return found.entrySet().stream()
                    .sorted(Comparator.comparing(
                                    (Map.Entry<Path, NavigableMap<Integer, Path>> one) -> changed.get(one.getKey()))
                            .thenComparing(Map.Entry::getKey))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
        }
    }
}
