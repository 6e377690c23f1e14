// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
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
 * Rules that were not read yet are no part of a table: it tells which files have to be read before it can answer for a class.
 *
 * <p><b>Threading:</b> immutable but for the memory of what was logged; any thread.
 */
public final class RuleTable {
    private static final BitSet NONE = new BitSet();
    private static final Set<Role> OPERATIONS = EnumSet.of(Role.SPAN, Role.OPEN);

    private final RunRules rules;
    /** By number, those of rules that are in the table; filled before a table with them is published, and then never changed. */
    private final MethodPattern[][] patterns;

    private final String[] types;
    private final String[][] except;
    private final Map<String, BitSet> byClass;
    private final BitSet byPrefix;
    private final BitSet bySubtype;
    /** Rules whose calls are operations, and so happen in no {@linkplain GeneratedClasses generated class}. */
    private final BitSet operations;

    private final Set<String> subtypeRoots;
    /** Of {@link #bySubtype}, by the internal name of the type they name. */
    private final Map<String, BitSet> bySupertype;
    /** Of {@link #bySubtype}, the rules that name a method, by its name. */
    private final Map<String, BitSet> subtypesByMethod;
    /** Of {@link #bySubtype}, the rules that mean methods of any name. */
    private final BitSet subtypesOfAnyMethod;

    private final int[] subtypeNameHashes;
    private final Supertypes supertypes;
    private final Set<Integer> toldMissing;
    /** Of rules that match no method of the class they name, what that class has instead. */
    private final Map<Integer, String> nearMisses;

    /** Superclasses, with slashes, of classes that a compiler made for coroutines: there are no operations in these either. */
    private final Set<String> compiled;

    private final UnreadFiles unread;

    private RuleTable(RunRules rules, UnreadFiles unread, Set<String> compiled) {
        this.rules = rules;
        this.unread = unread;
        this.compiled = compiled;
        this.patterns = new MethodPattern[rules.size()][];
        this.types = new String[rules.size()];
        this.except = new String[rules.size()][];
        this.byClass = Map.of();
        this.byPrefix = NONE;
        this.bySubtype = NONE;
        this.operations = NONE;
        this.subtypeRoots = Set.of();
        this.bySupertype = Map.of();
        this.subtypesByMethod = Map.of();
        this.subtypesOfAnyMethod = NONE;
        this.subtypeNameHashes = new int[0];
        this.supertypes = new Supertypes();
        this.toldMissing = ConcurrentHashMap.newKeySet();
        this.nearMisses = new ConcurrentHashMap<>();
    }

    /** Creates a table of what {@code other} has and some rules more. */
    private RuleTable(RuleTable other, UnreadFiles unread, int first, List<Rule> more) {
        this.rules = other.rules;
        this.unread = unread;
        this.compiled = other.compiled;
        this.patterns = other.patterns;
        this.types = other.types;
        this.except = other.except;
        this.byClass = copy(other.byClass);
        this.byPrefix = (BitSet) other.byPrefix.clone();
        this.bySubtype = (BitSet) other.bySubtype.clone();
        this.operations = (BitSet) other.operations.clone();
        this.subtypeRoots = new HashSet<>(other.subtypeRoots);
        this.bySupertype = copy(other.bySupertype);
        this.subtypesByMethod = copy(other.subtypesByMethod);
        this.subtypesOfAnyMethod = (BitSet) other.subtypesOfAnyMethod.clone();
        this.supertypes = other.supertypes;
        this.toldMissing = other.toldMissing;
        this.nearMisses = other.nearMisses;
        Set<Integer> hashes = new HashSet<>();
        for (int hash : other.subtypeNameHashes) {
            hashes.add(hash);
        }
        for (int i = first; i < first + more.size(); i++) {
            add(i, more.get(i - first), hashes);
        }
        this.subtypeNameHashes = sorted(hashes);
    }

    /**
     * Creates a table of the rules that were read.
     *
     * @param index which of the others may mean a class
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     */
    public static RuleTable of(RunRules rules, ClassIndex index, Coroutines coroutines) {
        Set<String> compiled = new HashSet<>();
        if (coroutines != null) {
            coroutines.generated().forEach(name -> compiled.add(name.replace('.', '/')));
        }
        UnreadFiles unread = UnreadFiles.of(rules, index);
        RuleTable table = new RuleTable(rules, unread, compiled);
        int from = rules.nextRead(0);
        while (from >= 0) {
            int end = from + 1;
            while (rules.nextRead(end) == end) {
                end++;
            }
            List<Rule> read = new ArrayList<>();
            for (int i = from; i < end; i++) {
                read.add(rules.get(i));
            }
            table = new RuleTable(table, unread, from, read);
            from = rules.nextRead(end);
        }
        return table;
    }

    /** Returns a table with the rules of a bundled file; this one if it has them. */
    public RuleTable with(int file, int first, List<Rule> more) {
        return unread.has(file) ? new RuleTable(this, unread.without(file), first, more) : this;
    }

    private static Map<String, BitSet> copy(Map<String, BitSet> map) {
        Map<String, BitSet> copy = new HashMap<>(map.size() * 2);
        for (Map.Entry<String, BitSet> entry : map.entrySet()) {
            copy.put(entry.getKey(), (BitSet) entry.getValue().clone());
        }
        return copy;
    }

    private void add(int i, Rule rule, Set<Integer> hashes) {
        Match match = rule.match();
        types[i] = match.type().replace('.', '/');
        except[i] = new String[match.except().size()];
        for (int j = 0; j < except[i].length; j++) {
            except[i][j] = match.except().get(j).replace('.', '/');
        }
        operations.set(i, OPERATIONS.contains(rule.role()));
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

    /**
     * Returns the methods to weave, an empty list for almost every class.
     *
     * @param toRead gets the files that may mean the class and are not in the table; the answer is worth nothing then
     */
    public List<WovenMethod> match(String className, ClassOutline outline, ClassLoader loader, BitSet toRead) {
        unread.addNamed(className, toRead);
        if (!toRead.isEmpty()) {
            return List.of();
        }
        BitSet named = named(className);
        boolean generated = GeneratedClasses.isGenerated(className) || compiled.contains(outline.superName());
        Candidates candidates = new Candidates(named, called(className), generated);
        outline.methods(candidates);
        if (unread.meansAny(candidates.unknown)) {
            unread.addAbove(supertypes.of(outline, loader), candidates.unknown, toRead);
        }
        if (!toRead.isEmpty()) {
            return List.of();
        }
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

    /** Adds the files that may mean a loaded class and are not in the table. */
    public void addUnread(Class<?> type, BitSet toRead) {
        unread.add(type, toRead);
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

    /** Answers whether a rule names a class, with slashes, itself, or one that was not read yet may. */
    public boolean names(String className) {
        if (byClass.containsKey(className)) {
            return true;
        }
        BitSet toRead = new BitSet();
        unread.addNamed(className, toRead);
        return !toRead.isEmpty();
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
        return !isCompiled && !bySubtype.isEmpty() && isBelow(type, subtypeRoots);
    }

    /**
     * Answers whether a rule means a loaded class in which a method of its name was woven: where the class's supertypes could not be
     * read before, it may not be below the type that the rule names.
     */
    public boolean isMeant(int rule, Class<?> type) {
        return !bySubtype.get(rule)
                || isBelow(type, Set.of(rules.get(rule).match().type()));
    }

    private static boolean isBelow(Class<?> type, Set<String> names) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (names.contains(c.getName())) {
                return true;
            }
            for (Class<?> i : c.getInterfaces()) {
                if (isBelow(i, names)) {
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
            if (isExcepted(i, className)) {
                named.clear(i);
            }
        }
        return named;
    }

    private boolean isExcepted(int rule, String className) {
        for (String name : except[rule]) {
            if (name.equals(className)) {
                return true;
            }
        }
        return false;
    }

    private BitSet notSubtypes(BitSet hit, String className, ClassOutline outline, ClassLoader loader) {
        BitSet foreign = new BitSet();
        Set<String> above = null;
        for (int i = hit.nextSetBit(0); i >= 0; i = hit.nextSetBit(i + 1)) {
            if (isExcepted(i, className)) {
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
        /** Files, in the table or not, that mean a method of the class in subtypes of some type. */
        private final BitSet unknown = new BitSet(0);

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
        public boolean wantsHash(int nameHash) {
            return unread.isMethod(nameHash);
        }

        @Override
        public void hashed(int nameHash, int descriptorHash) {
            unread.addMethod(nameHash, descriptorHash, unknown);
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
