// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rules of a run, by number. Those of a bundled file have their numbers from the start, and are read when a class is loaded that
 * one of them may mean: an application that uses one framework of forty pays for one.
 *
 * <p><b>Threading:</b> filled by one thread before others see it. A file may be read by any thread; the first one reads it.
 */
public final class RunRules {
    private final List<RulePart> parts = new ArrayList<>();
    private final List<RulePart> files = new ArrayList<>();
    private int size;

    /** Returns rules that were all read. */
    public static RunRules of(List<Rule> rules) {
        RunRules all = new RunRules();
        all.add(rules);
        return all;
    }

    /** Adds rules that were read. */
    public void add(List<Rule> rules) {
        add(new RulePart(size, rules.size(), null, List.copyOf(rules)));
    }

    /**
     * Adds the rules of the next bundled file.
     *
     * @param count how many there are; 0 for a file that is off
     * @param source reads them
     */
    public void addFile(int count, Supplier<List<Rule>> source) {
        RulePart part = new RulePart(size, count, source, count == 0 ? List.of() : null);
        files.add(part);
        add(part);
    }

    private void add(RulePart part) {
        parts.add(part);
        size += part.count;
    }

    /** Returns how many rules there are, read or not. */
    public int size() {
        return size;
    }

    /** Returns how many bundled files were added, those that are off included. */
    public int files() {
        return files.size();
    }

    /** Answers whether the rules of a bundled file were read. */
    public boolean isRead(int file) {
        return files.get(file).rules != null;
    }

    /** Returns the number of the first rule of a bundled file. */
    public int first(int file) {
        return files.get(file).first;
    }

    /** Returns the rules of a bundled file, which are read if they were not before. */
    public List<Rule> read(int file) {
        return files.get(file).read();
    }

    /** Returns the rule with a number; its file is read if it was not before. */
    public Rule get(int number) {
        RulePart part = partOf(number);
        return part.read().get(number - part.first);
    }

    /** Returns the rules that were added with a rule, those of its file. */
    public List<Rule> besides(int number) {
        return partOf(number).read();
    }

    /** Returns the lowest number from one on whose rule was read; -1 if there is none. */
    public int nextRead(int from) {
        for (RulePart part : parts) {
            if (from < part.first + part.count && part.count > 0 && part.rules != null) {
                return Math.max(from, part.first);
            }
        }
        return -1;
    }

    /** Returns the rules that were read, in the order of their numbers. */
    public List<Rule> read() {
        List<Rule> read = new ArrayList<>();
        for (int i = nextRead(0); i >= 0; i = nextRead(i + 1)) {
            read.add(get(i));
        }
        return read;
    }

    private RulePart partOf(int number) {
        for (RulePart part : parts) {
            if (number < part.first + part.count) {
                return part;
            }
        }
        throw new IndexOutOfBoundsException("no rule " + number + " of " + size);
    }

    /** Rules that follow each other and are read together. */
    private static final class RulePart {
        final int first;
        final int count;
        /** {@code null} until they are read. */
        volatile List<Rule> rules;

        private final Supplier<List<Rule>> source;

        RulePart(int first, int count, Supplier<List<Rule>> source, List<Rule> rules) {
            this.first = first;
            this.count = count;
            this.source = source;
            this.rules = rules;
        }

        List<Rule> read() {
            List<Rule> known = rules;
            return known == null ? readOnce() : known;
        }

        private synchronized List<Rule> readOnce() {
            if (rules == null) {
                List<Rule> all = source.get();
                if (all.size() != count) {
                    throw new IllegalStateException("found " + all.size() + " rules where the index has " + count);
                }
                rules = List.copyOf(all);
            }
            return rules;
        }
    }
}
