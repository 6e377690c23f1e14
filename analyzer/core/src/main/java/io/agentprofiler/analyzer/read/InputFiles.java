// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.jfr.JfrReader;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Finds the trace files of what a user named: files, run directories, directories of runs.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class InputFiles {
    /** A run directory lies one level below its parent; logs of coding agents' agents lie five below all projects. */
    private static final int DEPTH = 6;

    /** In what the names of a segment and of its copies differ. */
    private static final Pattern SUFFIX = Pattern.compile("(\\.jsonl)?(\\.open|\\.gz)?\\z");

    private final Map<Path, Found> found = new LinkedHashMap<>();
    private final Set<Path> seen = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    private InputFiles() {}

    private record Found(TraceFile file, TraceReader reader, TraceReader.Head head) {}

    /**
     * A file with the reader that recognised it.
     *
     * @param file the file
     * @param reader its reader
     * @param others files that are read with it, as they repeat or continue each other
     */
    public record Input(TraceFile file, TraceReader reader, List<TraceFile> others) {
        /** Makes an input of one file. */
        public Input(TraceFile file, TraceReader reader) {
            this(file, reader, List.of());
        }

        /** Returns the files' size on disk in bytes. */
        public long bytes() {
            return file.size() + others.stream().mapToLong(TraceFile::size).sum();
        }
    }

    /**
     * The files of one run, in the order they were written.
     *
     * @param run the run's id, or the file's name where the file does not say
     * @param isNamed whether the files themselves say which run they are of
     * @param service the traced program's name, or {@code null}
     * @param startNanos when the run began, in nanoseconds since 1970; when its files were last written to where they do not say
     * @param files its files, at least one
     */
    public record RunFiles(String run, boolean isNamed, String service, long startNanos, List<Input> files) {
        /** Returns the files' size on disk in bytes. */
        public long bytes() {
            return files.stream().mapToLong(Input::bytes).sum();
        }
    }

    /**
     * What was found.
     *
     * @param runs the runs, by the place of their first files
     * @param notes files that were left out, and why, a line each
     */
    public record Inputs(List<RunFiles> runs, List<String> notes) {
        /** Returns the size of all files on disk in bytes. */
        public long bytes() {
            return runs.stream().mapToLong(RunFiles::bytes).sum();
        }

        /** Returns the flight recordings among the files. */
        public List<Path> recordings() {
            return runs.stream()
                    .flatMap(run -> run.files().stream())
                    .filter(input -> input.reader() instanceof JfrReader)
                    .map(input -> input.file().path())
                    .toList();
        }
    }

    /**
     * Looks at everything named.
     *
     * @throws UnreadableInputException when something named does not exist or holds no trace
     */
    public static Inputs find(List<Path> named) throws UnreadableInputException {
        InputFiles files = new InputFiles();
        for (Path path : named) {
            files.add(path);
        }
        files.leaveOutParts();
        return new Inputs(files.runs(), List.copyOf(files.notes));
    }

    private void add(Path named) throws UnreadableInputException {
        try {
            if (Files.isDirectory(named)) {
                addDirectory(named);
            } else if (Files.isRegularFile(named)) {
                addFile(named);
            } else if (Files.exists(named)) {
                throw new UnreadableInputException(named, "neither a file nor a directory");
            } else {
                throw new UnreadableInputException(
                        named,
                        "no such file or directory. If a program was to write it, the agent's last line on stderr says what"
                                + " it recorded, and where; without such a line the agent was not attached");
            }
        } catch (IOException | UncheckedIOException e) {
            throw new UnreadableInputException(named, "cannot be read: " + Reasons.of(e));
        }
    }

    private void addFile(Path path) throws IOException, UnreadableInputException {
        TraceFile file = TraceFile.of(path);
        TraceReader reader = TraceReaders.of(file);
        if (reader == null) {
            String what = file.size() == 0 ? "the file is empty" : "not a trace file";
            throw new UnreadableInputException(path, what + "; expected " + expected());
        }
        note(file, reader);
    }

    private void addDirectory(Path directory) throws IOException, UnreadableInputException {
        List<Found> inside = new ArrayList<>();
        int left = 0;
        List<Path> unseen = new ArrayList<>();
        for (Path path : filesIn(directory, unseen)) {
            if (!Files.isReadable(path)) {
                notes.add(path + ": no permission to read it, left out");
                continue;
            }
            TraceFile file = TraceFile.of(path);
            TraceReader reader = TraceReaders.of(file);
            if (reader != null) {
                inside.add(new Found(file, reader, TraceReader.Head.NONE));
            } else if (isSegmentName(path)) {
                left++;
                notes.add(path + (file.size() == 0 ? ": empty, left out" : ": holds no record, left out"));
            }
        }
        boolean segments = inside.stream().anyMatch(one -> one.reader() instanceof SegmentReader);
        for (Found one : inside) {
            if (segments && !(one.reader() instanceof SegmentReader)) {
                notes.add(one.file() + ": left out, the segments beside it are read; name the file itself to read it");
            } else {
                note(one.file(), one.reader());
            }
        }
        if (inside.isEmpty()) {
            throw new UnreadableInputException(
                    directory,
                    (left > 0 ? "the segments in it are empty or damaged" : "no trace file in it")
                            + (unseen.isEmpty() ? "" : ", and " + unseen.get(0) + " cannot be looked into")
                            + "; expected " + expected());
        }
    }

    /** Returns the files in a directory; one below it that cannot be looked into is left out, noted and put into a list. */
    private List<Path> filesIn(Path directory, List<Path> unseen) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(directory, Set.of(FileVisitOption.FOLLOW_LINKS), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && !file.getFileName().toString().startsWith(".")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return leaveOut(file, failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                return failure == null ? FileVisitResult.CONTINUE : leaveOut(visited, failure);
            }

            private FileVisitResult leaveOut(Path path, IOException failure) throws IOException {
                if (path.equals(directory)) {
                    throw failure;
                }
                unseen.add(path);
                notes.add(path + ": cannot be read (" + Reasons.of(failure) + "), left out");
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }

    private static boolean isSegmentName(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(TraceFormat.SEGMENT_SUFFIX)
                || name.endsWith(TraceFormat.OPEN_SUFFIX)
                || name.endsWith(TraceFormat.GZIP_SUFFIX);
    }

    private void note(TraceFile file, TraceReader reader) throws IOException {
        if (seen.add(file.path().toRealPath())) {
            found.put(file.path(), new Found(file.withoutHead(), reader, reader.head(file)));
        }
    }

    /** Leaves out files that are read with others: they would count twice. */
    private void leaveOutParts() throws UnreadableInputException {
        Set<Path> parts = new HashSet<>();
        for (Found one : List.copyOf(found.values())) {
            try {
                Path own = one.file().path().toRealPath();
                for (Path part : one.reader().takesIn(one.file())) {
                    Path other = part.toRealPath();
                    // of files that name each other the first is read
                    if (!other.equals(own) && !parts.contains(own)) {
                        parts.add(other);
                    }
                }
            } catch (IOException e) {
                throw new UnreadableInputException(one.file().path(), "cannot be read: " + Reasons.of(e));
            }
        }
        if (!parts.isEmpty()) {
            found.values().removeIf(one -> isAmong(one.file().path(), parts));
        }
    }

    private static boolean isAmong(Path path, Set<Path> parts) {
        try {
            return parts.contains(path.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    private List<RunFiles> runs() throws UnreadableInputException {
        Map<String, List<Found>> byRun = new LinkedHashMap<>();
        Map<TraceReader, String> spread = new HashMap<>();
        Map<Path, List<TraceFile>> together = together();
        for (Found one : found.values()) {
            if (!together.containsKey(one.file().path())) {
                continue;
            }
            String run = one.head().run();
            if (run == null) {
                String file = one.file().toString();
                run = one.reader().isSpread() ? spread.computeIfAbsent(one.reader(), any -> file) : file;
            }
            byRun.computeIfAbsent(run, any -> new ArrayList<>()).add(one);
        }
        List<RunFiles> runs = new ArrayList<>();
        for (Map.Entry<String, List<Found>> run : byRun.entrySet()) {
            TraceReader.Head head = run.getValue().get(0).head();
            runs.add(new RunFiles(
                    run.getKey(),
                    head.run() != null,
                    head.service(),
                    start(run.getValue()),
                    withoutCopies(run.getValue(), together)));
        }
        return List.copyOf(runs);
    }

    /** Returns the first file of each group that is read together, with the others of it. */
    private Map<Path, List<TraceFile>> together() throws UnreadableInputException {
        Map<TraceReader, List<TraceFile>> byReader = new LinkedHashMap<>();
        found.values()
                .forEach(one -> byReader.computeIfAbsent(one.reader(), any -> new ArrayList<>())
                        .add(one.file()));
        Map<Path, List<TraceFile>> together = new HashMap<>();
        for (Map.Entry<TraceReader, List<TraceFile>> of : byReader.entrySet()) {
            List<TraceFile> files = of.getValue();
            try {
                for (List<TraceFile> group :
                        files.size() == 1 ? List.of(files) : of.getKey().together(files)) {
                    together.put(group.get(0).path(), List.copyOf(group.subList(1, group.size())));
                }
            } catch (IOException e) {
                throw new UnreadableInputException(files.get(0).path(), "cannot be read: " + Reasons.of(e));
            }
        }
        return together;
    }

    /** A file that does not say when its run began is as old as its last change. */
    private static long start(List<Found> files) throws UnreadableInputException {
        long start = Long.MAX_VALUE;
        for (Found one : files) {
            if (one.head().startNanos() != Unknown.LONG) {
                start = Math.min(start, one.head().startNanos());
            }
        }
        if (start != Long.MAX_VALUE) {
            return start;
        }
        Path file = files.get(0).file().path();
        try {
            return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            throw new UnreadableInputException(file, "cannot be read: " + Reasons.of(e));
        }
    }

    /** Keeps one of several copies of a segment, as a crash between compressing and deleting leaves them. */
    private List<Input> withoutCopies(List<Found> files, Map<Path, List<TraceFile>> together) {
        List<Found> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing((Found one) -> stem(one.file().path()))
                .thenComparing(one -> one.file().gzip())
                .thenComparing(
                        Comparator.comparingLong((Found one) -> one.file().size())
                                .reversed()));
        List<Input> kept = new ArrayList<>();
        Path last = null;
        for (Found one : sorted) {
            Path path = one.file().path();
            if (last != null && stem(last).equals(stem(path))) {
                notes.add(path + ": left out, a copy of " + last);
            } else {
                kept.add(new Input(one.file(), one.reader(), together.get(path)));
                last = path;
            }
        }
        return List.copyOf(kept);
    }

    private static String stem(Path path) {
        return SUFFIX.matcher(path.getFileName().toString()).replaceFirst("");
    }

    private static String expected() {
        return String.join(" or ", TraceReaders.formats());
    }

    /**
     * The formats the analyzer reads: those of this package first, then those that other packages name in {@code
     * META-INF/services}, so that this package need not know them.
     */
    public static final class TraceReaders {
        /** In the order they are asked. */
        private static final List<TraceReader> ALL = all();

        private TraceReaders() {}

        private static List<TraceReader> all() {
            List<TraceReader> readers = new ArrayList<>(List.of(new SegmentReader(), new JfrReader()));
            ServiceLoader.load(TraceReader.class, TraceReaders.class.getClassLoader())
                    .forEach(readers::add);
            return List.copyOf(readers);
        }

        /** Returns the reader that recognises the file, or {@code null}. */
        public static TraceReader of(TraceFile file) {
            for (TraceReader reader : ALL) {
                if (reader.recognizes(file)) {
                    return reader;
                }
            }
            return null;
        }

        /** Returns the names of the formats, for messages. */
        public static List<String> formats() {
            return ALL.stream().map(TraceReader::format).toList();
        }
    }
}
