// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.JoinPoints;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.weave.match.ParameterAnnotations;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;

/**
 * Links the call sites of rules: binds the engine's join point of the woven method into them, behind the rule's switch.
 *
 * <p>All sites of a kind have one type, whatever the method's own, so that the JVM builds the code behind them once.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RuleSites {
    /** Before the body: {@code (this, arguments)handle}. */
    public static final String ENTER = "enter";
    /** Before the body: {@code (handle)argument}, which takes an argument's place; {@code null} where none does. */
    public static final String GIVE = "give";

    /** After the body: {@code (handle, result, thrown)result}, which changes nothing. */
    public static final String EXIT = "exit";
    /** After the body, and may change the result: {@code (handle, result, thrown)result}. */
    public static final String REPLACE = "replace";

    /** Before the body of a function that can be suspended: {@code (this, arguments, continuation)handle}. */
    public static final String ENTER_SUSPENDING = "enterSuspending";
    /** After it: {@code (handle, result, thrown)result}, another one where the result is a publisher. */
    public static final String EXIT_SUSPENDING = "exitSuspending";
    /** Inside the body, before each frame of a coroutine that goes on: {@code (frame, outcome)}. */
    public static final String STEP = "step";

    /** Before the body, where a recording may answer: {@code (handle, this, arguments)array}. */
    public static final String REPLAY = "replay";

    private static final int SESSION = 4;

    /** Which argument of a site that a recording may answer is the method's descriptor. */
    public static final int DESCRIPTOR = 5;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType ENTER_TYPE = MethodType.genericMethodType(1 + JoinPoint.MAX_ARGS);
    private static final MethodType GIVE_TYPE = MethodType.methodType(Object.class, JoinPoint.class, Object.class);
    private static final MethodType EXIT_TYPE =
            MethodType.methodType(Object.class, Object.class, Object.class, Throwable.class);

    private static final MethodType REPLACE_TYPE = EXIT_TYPE.insertParameterTypes(0, JoinPoint.class, Class.class);

    private final Switches switches;
    private final EngineGate gate;
    private final IntPredicate refusing;
    /** By kind and rule, see {@link #behindSwitch}. */
    private final Map<String, AtomicReferenceArray<MethodHandle>> behindSwitches = new HashMap<>();

    private final Meaning meaning;
    private int session;

    /** Whether a rule means a class that one of its call sites is in. */
    @FunctionalInterface
    public interface Meaning {
        /** Answers so for a class that is loaded. */
        boolean isMeant(int rule, Class<?> declaring);
    }

    /**
     * Links sites that mean something behind {@code switches}, once {@code gate} is open.
     *
     * @param refusing whether calls of a rule that no recording answers are refused; else they are made
     */
    public RuleSites(Switches switches, EngineGate gate, IntPredicate refusing, Meaning meaning) {
        this.refusing = refusing;
        this.meaning = meaning;
        this.switches = switches;
        this.gate = gate;
    }

    /** Takes over the kinds of this class. */
    public void register(CallSiteLinker linker) {
        session = linker.session();
        for (String kind : List.of(ENTER, GIVE, EXIT, REPLACE, ENTER_SUSPENDING, EXIT_SUSPENDING, STEP)) {
            behindSwitches.put(kind, new AtomicReferenceArray<>(switches.rules()));
            linker.register(kind, this::link);
        }
        linker.register(REPLAY, this::linkReplay);
    }

    /**
     * Links a site that a recording may answer. Where nothing can be asked and no call is to be made that is not answered, each
     * is refused.
     */
    private CallSite linkReplay(MethodHandles.Lookup caller, String kind, MethodType type, Object[] arguments)
            throws ReflectiveOperationException {
        if ((Integer) arguments[SESSION] != session) {
            return null;
        }
        int rule = (Integer) arguments[0];
        if (!meaning.isMeant(rule, caller.lookupClass())) {
            return null;
        }
        MethodHandle off = refusing.test(rule)
                ? MethodHandles.dropArguments(refusal(rule), 0, type.parameterList())
                : MethodHandles.empty(type);
        ReplayPoint point = replayPoint(rule, caller.lookupClass(), arguments);
        if (point == null) {
            return new ConstantCallSite(off);
        }
        MethodHandle answer =
                LOOKUP.findVirtual(ReplayPoint.class, "answer", type).bindTo(point);
        return new ConstantCallSite(switches.point(rule).guardWithTest(answer, off));
    }

    private MethodHandle refusal(int rule) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(Object[].class, Switches.class, int.class);
        return MethodHandles.insertArguments(LOOKUP.findStatic(RuleSites.class, "refuse", type), 0, switches, rule);
    }

    private ReplayPoint replayPoint(int rule, Class<?> declaring, Object[] arguments) {
        JoinPoints joinPoints = switches.isDisabled(rule) ? null : gate.await(declaring);
        if (joinPoints == null) {
            return null;
        }
        try {
            return joinPoints.replayPoint(
                    rule,
                    declaring,
                    (String) arguments[1],
                    MethodType.fromMethodDescriptorString((String) arguments[DESCRIPTOR], declaring.getClassLoader()),
                    ParameterAnnotations.decode((String) arguments[3]));
        } catch (TypeNotPresentException | LinkageError e) {
            return null;
        }
    }

    private static Object[] refuse(Switches switches, int rule) {
        String reason = switches.reason(rule);
        throw new IllegalStateException("agentprofiler.replay cannot answer this call: "
                + (reason == null ? "the agent was not ready" : "its rule is off: " + reason)
                + "; with agentprofiler.replay.miss=call it would be made");
    }

    /**
     * Arguments: rule number, method name, name of the type of what may be replaced (the result, or the argument that brings elements), annotations as {@link ParameterAnnotations} writes them, and the
     * session the site was woven in: the rule's number means nothing in another.
     */
    private CallSite link(MethodHandles.Lookup caller, String kind, MethodType type, Object[] arguments)
            throws ReflectiveOperationException {
        if ((Integer) arguments[SESSION] != session) {
            return null;
        }
        int rule = (Integer) arguments[0];
        Class<?> declaring = caller.lookupClass();
        if (!meaning.isMeant(rule, declaring)) {
            return null;
        }
        JoinPoints joinPoints = switches.isDisabled(rule) ? null : gate.await(declaring);
        if (joinPoints == null) {
            return null;
        }
        String returnType = (String) arguments[2];
        String method = (String) arguments[1];
        String[][] annotations = ParameterAnnotations.decode((String) arguments[3]);
        boolean suspending = kind.equals(ENTER_SUSPENDING) || kind.equals(EXIT_SUSPENDING);
        JoinPoint joinPoint = suspending
                ? joinPoints.suspending(rule, declaring.getName(), method, returnType, annotations)
                : joinPoints.joinPoint(rule, declaring.getName(), method, returnType, annotations);
        MethodHandle site = behindSwitch(kind, rule).bindTo(joinPoint);
        if (kind.equals(REPLACE)) {
            site = site.bindTo(Class.forName(returnType, false, declaring.getClassLoader()));
        }
        return new ConstantCallSite(site);
    }

    /**
     * Returns what sites of a kind and a rule do, but for their join point, their first argument. Made once for all of them: to put it
     * together takes the JVM several times as long as to bind a join point into it.
     */
    private MethodHandle behindSwitch(String kind, int rule) throws ReflectiveOperationException {
        AtomicReferenceArray<MethodHandle> made = behindSwitches.get(kind);
        MethodHandle ready = made.get(rule);
        if (ready == null) {
            MethodHandle on = on(kind);
            ready = switches.point(rule).guardWithTest(on, off(kind, on.type()));
            made.set(rule, ready);
        }
        return ready;
    }

    private static MethodHandle on(String kind) throws ReflectiveOperationException {
        return switch (kind) {
            case ENTER -> LOOKUP.findVirtual(JoinPoint.class, "enter", ENTER_TYPE);
            case GIVE -> LOOKUP.findStatic(RuleSites.class, "give", GIVE_TYPE);
            case ENTER_SUSPENDING ->
                LOOKUP.findVirtual(JoinPoint.class, "enterSuspending", ENTER_TYPE.appendParameterTypes(Object.class));
            case STEP ->
                LOOKUP.findVirtual(
                        JoinPoint.class, "step", MethodType.methodType(void.class, Object.class, Object.class));
            case EXIT, EXIT_SUSPENDING -> LOOKUP.findVirtual(JoinPoint.class, "exit", EXIT_TYPE);
            default -> LOOKUP.findStatic(RuleSites.class, "exitChecked", REPLACE_TYPE);
        };
    }

    private static MethodHandle off(String kind, MethodType type) throws ReflectiveOperationException {
        return switch (kind) {
            case EXIT, EXIT_SUSPENDING -> LOOKUP.findStatic(RuleSites.class, "cutOff", type);
            case REPLACE -> LOOKUP.findStatic(RuleSites.class, "cutOffChecked", type);
            default -> MethodHandles.empty(type);
        };
    }

    private static Object give(JoinPoint joinPoint, Object handle) {
        return handle == null ? null : joinPoint.argument(handle);
    }

    /** What is left of an exit once its rule is off: a call that was under way then leaves what it had entered. */
    private static Object cutOff(JoinPoint joinPoint, Object handle, Object result, Throwable thrown) {
        joinPoint.cutOff(handle);
        return null;
    }

    private static Object cutOffChecked(
            JoinPoint joinPoint, Class<?> returns, Object handle, Object result, Throwable thrown) {
        return cutOff(joinPoint, handle, result, thrown);
    }

    /** A replacement the method could not return is given up: the woven code would fail on it. */
    private static Object exitChecked(
            JoinPoint joinPoint, Class<?> returns, Object handle, Object result, Throwable thrown) {
        Object replacement = joinPoint.exit(handle, result, thrown);
        return returns.isInstance(replacement) ? replacement : null;
    }
}
