// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the rules that apply to a class, from the bytes in hand.
 *
 * <p>The order of the tests is what keeps this cheap in an application with ten thousand classes. A class is looked at
 * further only if its name is one the rules know, or if it declares a method with the name of a method of a subtype rule;
 * its supertypes are asked for only if that method's exact type fits as well. That leaves a handful of classes for which
 * any other class file has to be read.
 *
 * <p><b>Threading:</b> immutable but for the memory of what was logged; any thread.
 */
public final class RuleTable {
    private static final BitSet NONE = new BitSet();
    private static final Set<Role> OPERATIONS = EnumSet.of(Role.SPAN, Role.OPEN);

    private final List<Rule> rules;
    private final MethodPattern[][] patterns;
    private final String[] types;
    private final List<Set<String>> except = new ArrayList<>();
    private final Map<String, BitSet> byClass = new HashMap<>();
    private final BitSet byPrefix = new BitSet();
    private final BitSet bySubtype = new BitSet();
    /** Rules whose calls are operations, and so happen in no {@linkplain GeneratedClasses generated class}. */
    private final BitSet operations = new BitSet();

    private final Set<String> subtypeRoots = new HashSet<>();
    /** Of {@link #bySubtype}, by the internal name of the type they name. */
    private final Map<String, BitSet> bySupertype = new HashMap<>();
    /** Of {@link #bySubtype}, the rules that name a method, by its name. */
    private final Map<String, BitSet> subtypesByMethod = new HashMap<>();
    /** Of {@link #bySubtype}, the rules that mean methods of any name. */
    private final BitSet subtypesOfAnyMethod = new BitSet();

    private final int[] subtypeNameHashes;
    private final Supertypes supertypes = new Supertypes();
    private final Set<Integer> toldMissing = ConcurrentHashMap.newKeySet();
    /** Of rules that match no method of the class they name, what that class has instead. */
    private final Map<Integer, String> nearMisses = new ConcurrentHashMap<>();

    /** Superclasses, with slashes, of classes that a compiler made for coroutines: there are no operations in these either. */
    private final Set<String> compiled = new HashSet<>();

    /**
     * Creates a table.
     *
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     */
    public RuleTable(List<Rule> rules, Coroutines coroutines) {
        if (coroutines != null) {
            coroutines.generated().forEach(name -> compiled.add(name.replace('.', '/')));
        }
        this.rules = List.copyOf(rules);
        this.patterns = new MethodPattern[rules.size()][];
        this.types = new String[rules.size()];
        Set<Integer> hashes = new HashSet<>();
        for (int i = 0; i < types.length; i++) {
            Match match = rules.get(i).match();
            types[i] = match.type().replace('.', '/');
            Set<String> excluded = new HashSet<>();
            match.except().forEach(name -> excluded.add(name.replace('.', '/')));
            except.add(excluded);
            operations.set(i, OPERATIONS.contains(rules.get(i).role()));
            patterns[i] = patternsOf(match);
            switch (match.by()) {
                case CLASS ->
                    byClass.computeIfAbsent(types[i], name -> new BitSet()).set(i);
                case PREFIX -> byPrefix.set(i);
                case SUBTYPE -> {
                    bySubtype.set(i);
                    subtypeRoots.add(match.type());
                    bySupertype.computeIfAbsent(types[i], name -> new BitSet()).set(i);
                    for (MethodSignature signature : match.methods()) {
                        if (signature.name().equals("*")) {
                            subtypesOfAnyMethod.set(i);
                        } else {
                            hashes.add(signature.name().hashCode());
                            subtypesByMethod
                                    .computeIfAbsent(signature.name(), name -> new BitSet())
                                    .set(i);
                        }
                    }
                }
            }
        }
        this.subtypeNameHashes = sorted(hashes);
    }

    private static MethodPattern[] patternsOf(Match match) {
        MethodPattern[] patterns = new MethodPattern[match.methods().size()];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = MethodPattern.of(match.methods().get(i));
        }
        return patterns;
    }

    private static int[] sorted(Set<Integer> numbers) {
        int[] sorted = new int[numbers.size()];
        int count = 0;
        for (int number : numbers) {
            sorted[count++] = number;
        }
        Arrays.sort(sorted);
        return sorted;
    }

    private static int[] numbers(BitSet set) {
        int[] numbers = new int[set.cardinality()];
        int count = 0;
        for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
            numbers[count++] = i;
        }
        return numbers;
    }

    /** Returns the methods to weave, an empty list for almost every class. */
    public List<WovenMethod> match(String className, ClassOutline outline, ClassLoader loader) {
        BitSet named = named(className);
        boolean generated = GeneratedClasses.isGenerated(className) || compiled.contains(outline.superName());
        Candidates candidates = new Candidates(named, called(className), generated);
        outline.methods(candidates);
        if (candidates.found.isEmpty()) {
            tellMissing(className, named, candidates.hit);
            noteNearMisses(candidates, candidates.hit);
            return List.of();
        }
        candidates.hit.and(bySubtype);
        BitSet foreign = notSubtypes(candidates.hit, className, outline, loader);
        List<WovenMethod> woven = new ArrayList<>(candidates.found.size());
        BitSet applied = new BitSet();
        for (FoundMethod found : candidates.found) {
            found.rules.andNot(foreign);
            if (!found.rules.isEmpty()) {
                applied.or(found.rules);
                woven.add(new WovenMethod(found.name, found.descriptor, found.locals, numbers(found.rules)));
            }
        }
        tellMissing(className, named, applied);
        noteNearMisses(candidates, applied);
        return woven;
    }

    /** Returns what the class that a rule names has in place of the rule's methods; {@code null} where nothing is known of it. */
    public String nearMiss(int rule) {
        return nearMisses.get(rule);
    }

    private void noteNearMisses(Candidates candidates, BitSet applied) {
        for (int i = candidates.called.nextSetBit(0); i >= 0; i = candidates.called.nextSetBit(i + 1)) {
            if (!applied.get(i)) {
                String near = NearMiss.tell(rules.get(i).match(), candidates.sameName);
                if (near != null) {
                    nearMisses.putIfAbsent(i, near);
                }
            }
        }
    }

    /** Returns the rules whose own type a class is. */
    private BitSet called(String className) {
        BitSet exact = byClass.getOrDefault(className, NONE);
        BitSet root = bySupertype.get(className);
        if (root == null) {
            return exact;
        }
        BitSet called = (BitSet) exact.clone();
        called.or(root);
        return called;
    }

    /**
     * Answers whether a loaded class may be meant, by its name and supertypes. Used for classes whose bytes went by before
     * there was a table.
     */
    public boolean mayMean(Class<?> type) {
        if (!named(type.getName().replace('.', '/')).isEmpty()) {
            return true;
        }
        Class<?> above = type.getSuperclass();
        boolean isCompiled = above != null && compiled.contains(above.getName().replace('.', '/'));
        return !isCompiled && !bySubtype.isEmpty() && isBelowRuleType(type);
    }

    /**
     * Answers whether a rule means a loaded class in which a method of its name was woven: where the class's supertypes could not be
     * read before, it may not be below the type that the rule names.
     */
    public boolean isMeant(int rule, Class<?> type) {
        return !bySubtype.get(rule) || isBelow(type, rules.get(rule).match().type());
    }

    private static boolean isBelow(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name)) {
                return true;
            }
            for (Class<?> i : c.getInterfaces()) {
                if (isBelow(i, name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isBelowRuleType(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (subtypeRoots.contains(c.getName())) {
                return true;
            }
            for (Class<?> i : c.getInterfaces()) {
                if (isBelowRuleType(i)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the rules that mean a class by its name alone. */
    private BitSet named(String className) {
        BitSet named = new BitSet();
        BitSet exact = byClass.get(className);
        if (exact != null) {
            named.or(exact);
        }
        for (int i = byPrefix.nextSetBit(0); i >= 0; i = byPrefix.nextSetBit(i + 1)) {
            if (className.startsWith(types[i])) {
                named.set(i);
            }
        }
        for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
            if (except.get(i).contains(className)) {
                named.clear(i);
            }
        }
        return named;
    }

    private BitSet notSubtypes(BitSet hit, String className, ClassOutline outline, ClassLoader loader) {
        BitSet foreign = new BitSet();
        Set<String> above = null;
        for (int i = hit.nextSetBit(0); i >= 0; i = hit.nextSetBit(i + 1)) {
            if (except.get(i).contains(className)) {
                foreign.set(i);
            } else if (!types[i].equals(className)) {
                if (above == null) {
                    above = supertypes.of(outline, loader);
                }
                // what is not known yet is asked again when a call site is linked, see isMeant
                if (!above.contains(types[i]) && !above.contains(Supertypes.UNKNOWN)) {
                    foreign.set(i);
                }
            }
        }
        return foreign;
    }

    /** Another version of the framework: the class is there, the method is not. */
    private void tellMissing(String className, BitSet named, BitSet applied) {
        if (!AgentLog.isDebug()) {
            return;
        }
        for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
            if (!applied.get(i) && !byPrefix.get(i) && toldMissing.add(i)) {
                AgentLog.debug("rule " + rules.get(i).qualifiedId() + " does not apply: " + className.replace('/', '.')
                        + " has no method it names");
            }
        }
    }

    private record FoundMethod(String name, String descriptor, int locals, BitSet rules) {}

    /** Collects the methods whose name and type fit a rule; whether the class does is asked afterwards. */
    private final class Candidates implements ClassOutline.MethodVisitor {
        private final BitSet named;
        private final BitSet called;
        private final boolean generated;
        private final List<FoundMethod> found = new ArrayList<>(0);
        private final List<NearMiss.Declared> sameName = new ArrayList<>(0);
        private final BitSet hit = new BitSet();

        Candidates(BitSet named, BitSet called, boolean generated) {
            this.named = named;
            this.called = called;
            this.generated = generated;
        }

        @Override
        public boolean wants(int nameHash) {
            return !subtypesOfAnyMethod.isEmpty()
                    || !named.isEmpty()
                    || Arrays.binarySearch(subtypeNameHashes, nameHash) >= 0;
        }

        @Override
        public void method(int access, String name, String descriptor, int locals) {
            if (!called.isEmpty() && isCalled(name)) {
                sameName.add(new NearMiss.Declared(access, name, descriptor));
            }
            BitSet fitting = new BitSet();
            addFitting(named, access, name, descriptor, fitting);
            addFitting(subtypesOfAnyMethod, access, name, descriptor, fitting);
            addFitting(subtypesByMethod.getOrDefault(name, NONE), access, name, descriptor, fitting);
            if (generated) {
                fitting.andNot(operations);
            }
            if (!fitting.isEmpty()) {
                hit.or(fitting);
                found.add(new FoundMethod(name, descriptor, locals, fitting));
            }
        }

        private boolean isCalled(String name) {
            for (int i = called.nextSetBit(0); i >= 0; i = called.nextSetBit(i + 1)) {
                for (MethodPattern pattern : patterns[i]) {
                    if (name.equals(pattern.name())) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void addFitting(BitSet of, int access, String name, String descriptor, BitSet into) {
            for (int i = of.nextSetBit(0); i >= 0; i = of.nextSetBit(i + 1)) {
                for (MethodPattern pattern : patterns[i]) {
                    if (pattern.matches(access, name, descriptor)) {
                        into.set(i);
                        break;
                    }
                }
            }
        }
    }
}
