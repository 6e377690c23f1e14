// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.formats.atif.span.TrajectorySpans;
import io.agentprofiler.analyzer.formats.atif.span.TrajectorySpans.References;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.tree.Located;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The trajectories of one file that is being read, and those that they name.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TrajectoryFile implements References {
    /** Trajectories of a file that wait for each other. */
    private static final long MOST_TOGETHER = AtifReader.MOST_BYTES / 4;

    private final Path path;
    private final boolean content;
    private final EventSink sink;
    private final Problems problems;
    private List<Trajectory> waiting = new ArrayList<>();
    private final Map<Path, List<Trajectory>> named = new HashMap<>();
    private final Map<Integer, Integer> equal = new HashMap<>();
    private long waitingSince;
    private int sent;

    TrajectoryFile(TraceFile file, boolean content, EventSink sink, Problems problems) {
        this.path = file.path();
        this.content = content;
        this.sink = sink;
        this.problems = problems;
    }

    /** Takes a value of the file: a trajectory, or something that holds some. */
    void value(Object value, String pointer, long endOffset) {
        trajectories(Located.of(value, pointer, this::problem), waiting);
        if (endOffset - waitingSince > MOST_TOGETHER) {
            end();
            waitingSince = endOffset;
        }
    }

    private void trajectories(Located value, List<Trajectory> into) {
        if (TrajectoryParser.isTrajectory(value.value())) {
            add(TrajectoryParser.read(value), into);
            return;
        }
        boolean found = false;
        if (value.value() instanceof Map<?, ?> map) {
            for (Object field : map.keySet()) {
                Located inside = value.get(field.toString());
                List<Located> all = inside.isList() ? inside.elements() : List.of(inside);
                for (Located one : all) {
                    if (TrajectoryParser.isTrajectory(one.value())) {
                        found = true;
                        add(TrajectoryParser.read(one), into);
                    }
                }
            }
        }
        if (!found) {
            value.problem("expected a trajectory, an object with \"steps\"; left out");
        }
    }

    private void add(Trajectory trajectory, List<Trajectory> into) {
        if (trajectory != null
                && trajectory.steps().isEmpty()
                && trajectory.own().isEmpty()) {
            problem(trajectory.place() + "/steps: holds no step that can be read; the trajectory is left out");
        } else if (trajectory != null) {
            into.add(trajectory);
        }
    }

    /** Sends what waits. A trajectory that another one names is a part of that one's trace. */
    void end() {
        Set<Trajectory> parts = new HashSet<>();
        for (Trajectory trajectory : waiting) {
            for (Step step : trajectory.steps()) {
                for (Step.Result result : step.results()) {
                    result.subagents().forEach(reference -> {
                        Trajectory part = inFile(trajectory, reference);
                        if (part != null && part != trajectory) {
                            parts.add(part);
                        }
                    });
                }
            }
        }
        List<Trajectory> whole =
                waiting.stream().filter(one -> !parts.contains(one)).toList();
        OwnRecords own = new OwnRecords(content);
        // where all name each other there is no first
        for (Trajectory trajectory : whole.isEmpty() ? waiting.stream().limit(1).toList() : whole) {
            int again = equal.merge(trajectory.hashCode(), 1, Integer::sum) - 1;
            if (trajectory.own().isEmpty() || !own.send(trajectory.own(), trajectory.place(), this::problem, sink)) {
                TrajectorySpans.send(trajectory, again, this, content, sink);
            }
            sent++;
        }
        waiting = new ArrayList<>();
    }

    int sent() {
        return sent;
    }

    private Trajectory inFile(Trajectory from, Step.Reference reference) {
        for (Trajectory candidate : from.subagents()) {
            if (is(candidate, reference)) {
                return candidate;
            }
        }
        for (Trajectory candidate : waiting) {
            if (candidate != from && is(candidate, reference)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean is(Trajectory candidate, Step.Reference reference) {
        if (reference.trajectoryId() != null && candidate.ids().trajectory() != null) {
            return reference.trajectoryId().equals(candidate.ids().trajectory());
        }
        return reference.trajectoryId() == null
                && reference.path() == null
                && reference.sessionId() != null
                && reference.sessionId().equals(candidate.ids().session());
    }

    @Override
    public Trajectory subagent(Trajectory from, Step.Reference reference) {
        Trajectory found = inFile(from, reference);
        if (found == null && reference.path() != null) {
            List<Trajectory> inside = file(reference.path());
            for (Trajectory candidate : inside) {
                if (inside.size() == 1 || is(candidate, reference)) {
                    return candidate;
                }
            }
        }
        return found;
    }

    @Override
    public Trajectory continuation(Trajectory from) {
        if (from.continuedBy() == null) {
            return null;
        }
        List<Trajectory> parts = file(from.continuedBy());
        if (parts.isEmpty()) {
            problem(from.place() + "/continued_trajectory_ref: " + from.continuedBy()
                    + " was not found; what goes on there is missing");
            return null;
        }
        return parts.get(0);
    }

    /** Reads a file that is named, once. */
    private List<Trajectory> file(String name) {
        Path other = NamedFiles.find(path, name);
        if (other == null) {
            return List.of();
        }
        List<Trajectory> known = named.get(other);
        if (known == null) {
            known = new ArrayList<>();
            named.put(other, known);
            read(other, known);
        }
        return known;
    }

    private void read(Path other, List<Trajectory> into) {
        String name = String.valueOf(other.getFileName());
        try (InputStream stream = TraceFile.of(other).open(bytes -> {})) {
            boolean whole = AtifReader.values(
                            stream,
                            (value, pointer, end) ->
                                    trajectories(Located.of(value, name + '#' + pointer, this::problem), into))
                    == null;
            if (!whole) {
                problem(name + ": not JSON from some place on; what stands before it was read");
            }
        } catch (IOException e) {
            problem(name + ": cannot be read; left out");
        } catch (AtifReader.TooLargeTrajectoryException e) {
            problem(name + ": " + e.getMessage());
        }
    }

    @Override
    public void problem(String what) {
        problems.skipped(0, what);
    }
}
