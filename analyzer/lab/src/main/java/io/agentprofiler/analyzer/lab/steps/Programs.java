// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.StepLog.ToolRun;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The steps of programs.
 *
 * @param list the programs, by the start of their first step
 * @param dropped model calls that are in none, since there were too many; they began after those kept
 */
public record Programs(List<Program> list, long dropped) {
    /** Makes steps of calls. */
    public static Programs of(StepLog log, ProgramBy by) {
        Map<String, List<ModelCall>> calls = new LinkedHashMap<>();
        log.calls()
                .forEach(call -> calls.computeIfAbsent(
                                id(by, call.conversation(), call.ref().trace()), id -> new ArrayList<>())
                        .add(call));
        Map<String, List<ToolRun>> tools = new LinkedHashMap<>();
        log.tools()
                .forEach(tool -> tools.computeIfAbsent(
                                id(by, tool.conversation(), tool.trace()), id -> new ArrayList<>())
                        .add(tool));
        Map<String, Set<TraceId>> open = new LinkedHashMap<>();
        log.open()
                .forEach(call -> open.computeIfAbsent(
                                id(by, call.conversation(), call.trace()), id -> new LinkedHashSet<>())
                        .add(call.trace()));
        Set<String> ids = new LinkedHashSet<>(calls.keySet());
        ids.addAll(open.keySet());
        List<Program> programs = new ArrayList<>();
        for (String id : ids) {
            List<Step> steps = steps(calls.getOrDefault(id, List.of()), tools.get(id));
            Set<TraceId> workflows = new LinkedHashSet<>(open.getOrDefault(id, Set.of()));
            steps.forEach(step -> workflows.add(step.trace()));
            programs.add(new Program(id, steps, StepSums.of(steps), workflows, open.getOrDefault(id, Set.of())));
        }
        log.told()
                .forEach(told -> programs.add(new Program(
                        id(by, told.conversation(), told.trace()),
                        List.of(),
                        told.sums(),
                        Set.of(told.trace()),
                        Set.of())));
        return new Programs(List.copyOf(programs), log.dropped());
    }

    private static String id(ProgramBy by, String conversation, TraceId trace) {
        return by == ProgramBy.CONVERSATION && conversation != null ? conversation : trace.toString();
    }

    /**
     * Numbers calls that are in the order of their starts. A program is idle from the end of the last of the calls that ran at once;
     * where the end of the call before is not known, neither is how long it was idle.
     *
     * @param tools in the order of their starts, {@code null} for none
     */
    private static List<Step> steps(List<ModelCall> calls, List<ToolRun> tools) {
        BusyTools busy = tools == null ? null : new BusyTools(tools);
        List<Step> steps = new ArrayList<>(calls.size());
        long busyUntil = Long.MIN_VALUE;
        boolean known = false;
        for (ModelCall call : calls) {
            long outside = Unknown.LONG;
            long tool = Unknown.LONG;
            if (!steps.isEmpty() && call.told().toldOutsideNanos() != Unknown.LONG) {
                outside = call.told().toldOutsideNanos();
            } else if (known && call.times().started()) {
                outside = Math.max(0, call.times().startNanos() - busyUntil);
                tool = busy == null
                        ? Unknown.LONG
                        : busy.within(busyUntil, call.times().startNanos());
            }
            steps.add(new Step(steps.size() + 1, call, outside, tool));
            known = call.times().endNanos() != Unknown.LONG;
            busyUntil = known ? Math.max(busyUntil, call.times().endNanos()) : busyUntil;
        }
        return List.copyOf(steps);
    }

    /** Returns those of which at least one step is known. */
    Programs withSteps() {
        return new Programs(
                list.stream().filter(program -> program.sums().steps() > 0).toList(), dropped);
    }

    /** Returns the sums of all steps. */
    public StepSums sums() {
        StepSums sums = new StepSums();
        list.forEach(program -> sums.add(program.sums()));
        return sums;
    }

    /** Returns the sums by why answers ended, most steps first; those of which nobody told under {@code ""}. */
    public Map<String, StepSums> byFinishReason() {
        Map<String, StepSums> reasons = new TreeMap<>();
        list.forEach(program -> program.steps()
                .forEach(step -> reasons.computeIfAbsent(
                                step.finishReason() == null ? "" : step.finishReason(), reason -> new StepSums())
                        .add(step)));
        Map<String, StepSums> sorted = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted((a, b) ->
                        Long.compare(b.getValue().steps(), a.getValue().steps()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /**
     * When any tool of a program ran.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class BusyTools {
        /** Stretches that do not touch, in order. */
        private final List<long[]> stretches = new ArrayList<>();

        private int next;

        /**
         * Puts together what runs at once.
         *
         * @param tools in the order of their starts
         */
        BusyTools(List<ToolRun> tools) {
            for (ToolRun tool : tools) {
                long[] last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
                if (last != null && tool.startNanos() <= last[1]) {
                    last[1] = Math.max(last[1], tool.endNanos());
                } else {
                    stretches.add(new long[] {tool.startNanos(), tool.endNanos()});
                }
            }
        }

        /** Returns how much of a stretch tools ran in, in nanoseconds. It begins no earlier than the one asked for before. */
        long within(long from, long to) {
            while (next < stretches.size() && stretches.get(next)[1] <= from) {
                next++;
            }
            long within = 0;
            for (int i = next; i < stretches.size() && stretches.get(i)[0] < to; i++) {
                within += Math.min(to, stretches.get(i)[1])
                        - Math.max(from, stretches.get(i)[0]);
            }
            return within;
        }
    }

    /** What a program is: the run of an agent whose model calls are numbered as its steps. */
    public enum ProgramBy {
        /** All workflows of a conversation; a workflow without one is a program by itself. */
        CONVERSATION,
        /** A workflow. */
        WORKFLOW;

        /** Returns the word for it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
