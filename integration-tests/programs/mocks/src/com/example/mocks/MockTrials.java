// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tries all methods of a file, and writes how it went.
 *
 * <p>The file has the lines {@code row <name> <class path>} and, for each row, {@code method <type> <signature>}, with tabs
 * between. A method is tried with the first row that has it. Calls on mocks and calls of real methods are made in threads of different names.
 */
public final class MockTrials {
    /** The thread of real calls. Other names are not written below {@code content=full}. */
    private static final String REAL = "pool-1-thread-1";

    private final Outcomes outcomes = new Outcomes();
    private final Set<String> tried = new HashSet<>();
    private final List<Runnable> atTheEnd = new ArrayList<>();
    private final Set<Maker> makers;

    private MockTrials(Set<Maker> makers) {
        this.makers = makers;
    }

    /**
     * Arguments: the file, where to write the outcomes, where to write the names of the mocks' classes, how many milliseconds to
     * wait before the last questions, and the names of the makers to try, with commas between.
     */
    public static void main(String[] args) throws Exception {
        MockTrials trials = new MockTrials(Arrays.stream(args[4].split(","))
                .map(Maker::valueOf)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Maker.class))));
        String row = null;
        RowLoader loader = null;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split("\t");
            if (words[0].equals("row")) {
                row = words[1];
                loader = new RowLoader(words[2]);
            } else {
                trials.run(row, Target.find(loader, words[1], words[2]));
            }
        }
        Thread.sleep(Long.parseLong(args[3]));
        trials.atTheEnd.forEach(Runnable::run);
        trials.outcomes.write(Path.of(args[1]));
        MockNames.write(Path.of(args[2]));
        System.exit(0);
    }

    private void run(String row, Target target) throws InterruptedException {
        if (target == null || !tried.add(target.toString())) {
            return;
        }
        HandedOver handedOver = new HandedOver(target);
        in(REAL, () -> handedOver.call(makers));
        in("pool-1-thread-2", () -> {
            if (!target.isMockable()) {
                return;
            }
            if (makers.contains(Maker.INLINE)) {
                new MockitoTrials(target, Maker.INLINE).run(row, outcomes);
            }
            // a final method of a subclass is the real one
            if (Modifier.isFinal(target.method().getModifiers())) {
                return;
            }
            if (makers.contains(Maker.SUBCLASS)) {
                new MockitoTrials(target, Maker.SUBCLASS).run(row, outcomes);
            }
            if (makers.contains(Maker.EASY_MOCK)) {
                new EasyMockTrials(target).run(row, outcomes);
            }
        });
        atTheEnd.add(() -> handedOver.tell(row, outcomes));
    }

    /** A thread of its own: a trial that went wrong leaves nothing behind for the next. */
    private static void in(String name, Runnable what) throws InterruptedException {
        Thread thread = new Thread(what, name);
        thread.start();
        thread.join();
    }
}
