// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the findings named where a cause was known: a row for each case, the figures of all, and which finding came first for each
 * cause.
 *
 * @param outcomes the cases
 */
public record ConfusionTable(List<Outcome> outcomes) {
    public ConfusionTable {
        outcomes = List.copyOf(outcomes);
    }

    /** Returns the cases that have a planted cause. */
    List<Outcome> faults() {
        return outcomes.stream()
                .filter(outcome -> !outcome.planted().isControl())
                .toList();
    }

    /** Returns in how many cases one of the first {@code places} findings named the cause. */
    public long namedWithin(int places) {
        return faults().stream()
                .filter(outcome -> outcome.place() > 0 && outcome.place() <= places)
                .count();
    }

    /** Returns in which part of the cases the first finding named the cause. */
    public double firstShare() {
        return share(namedWithin(1), faults().size());
    }

    /** Returns how many findings said what is not so. */
    public long falseClaims() {
        return outcomes.stream()
                .mapToLong(outcome -> outcome.falseClaims().size())
                .sum();
    }

    /** Returns how many healthy programs, controls and twins, were told to change something. */
    public long healthyToldToChange() {
        return outcomes.stream()
                .filter(outcome -> !outcome.ofTheHealthy().isEmpty())
                .count();
    }

    /** Returns which part of all findings that ask to be acted on, of all programs, names a planted cause. */
    public double precision() {
        long right = faults().stream()
                .filter(outcome -> outcome.right() != null && outcome.right().isLoud())
                .count();
        long beside = outcomes.stream()
                .mapToLong(outcome -> outcome.ofTheHealthy().size()
                        + (outcome.planted().isControl()
                                ? 0
                                : outcome.besideThePoint().size()))
                .sum();
        return share(right, right + beside);
    }

    /** Returns in which part of the cases any finding named the cause. */
    public double recall() {
        return share(namedWithin(Integer.MAX_VALUE), faults().size());
    }

    /** Returns how many findings are told to be still there although their cause is fixed. */
    public long stillThere() {
        return faults().stream()
                .filter(outcome -> outcome.promise().equals("still there"))
                .count();
    }

    /** Returns a row for each case, then the figures of all. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(row(
                "case",
                "place",
                "says",
                "measured",
                "saving",
                "promise",
                "beside",
                "healthy",
                "false",
                "first finding"));
        for (Outcome outcome : outcomes) {
            text.append(row(outcome));
        }
        return text.append(System.lineSeparator()).append(totals()).toString();
    }

    /** Returns the figures of all cases. */
    String totals() {
        Map<Grade, Long> grades = faults().stream()
                .filter(outcome -> outcome.right() != null)
                .collect(Collectors.groupingBy(Outcome::grade, TreeMap::new, Collectors.counting()));
        Map<String, Long> promises = faults().stream()
                .filter(outcome -> outcome.right() != null)
                .collect(Collectors.groupingBy(Outcome::promise, TreeMap::new, Collectors.counting()));
        return String.format(
                Locale.ROOT,
                "The first finding names the cause in %d of %d cases (%.0f %%), one of the first three in %d.%n"
                        + "Recall %.2f, precision %.2f (of findings of medium or high impact, in all programs).%n"
                        + "Savings of these: %s.%n"
                        + "What diff says of these promises: %s.%n"
                        + "False claims: %d. Healthy programs told to change something: %d of %d.%n",
                namedWithin(1),
                faults().size(),
                100 * firstShare(),
                namedWithin(3),
                recall(),
                precision(),
                grades.entrySet().stream()
                        .map(grade -> grade.getValue() + " " + grade.getKey().words())
                        .collect(Collectors.joining(", ")),
                promises.entrySet().stream()
                        .map(promise -> promise.getValue() + " " + promise.getKey())
                        .collect(Collectors.joining(", ")),
                falseClaims(),
                healthyToldToChange(),
                outcomes.size());
    }

    /** Returns the confusion table in Markdown: planted cause, cases, and which findings came first. */
    public String markdown() {
        Map<String, Map<String, Long>> first = new LinkedHashMap<>();
        Map<String, Long> right = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            boolean control = outcome.planted().isControl();
            String cause = control ? "none" : outcome.planted().cause();
            Finding finding = outcome.run().first();
            boolean silent = finding == null || control && !finding.isLoud();
            first.computeIfAbsent(cause, key -> new TreeMap<>())
                    .merge(silent ? "nothing" : "`" + finding.rule() + "`", 1L, Long::sum);
            boolean isRight = control ? silent : outcome.place() == 1;
            right.merge(cause, isRight ? 1L : 0L, Long::sum);
        }
        StringBuilder text =
                new StringBuilder("| planted cause | cases | right | finding that came first |\n|---|---|---|---|\n");
        first.forEach((cause, findings) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s |\n",
                cause.replace('-', ' '),
                findings.values().stream().mapToLong(Long::longValue).sum(),
                right.get(cause),
                findings.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(finding -> finding.getKey() + (findings.size() > 1 ? " " + finding.getValue() : ""))
                        .collect(Collectors.joining(", ")))));
        return text.toString();
    }

    private static String row(Outcome outcome) {
        Finding first = outcome.run().first();
        boolean control = outcome.planted().isControl();
        return row(
                outcome.planted().id(),
                control ? "-" : outcome.place() == 0 ? "none" : String.valueOf(outcome.place()),
                control ? "-" : said(outcome),
                control ? "-" : measured(outcome),
                control || outcome.right() == null ? "-" : outcome.grade().words(),
                control ? "-" : outcome.promise(),
                control ? "-" : String.valueOf(outcome.besideThePoint().size()),
                String.valueOf(outcome.ofTheHealthy().size()),
                String.valueOf(outcome.falseClaims().size()),
                first == null ? "(none)" : first.impact() + " " + first.rule() + ": " + first.title());
    }

    /** Returns the saving said, of time and, where that is said, of money. */
    private static String said(Outcome outcome) {
        Finding right = outcome.right();
        if (right == null) {
            return "-";
        }
        String time = outcome.time().shareOf(outcome.run().nanos());
        return outcome.money().isSaid()
                ? time + " $ " + outcome.money().shareOf(outcome.run().usd())
                : time;
    }

    private static String measured(Outcome outcome) {
        String time = percent(outcome.savedNanos() / outcome.run().nanos());
        return outcome.money().isSaid()
                ? time + " $ " + percent(outcome.savedUsd() / outcome.run().usd())
                : time;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static String row(String name, String... cells) {
        return String.format(Locale.ROOT, "%-50s %5s %16s %14s %12s %18s %6s %7s %5s  %s%n", prepend(name, cells));
    }

    private static Object[] prepend(String name, String... cells) {
        Object[] all = new Object[cells.length + 1];
        all[0] = name;
        System.arraycopy(cells, 0, all, 1, cells.length);
        return all;
    }

    private static double share(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }
}
