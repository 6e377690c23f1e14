// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The runs among some inputs, the newest first and numbered from 1.
 *
 * <p>A file that does not say its run belongs to the run in whose directory it lies; where there is none it is a run of its own.
 *
 * @param runs the runs
 */
public record Runs(List<Run> runs) {
    private static final Comparator<RunFiles> NEWEST_FIRST = Comparator.comparingLong(RunFiles::startNanos)
            .thenComparing(RunFiles::run)
            .reversed();

    public Runs {
        runs = List.copyOf(runs);
    }

    /**
     * A run.
     *
     * @param number its place, 1 for the newest
     * @param files its files, and after them those in its directory that do not say what run they are of
     */
    public record Run(int number, RunFiles main, List<RunFiles> files) {
        public String id() {
            return main.run();
        }

        public String service() {
            return main.service();
        }

        /** Returns the size on disk in bytes. */
        public long bytes() {
            return files.stream().mapToLong(RunFiles::bytes).sum();
        }

        /** Returns the directory that holds the run's first file. */
        public Path directory() {
            return Runs.directory(main);
        }

        boolean isMeantBy(String word) {
            return id().startsWith(word) || !main.isNamed() && fileName(id()).startsWith(word);
        }

        boolean isCalled(String word) {
            return id().equals(word) || !main.isNamed() && fileName(id()).equals(word);
        }

        private static String fileName(String path) {
            return Objects.toString(Path.of(path).getFileName());
        }
    }

    /** Returns the runs among the inputs. */
    public static Runs of(Inputs inputs) {
        List<RunFiles> named = inputs.runs().stream().filter(RunFiles::isNamed).toList();
        Set<Path> taken = named.stream().map(Runs::directory).collect(Collectors.toSet());
        List<RunFiles> mains = inputs.runs().stream()
                .filter(run -> run.isNamed() || !taken.contains(directory(run)))
                .sorted(NEWEST_FIRST)
                .toList();
        List<Run> runs = new ArrayList<>();
        for (RunFiles main : mains) {
            List<RunFiles> files = new ArrayList<>(List.of(main));
            if (main.isNamed()) {
                inputs.runs().stream()
                        .filter(run -> !run.isNamed() && directory(run).equals(directory(main)))
                        .forEach(files::add);
            }
            runs.add(new Run(runs.size() + 1, main, files));
        }
        return new Runs(runs);
    }

    private static Path directory(RunFiles run) {
        return run.files().get(0).file().path().toAbsolutePath().normalize().getParent();
    }

    /** Returns those of a service, with the numbers they have here. */
    public Runs ofService(String service) {
        return new Runs(
                runs.stream().filter(run -> service.equals(run.service())).toList());
    }

    /** Returns the services, each once, that of the newest run first. */
    public List<String> services() {
        return runs.stream()
                .map(Run::service)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Answers whether several runs say of themselves that they are different ones, so that one of them is to be chosen. */
    public boolean areSeveral() {
        return runs.stream().filter(run -> run.main().isNamed()).count() > 1;
    }

    /**
     * Returns the runs that somebody means: that with the id, else those whose id begins so, else that with the number.
     *
     * @param written an id, the beginning of one, or a number, with or without {@code #} in front
     */
    public List<Run> meantBy(String written) {
        String word = ShortId.of(written);
        List<Run> called = runs.stream().filter(run -> run.isCalled(word)).toList();
        if (!called.isEmpty()) {
            return called;
        }
        List<Run> begun = runs.stream().filter(run -> run.isMeantBy(word)).toList();
        String digits = word.startsWith("#") ? word.substring(1) : word;
        if (!begun.isEmpty() || !digits.matches("\\d{1,9}")) {
            return begun;
        }
        return runs.stream()
                .filter(run -> run.number() == Integer.parseInt(digits))
                .toList();
    }

    /** Returns the files of some of the runs of the inputs, in the inputs' order. */
    public static Inputs only(Inputs inputs, List<Run> chosen) {
        Set<RunFiles> files =
                chosen.stream().flatMap(run -> run.files().stream()).collect(Collectors.toSet());
        return new Inputs(inputs.runs().stream().filter(files::contains).toList(), notesOf(inputs, files));
    }

    /** Of what was left out, only that which lies beside the files matters. */
    private static List<String> notesOf(Inputs inputs, Set<RunFiles> files) {
        List<String> elsewhere = inputs.runs().stream()
                .filter(run -> !files.contains(run))
                .map(run -> run.files().get(0).file().path().getParent())
                .filter(directory -> files.stream()
                        .noneMatch(run -> directory.equals(
                                run.files().get(0).file().path().getParent())))
                .map(directory -> directory + directory.getFileSystem().getSeparator())
                .toList();
        return inputs.notes().stream()
                .filter(note -> elsewhere.stream().noneMatch(note::startsWith))
                .toList();
    }
}
