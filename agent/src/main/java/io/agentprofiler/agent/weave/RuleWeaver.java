// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.JoinPoints;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.EngineGate;
import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.link.RuleSites;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.weave.match.ClassOutline;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.agent.weave.match.RuleTable;
import io.agentprofiler.agent.weave.match.WovenMethod;
import io.agentprofiler.rules.access.Rewritten;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;

/**
 * Weaves the rules into classes as they are loaded or retransformed.
 *
 * <p><b>Threading:</b> any thread, inside class loading.
 *
 * <p><b>Errors:</b> a class that cannot be woven stays as it is; the failure is counted against its rules and logged under
 * {@code agentprofiler.log=debug}.
 */
public final class RuleWeaver implements ClassFileTransformer {
    /** What a framework uses other libraries for. */
    private static final Set<SpanKind> CALLS =
            EnumSet.of(SpanKind.LLM, SpanKind.EMBEDDING, SpanKind.RERANK, SpanKind.TOOL, SpanKind.AGENT);

    /** Of its classes, and of the boot class loader's, only those are looked at that a rule names: nobody implements a framework there. */
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final RunRules rules;
    /** Replaced when rules were read. */
    private volatile RuleTable table;

    private final ClassWeaver weaver;
    private final EngineGate gate;
    private final LoadedFrameworks loaded;
    private final CountDownLatch firstApplied = new CountDownLatch(1);
    /** By name with the identity of the loader; grows with the number of woven classes, a few hundred. */
    private final Map<String, WovenClass> woven = new ConcurrentHashMap<>();
    /** Classes offered while the agent starts; {@code null} afterwards. */
    private volatile Set<String> offered = ConcurrentHashMap.newKeySet();

    private final AtomicIntegerArray wovenTypes;
    private final AtomicIntegerArray failedTypes;

    /**
     * Prepares weaving.
     *
     * @param rules the rules; those of bundled files are read when a class asks for them
     * @param index which of the bundled files may mean a class
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     * @param bootstrap what call sites name as their bootstrap method
     * @param linker answers these call sites; gets the kinds of rules registered
     * @param loaded told of each class
     * @param startWait waits for a step of the start; {@code false} when it may not wait any longer
     * @param replaying whether a recording answers calls, and what else may
     */
    public RuleWeaver(
            RunRules rules,
            ClassIndex index,
            Coroutines coroutines,
            Switches switches,
            Method bootstrap,
            CallSiteLinker linker,
            LoadedFrameworks loaded,
            Predicate<CountDownLatch> startWait,
            Replaying replaying) {
        this.gate = new EngineGate(startWait);
        this.loaded = loaded;
        this.rules = rules;
        this.table = RuleTable.of(rules, index, coroutines);
        this.weaver = new ClassWeaver(this.rules, bootstrap, coroutines, linker.session(), replaying != Replaying.OFF);
        this.wovenTypes = new AtomicIntegerArray(rules.size());
        this.failedTypes = new AtomicIntegerArray(rules.size());
        new RuleSites(
                        switches,
                        gate,
                        rule -> replaying == Replaying.OR_REFUSES
                                && rules.get(rule).replay().never() == null,
                        (rule, type) -> table.isMeant(rule, type))
                .register(linker);
    }

    /**
     * Returns what the class that rule {@code index} names has in place of the methods the rule expects, in words; {@code null}
     * where that class was not loaded or has them.
     */
    public String nearMiss(int index) {
        return table.nearMiss(index);
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String className,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        if (redefined != null) {
            Rewritten.add(redefined);
        }
        if (className == null || isJdk(loader) && !table.names(className)) {
            return null;
        }
        loaded.saw(className, domain);
        Set<String> seen = offered;
        if (seen != null) {
            seen.add(key(className, loader));
        }
        List<WovenMethod> methods = List.of();
        try {
            ClassOutline outline = ClassOutline.of(classFile);
            if (outline == null) {
                return null;
            }
            methods = match(className, outline, loader);
            if (methods.isEmpty() || outline.isOld() && !isNamed(methods)) {
                return null;
            }
            byte[] changed = weaver.weave(className, classFile, methods);
            if (changed == null) {
                count(methods, failedTypes);
                return null;
            }
            if (woven.putIfAbsent(key(className, loader), describe(className, outline, methods)) == null) {
                count(methods, wovenTypes);
            }
            firstApplied.countDown();
            return changed;
        } catch (Throwable t) {
            count(methods, failedTypes);
            if (AgentLog.isDebug()) {
                AgentLog.debug("cannot weave " + className.replace('/', '.') + ": " + t);
            }
            return null;
        }
    }

    private static boolean isJdk(ClassLoader loader) {
        return loader == null || loader == PLATFORM;
    }

    /** Answers whether all rules name the class itself: of the old ones, only libraries' classes that are known are changed. */
    private boolean isNamed(List<WovenMethod> methods) {
        BitSet applied = applied(methods);
        for (int rule = applied.nextSetBit(0); rule >= 0; rule = applied.nextSetBit(rule + 1)) {
            if (rules.get(rule).match().by() != Match.By.CLASS) {
                return false;
            }
        }
        return true;
    }

    /** Returns the methods to weave. Rules that may mean the class are read first, here: they have to be woven before it is used. */
    private List<WovenMethod> match(String className, ClassOutline outline, ClassLoader loader) {
        BitSet unread = new BitSet();
        List<WovenMethod> methods = table.match(className, outline, loader, unread);
        while (!unread.isEmpty()) {
            read(unread);
            unread.clear();
            methods = table.match(className, outline, loader, unread);
        }
        return methods;
    }

    /**
     * Reads files. A thread that loads another class of theirs waits; others do not. Nothing of the application is asked under the
     * lock, and the classes that reading loads are the agent's own, which are not offered to this weaver.
     */
    private synchronized void read(BitSet files) {
        RuleTable grown = table;
        for (int file = files.nextSetBit(0); file >= 0; file = files.nextSetBit(file + 1)) {
            grown = grown.with(file, rules.first(file), rules.read(file));
        }
        table = grown;
    }

    private WovenClass describe(String className, ClassOutline outline, List<WovenMethod> methods) {
        BitSet applied = applied(methods);
        List<Integer> numbers = new ArrayList<>(applied.cardinality());
        boolean calls = false;
        for (int rule = applied.nextSetBit(0); rule >= 0; rule = applied.nextSetBit(rule + 1)) {
            numbers.add(rule);
            SpanKind kind = rules.get(rule).kind();
            calls |= kind != null && CALLS.contains(kind);
        }
        return new WovenClass(className.replace('/', '.'), numbers, calls ? outline.mentions(className) : List.of());
    }

    private static void count(List<WovenMethod> methods, AtomicIntegerArray into) {
        BitSet applied = applied(methods);
        for (int rule = applied.nextSetBit(0); rule >= 0; rule = applied.nextSetBit(rule + 1)) {
            into.incrementAndGet(rule);
        }
    }

    private static BitSet applied(List<WovenMethod> methods) {
        BitSet applied = new BitSet();
        for (WovenMethod method : methods) {
            for (int rule : method.rules()) {
                applied.set(rule);
            }
        }
        return applied;
    }

    private static String key(String className, ClassLoader loader) {
        return className + '@' + System.identityHashCode(loader);
    }

    /**
     * Returns those of the loaded classes that a rule may mean and that were loaded before they could be offered to this
     * weaver. Classes that were offered are not among them, woven or not: transforming a class again makes stack traces
     * lose the line numbers of its running methods.
     */
    public List<Class<?>> missedAmong(Class<?>[] loaded) {
        List<Class<?>> missed = new ArrayList<>();
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if ((!isJdk(loader) || table.names(type.getName().replace('.', '/')))
                    && !type.isArray()
                    && !type.isHidden()
                    && !wasOffered(key(type.getName().replace('.', '/'), loader))
                    && mayMean(type)) {
                missed.add(type);
            }
        }
        return missed;
    }

    private boolean mayMean(Class<?> type) {
        BitSet unread = new BitSet();
        table.addUnread(type, unread);
        if (!unread.isEmpty()) {
            read(unread);
        }
        return table.mayMean(type);
    }

    private boolean wasOffered(String key) {
        Set<String> seen = offered;
        return seen != null && seen.contains(key) || woven.containsKey(key);
    }

    /** Ends the start: no class will be asked for by {@link #missedAmong} any more. */
    public void forgetOffered() {
        offered = null;
    }

    /** Weaves a class of the agent's own, for nothing, so that what weaves is loaded outside of class loading. */
    public void warmUp() throws IOException {
        if (rules.size() > 0) {
            wovenSample(0);
        }
    }

    /**
     * Links call sites of a rule in a class of the agent's own and calls them, so that what links them is loaded, and the JVM has made
     * the code behind them, before the application's first call. Waits as that call would.
     */
    public void warmUpLinking(int rule) throws IOException, IllegalAccessException {
        MethodHandles.lookup().defineHiddenClass(wovenSample(rule), true);
    }

    private byte[] wovenSample(int rule) throws IOException {
        return weaver.weave(
                WarmUpSample.class.getName().replace('.', '/'), WarmUpSample.bytes(), WarmUpSample.methods(rule));
    }

    /** Waits until a rule was applied to a class, no longer than {@code millis}; answers whether one was. */
    public boolean awaitFirstApplied(long millis) throws InterruptedException {
        return firstApplied.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Returns those of the loaded classes that were woven. */
    public List<Class<?>> wovenAmong(Class<?>[] loaded) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (woven.containsKey(key(type.getName().replace('.', '/'), type.getClassLoader()))) {
                found.add(type);
            }
        }
        return found;
    }

    /**
     * Lets woven calls run, into {@code engine}: everything is ready. Returns classes whose first calls came too early and
     * have to be woven again.
     */
    public List<Class<?>> open(JoinPoints engine) {
        return gate.open(engine);
    }

    /** Returns the classes that were woven so far. */
    public Collection<WovenClass> woven() {
        return List.copyOf(woven.values());
    }

    /** Returns how many types the rule was woven into. */
    public int wovenTypes(int rule) {
        return wovenTypes.get(rule);
    }

    /** Returns how many types the rule applied to but could not be woven into. */
    public int failedTypes(int rule) {
        return failedTypes.get(rule);
    }

    /** Returns the rules. */
    public RunRules rules() {
        return rules;
    }
}
