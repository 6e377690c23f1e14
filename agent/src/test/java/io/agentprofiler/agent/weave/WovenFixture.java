// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.CapturePlan;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.JoinPoints;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Weaves rules into classes of these tests, in a loader of their own, and writes down what the call sites pass. Stands in
 * for {@code premain}: the bootstrap method is one of this class instead of the dispatcher's.
 */
public final class WovenFixture extends ClassLoader {
    private static volatile CallSiteLinker current;

    /** What call sites passed, in order. */
    final List<String> calls = new ArrayList<>();

    final List<Rule> rules;
    final Switches switches;
    final RuleWeaver weaver;

    /** What replay answers calls of a method. */
    Function<String, Object[]> answers = method -> null;

    /** How often this class loader was asked for a file. */
    int asked;

    /** How many more sites are reached at the end of the stack. */
    int overflows;

    /** What the exit of a replacing rule answers. */
    UnaryOperator<Object> replacement = result -> result;

    WovenFixture(Rule... rules) {
        this(null, rules);
    }

    WovenFixture(Coroutines coroutines, Rule... rules) {
        this(0, coroutines, rules);
    }

    /** Returns a fixture whose calls are answered by {@link #answers}. */
    static WovenFixture replaying(Replaying replaying, Rule... rules) {
        return new WovenFixture(0, null, replaying, rules);
    }

    /** Returns a fixture that stands for a later agent of the same JVM. */
    static WovenFixture inSession(int session, Rule... rules) {
        return new WovenFixture(session, null, rules);
    }

    private WovenFixture(int session, Coroutines coroutines, Rule... rules) {
        this(session, coroutines, Replaying.OFF, rules);
    }

    private WovenFixture(int session, Coroutines coroutines, Replaying replaying, Rule... rules) {
        super(WovenFixture.class.getClassLoader());
        this.rules = List.of(rules);
        this.switches = new Switches(rules.length);
        CallSiteLinker linker = new CallSiteLinker(session);
        current = linker;
        this.weaver = new RuleWeaver(
                RunRules.of(this.rules),
                ClassIndex.EMPTY,
                coroutines,
                switches,
                bootstrap(),
                linker,
                new LoadedFrameworks(List.of()),
                opened -> opened.getCount() == 0,
                replaying);
        weaver.open(new JoinPoints() {
            @Override
            public JoinPoint joinPoint(int rule, String type, String method, String returns, String[][] annotations) {
                if (overflows > 0) {
                    overflows--;
                    throw new StackOverflowError();
                }
                return new Recorder(rule, method, Arrays.deepToString(annotations));
            }

            @Override
            public ReplayPoint replayPoint(
                    int rule, Class<?> declaring, String method, MethodType type, String[][] annotations) {
                return (handle, self, a0, a1, a2, a3, a4, a5, a6, a7) -> {
                    calls.add("asked " + handle + " " + method + ":"
                            + type.returnType().getTypeName() + " " + a0);
                    return answers.apply(method);
                };
            }
        });
    }

    @Override
    public URL getResource(String name) {
        asked++;
        return super.getResource(name);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        asked++;
        return super.getResourceAsStream(name);
    }

    /** Bootstrap method of the woven classes. */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, Object... arguments) {
        return current.link(caller, name, type, arguments);
    }

    static Method bootstrap() {
        try {
            return WovenFixture.class.getMethod(
                    "link", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** Loads a class of these tests woven; one that no rule means is loaded as it is. */
    Class<?> load(Class<?> type) throws IOException {
        return load(type.getName(), bytes(type));
    }

    /** Loads a class file woven. */
    Class<?> load(String name, byte[] classFile) {
        byte[] woven = weaver.transform(null, this, name.replace('.', '/'), null, null, classFile);
        byte[] defined = woven == null ? classFile : woven;
        return defineClass(name, defined, 0, defined.length);
    }

    public static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private final class Recorder implements JoinPoint {
        private final int rule;
        private final String method;
        private final String annotations;

        Recorder(int rule, String method, String annotations) {
            this.rule = rule;
            this.method = method;
            this.annotations = annotations;
        }

        @Override
        public Captures captures() {
            return CapturePlan.of(rules.get(rule)).site();
        }

        @Override
        public Object enter(
                Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
            calls.add("enter " + rule + " " + method + " "
                    + (self == null ? "-" : self.getClass().getName().replaceAll(".*\\$", "")) + " "
                    + Arrays.asList(a0, a1, a2, a3, a4, a5, a6, a7) + (annotations.equals("[]") ? "" : annotations));
            return "handle " + rule;
        }

        @Override
        public Object enterSuspending(
                Object self,
                Object a0,
                Object a1,
                Object a2,
                Object a3,
                Object a4,
                Object a5,
                Object a6,
                Object a7,
                Object continuation) {
            calls.add("suspending " + rule + " " + method + " " + Arrays.asList(a0, a1, a2) + " " + continuation);
            return "handle " + rule;
        }

        @Override
        public void step(Object frame, Object outcome) {
            calls.add("step " + rule + " " + frame + " " + outcome);
        }

        @Override
        public Object argument(Object handle) {
            calls.add("give " + rule + " " + handle);
            return replacement.apply(null);
        }

        @Override
        public Object exit(Object handle, Object result, Throwable thrown) {
            calls.add("exit " + rule + " " + handle + " " + result + " " + thrown);
            return replacement.apply(result);
        }
    }
}
