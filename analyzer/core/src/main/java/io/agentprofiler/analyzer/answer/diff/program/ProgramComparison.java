// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.program.Difference.Certainty;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprint;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.PromptLengths;
import io.agentprofiler.analyzer.answer.fingerprint.Trait;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds what makes two sides runs of different programs.
 *
 * <p>Which paths and tools a workflow takes may be its model's choice: those that one side alone has make another program only if
 * chance does not explain it. That is told by Fisher's exact test for workflows that have it and workflows that do not, adjusted
 * over all such paths and tools by Benjamini and Hochberg's rule. Which model is asked, with which parameters and parts of the
 * prompt, is the program's: where both sides have a place and nothing in common there, they differ. So they do where the prompts'
 * fixed parts have one length on each side, and not the same. Where both sides ask one model at a place, others that only one side
 * asks there are tested as paths are.
 */
public final class ProgramComparison {
    private static final Set<Facet> CHOSEN = Set.of(Facet.PATH, Facet.TOOL);

    private final Fingerprints before;
    private final Fingerprints after;
    /** The workflows of each model, by place. */
    private final Map<String, SortedMap<String, Long>> modelsBefore;

    private final Map<String, SortedMap<String, Long>> modelsAfter;

    private ProgramComparison(Fingerprints before, Fingerprints after) {
        this.before = before;
        this.after = after;
        this.modelsBefore = values(before, Facet.MODEL);
        this.modelsAfter = values(after, Facet.MODEL);
    }

    /** Compares two sides. */
    public static ProgramChange of(Fingerprints before, Fingerprints after) {
        return new ProgramComparison(before, after).change();
    }

    private ProgramChange change() {
        List<Difference> differences = new ArrayList<>(chosen());
        for (Facet facet : List.of(Facet.MODEL, Facet.PARAMETERS, Facet.PROMPT)) {
            differences.addAll(decided(facet));
        }
        differences.addAll(PromptLengthComparison.of(before, after));
        differences.sort(Comparator.comparing(Difference::facet).thenComparing(Difference::place));
        Set<Fingerprint> first = fingerprints(before);
        Set<Fingerprint> second = fingerprints(after);
        Set<Fingerprint> both = new HashSet<>(first);
        both.retainAll(second);
        return new ProgramChange(differences, both.size(), first.size() - both.size(), second.size() - both.size());
    }

    private static Set<Fingerprint> fingerprints(Fingerprints side) {
        Set<Fingerprint> fingerprints = new HashSet<>();
        side.groups().forEach(group -> fingerprints.add(group.fingerprint()));
        return fingerprints;
    }

    /** Paths and tools of one side alone. */
    private List<Difference> chosen() {
        SortedSet<Trait> all = new TreeSet<>(before.traits().keySet());
        all.addAll(after.traits().keySet());
        List<Difference> found = new ArrayList<>();
        for (Trait trait : all) {
            long first = before.traits().getOrDefault(trait, 0L);
            long second = after.traits().getOrDefault(trait, 0L);
            boolean chosen = CHOSEN.contains(trait.facet()) || isOneOfSeveral(trait);
            if (chosen && (first == 0 || second == 0)) {
                List<String> value = List.of(trait.facet() == Facet.PATH ? trait.place() : trait.value());
                found.add(new Difference(
                        trait.facet(),
                        trait.place(),
                        first == 0 ? List.of() : value,
                        second == 0 ? List.of() : value,
                        first,
                        second,
                        p(first, second),
                        Certainty.NOISE));
            }
        }
        double[] adjusted = Adjustment.falseDiscovery(
                found.stream().mapToDouble(Difference::p).toArray());
        boolean disjoint = isDisjointAtTheTop();
        for (int i = 0; i < adjusted.length; i++) {
            found.set(i, judged(found.get(i), adjusted[i], disjoint));
        }
        return found;
    }

    /** Answers whether both sides call a model at a place, and not only different ones: which of several may be chance. */
    private boolean isOneOfSeveral(Trait trait) {
        if (trait.facet() != Facet.MODEL || !trait.isKnown()) {
            return false;
        }
        Set<String> first =
                modelsBefore.getOrDefault(trait.place(), new TreeMap<>()).keySet();
        Set<String> second =
                modelsAfter.getOrDefault(trait.place(), new TreeMap<>()).keySet();
        return first.stream().anyMatch(second::contains);
    }

    private Difference judged(Difference one, double adjusted, boolean disjoint) {
        boolean top = one.facet() == Facet.PATH && !one.place().contains(" > ");
        if (top && disjoint) {
            return one.judged(Double.NaN, Certainty.REAL);
        }
        long most = one.isNew() ? after.workflows() : before.workflows();
        boolean enough = (one.isNew() ? p(0, most) : p(most, 0)) <= Change.LEVEL;
        Certainty certainty = adjusted <= Change.LEVEL ? Certainty.REAL : enough ? Certainty.NOISE : Certainty.TOO_FEW;
        return one.judged(adjusted, certainty);
    }

    /** Answers whether the sides have no first step in common: what a workflow begins with is no choice of a model. */
    private boolean isDisjointAtTheTop() {
        Predicate<Trait> top =
                trait -> trait.facet() == Facet.PATH && !trait.place().contains(" > ");
        return before.traits().keySet().stream().filter(top).noneMatch(after.traits()::containsKey);
    }

    /**
     * How likely, when so many workflows have something, none of them is on the other side; for both directions.
     *
     * @param first workflows of the first side that have it
     * @param second workflows of the second side; one of the two is 0
     */
    private double p(long first, long second) {
        long own = first == 0 ? after.workflows() : before.workflows();
        long all = before.workflows() + after.workflows();
        double p = 1;
        for (long i = 0; i < Math.max(first, second) && p > 1e-300; i++) {
            p *= (double) (own - i) / (all - i);
        }
        return Math.min(1, 2 * p);
    }

    /** What the program decides at a place that both sides have, where they have nothing in common. */
    private List<Difference> decided(Facet facet) {
        Map<String, SortedMap<String, Long>> first = values(before, facet);
        Map<String, SortedMap<String, Long>> second = values(after, facet);
        List<Difference> found = new ArrayList<>();
        first.forEach((place, values) -> {
            SortedMap<String, Long> others = second.get(place);
            if (others != null && values.keySet().stream().noneMatch(others::containsKey)) {
                found.add(new Difference(
                        facet,
                        place,
                        List.copyOf(values.keySet()),
                        List.copyOf(others.keySet()),
                        most(values),
                        most(others),
                        Double.NaN,
                        Certainty.REAL));
            }
        });
        return found;
    }

    private static long most(Map<String, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static Map<String, SortedMap<String, Long>> values(Fingerprints side, Facet facet) {
        Map<String, SortedMap<String, Long>> values = new TreeMap<>();
        side.traits().forEach((trait, workflows) -> {
            if (trait.facet() == facet && trait.isKnown()) {
                values.computeIfAbsent(trait.place(), any -> new TreeMap<>()).put(trait.value(), workflows);
            }
        });
        return values;
    }

    /**
     * Finds prompts whose tool definitions or instructions were edited: their length, which has no salt, is the same in all calls of
     * each side, and differs. Where lengths vary from call to call nothing is claimed.
     */
    private static final class PromptLengthComparison {
        private PromptLengthComparison() {}

        static List<Difference> of(Fingerprints before, Fingerprints after) {
            List<Difference> found = new ArrayList<>();
            before.lengths().forEach((step, first) -> {
                PromptLengths second = after.lengths().get(step);
                if (second == null || !first.isFixed() || !second.isFixed() || first.equals(second)) {
                    return;
                }
                List<String> from = new ArrayList<>();
                List<String> to = new ArrayList<>();
                add("tool definitions of ", first.leastTools(), second.leastTools(), from, to);
                add("instructions of ", first.leastInstructions(), second.leastInstructions(), from, to);
                Trait trait = new Trait(Facet.PROMPT, step.place(), step.prompt());
                found.add(new Difference(
                        Facet.PROMPT,
                        step.place(),
                        from,
                        to,
                        before.traits().getOrDefault(trait, 0L),
                        after.traits().getOrDefault(trait, 0L),
                        Double.NaN,
                        Certainty.REAL));
            });
            return found;
        }

        private static void add(String what, long first, long second, List<String> from, List<String> to) {
            if (first != second) {
                from.add(what + first + " bytes");
                to.add(what + second + " bytes");
            }
        }
    }
}
