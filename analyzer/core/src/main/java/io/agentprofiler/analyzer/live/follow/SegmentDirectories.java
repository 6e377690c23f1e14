// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.follow;

import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which directories hold segments, and which segments there are in each.
 *
 * <p><b>Threading:</b> stateless.
 */
final class SegmentDirectories {
    /** As every other command: a directory of hosts, of runs, a run, its files. */
    private static final int DEPTH = 3;

    private static final Pattern SEGMENT =
            Pattern.compile("segment-(\\d{1,9})(" + Pattern.quote(TraceFormat.OPEN_SUFFIX) + "|"
                    + Pattern.quote(TraceFormat.SEGMENT_SUFFIX) + "|" + Pattern.quote(TraceFormat.GZIP_SUFFIX) + ")");

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
                        Matcher name = SEGMENT.matcher(file.getFileName().toString());
                        if (attributes.isRegularFile() && name.matches()) {
                            Path directory = file.toAbsolutePath().normalize().getParent();
                            found.computeIfAbsent(directory, any -> new TreeMap<>())
                                    .merge(Integer.valueOf(name.group(1)), file, SegmentDirectories::plainer);
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

    /** Of a segment and its compressed copy, which a moment later is alone, the segment: it may be open already. */
    private static Path plainer(Path one, Path other) {
        return one.toString().endsWith(TraceFormat.GZIP_SUFFIX) ? other : one;
    }
}
