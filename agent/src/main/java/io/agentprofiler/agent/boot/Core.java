// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.CoreHost;
import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.config.Settings.Miss;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.jdk.JdkPropagation;
import io.agentprofiler.agent.context.propagation.TaskPropagation;
import io.agentprofiler.agent.engine.TrialCalls;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.replay.Replay;
import io.agentprofiler.agent.stats.ThreadBean;
import io.agentprofiler.agent.weave.Retransformation;
import io.agentprofiler.agent.weave.RuleWeaver;
import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.Dispatcher;
import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.rules.access.Rewritten;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The start sequence. What class loading waits for comes first and is kept short: settings, rules, dispatcher, weaver.
 * Recording starts while the application goes on loading classes; the first woven call waits for it.
 *
 * <p><b>Threading:</b> the agent's own thread, which stays here for the life of the JVM, or until the agent is detached.
 */
public final class Core {
    private static final long TICK_MILLIS = 500;

    private Core() {}

    /**
     * Starts the agent and keeps house for it; returns when the agent is detached, with nothing left of it that acts.
     *
     * @param host told of the weaver as soon as classes can be woven
     */
    public static void run(Instrumentation instrumentation, CoreHost host) throws Exception {
        if (System.getProperty("agentprofiler.doctor.notes") != null) {
            AgentLog.copyTo(host::note);
        }
        Settings settings = Settings.parse(System.getProperties());
        FieldReaders.openWith((type, reader) -> instrumentation.redefineModule(
                type.getModule(),
                Set.of(),
                Map.of(),
                Map.of(type.getPackageName(), Set.of(reader.getModule())),
                Set.of(),
                Map.of()));
        EnabledRules enabled = EnabledRules.of(settings, host.traceRefused());
        RunRules rules = enabled.rules();
        Switches switches = new Switches(rules.size());
        CallSiteLinker linker = new CallSiteLinker(host.session());
        Dispatcher dispatcher = Dispatcher.install(instrumentation, linker);
        LoadedFrameworks loaded = new LoadedFrameworks(enabled.frameworks());
        RuleWeaver weaver = new RuleWeaver(
                rules,
                enabled.index(),
                enabled.coroutines(),
                switches,
                dispatcher.bootstrap(),
                linker,
                loaded,
                host::await,
                replaying(settings));
        WarmUp.run(weaver);
        OtherTracers tracers = new OtherTracers();
        host.weaves(new Weaving(weaver, tracers));

        lookAtLoaded(instrumentation, host, weaver, tracers);
        // before this run has a directory, which would be the newest
        Replay replay = replay(settings, rules);
        if (JdkModule.MANAGEMENT.isThere()) {
            ThreadBean.make(instrumentation);
        }
        Recording recording = new Recording(
                settings,
                enabled,
                switches,
                weaver,
                states -> new RuleCoverage(weaver, loaded, enabled.own(), states, instrumentation::getAllLoadedClasses),
                replay,
                tracers);
        if (!host.attached()) {
            recording.started();
        }
        host.atExit(recording::end);
        // taken now: how long the first rule then takes to find its class is not the start's time
        long lateMillis = host.lateMillis();
        boolean detached = false;
        while (!host.attached() && !detached && !weaver.awaitFirstApplied(TICK_MILLIS)) {
            detached = host.awaitDetach(0);
        }
        JdkPropagation propagation = detached ? null : weaveJdk(instrumentation, dispatcher);
        LateWeaving.retransform(instrumentation, weaver.open(recording.joinPoints()));
        LateWeaving.retransform(instrumentation, weaver.missedAmong(instrumentation.getAllLoadedClasses()));
        recording.started();
        if (host.attached()) {
            AgentLog.info("attached: calls that begin from now on are traced");
            host.recordsInto(recording.isWritten() ? recording.directory().toString() : null);
        }
        recording.beganLate(lateMillis > 0 ? lateMillis : host.lateMillis());
        WarmUp.link(weaver, enabled.own());
        weaver.forgetOffered();
        Runnable tellCompilers =
                settings.get(Setting.COMPILER_DIRECTIVES) ? () -> CompiledApart.tell(instrumentation) : null;
        runHousekeeping(host, recording, switches, propagation, tellCompilers);

        host.ended(recording.detach(() -> switches.disableAll("the agent was detached")));
        host.withdraw();
        if (propagation != null) {
            propagation.remove(instrumentation);
        }
        LateWeaving.retransform(instrumentation, weaver.wovenAmong(instrumentation.getAllLoadedClasses()));
        dispatcher.disconnect();
    }

    /** Not in {@link #run}, whose frame stays for the life of the JVM: it would keep each of these classes, and its loader. */
    private static void lookAtLoaded(
            Instrumentation instrumentation, CoreHost host, RuleWeaver weaver, OtherTracers tracers) {
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        tracers.loaded(loaded);
        // an application that ran already is not to wait for the recording, so its classes come last
        if (!host.attached()) {
            LateWeaving.retransform(instrumentation, weaver.missedAmong(loaded));
        }
    }

    private static Replaying replaying(Settings settings) {
        return settings.get(Setting.REPLAY) == null
                ? Replaying.OFF
                : settings.get(Setting.REPLAY_MISS) == Miss.FAIL ? Replaying.OR_REFUSES : Replaying.OR_CALLS;
    }

    /** Opens the recording that answers calls; {@code null} where every call is made. */
    private static Replay replay(Settings settings, RunRules rules) {
        if (settings.get(Setting.REPLAY) == null) {
            return null;
        }
        Replay replay = Replay.open(
                settings.get(Setting.REPLAY),
                rules.read(),
                settings.get(Setting.REPLAY_SPEED),
                settings.get(Setting.REPLAY_MISS) == Miss.FAIL,
                settings.get(Setting.CONTENT) == Settings.Content.FULL);
        replay.beginning().forEach(AgentLog::info);
        return replay;
    }

    /** Weaves the JDK's pools; {@code null} if that is not possible here. */
    private static JdkPropagation weaveJdk(Instrumentation instrumentation, Dispatcher dispatcher) {
        try {
            return JdkPropagation.switchOn(instrumentation, dispatcher.type());
        } catch (Exception | LinkageError e) {
            AgentLog.info(
                    "the JDK's executors cannot be instrumented, so work they run shows as separate workflows: " + e);
            return null;
        }
    }

    private static void runHousekeeping(
            CoreHost host, Recording recording, Switches switches, JdkPropagation propagation, Runnable tellCompilers)
            throws InterruptedException {
        StopFile stop = new StopFile(recording.directory());
        boolean stopped = false;
        boolean told = false;
        while (!host.awaitDetach(TICK_MILLIS)) {
            if (!stopped && stop.isThere()) {
                stopped = true;
                switches.disableAll("the file " + stop + " was made");
                recording.stop();
                if (propagation != null) {
                    propagation.switchOff();
                }
                AgentLog.info("stopped: the file " + stop + " was made");
                if (told) {
                    CompiledApart.takeBack();
                }
            }
            recording.tick();
            TaskPropagation.sweep();
            if (propagation != null) {
                propagation.tellMissing();
            }
            // a program of a few spans has nothing that would be worth compiling
            if (!told && !stopped && tellCompilers != null && recording.isBusy()) {
                told = true;
                tellCompilers.run();
            }
        }
        if (told && !stopped) {
            CompiledApart.takeBack();
        }
    }

    /**
     * Shows classes that are loaded to who looks for other tracers, and has them woven.
     *
     * <p><b>Threading:</b> any thread, inside class loading.
     */
    private record Weaving(RuleWeaver weaver, OtherTracers tracers) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                Module module,
                ClassLoader loader,
                String className,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] classFile) {
            if (redefined == null && className != null) {
                tracers.loading(loader, className);
            }
            return weaver.transform(module, loader, className, redefined, domain, classFile);
        }
    }

    /**
     * Weaves classes that were loaded before the weaver was there.
     *
     * <p><b>Threading:</b> the agent's thread.
     */
    private static final class LateWeaving {
        private LateWeaving() {}

        /** Offers loaded classes to the transformers again; one the JVM refuses stays as it is. */
        static void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
            Rewritten.byAgent(() -> retransformEach(instrumentation, classes));
        }

        private static void retransformEach(Instrumentation instrumentation, List<Class<?>> classes) {
            for (Class<?> type : classes) {
                try {
                    Retransformation.of(instrumentation, type);
                } catch (UnmodifiableClassException | LinkageError e) {
                    AgentLog.debug("cannot weave " + type.getName() + " after it was loaded: " + e);
                }
            }
        }
    }

    /**
     * The switch a user can reach from outside: a file named {@code STOP} in the run's directory.
     *
     * <p><b>Threading:</b> the agent's thread.
     */
    static final class StopFile {
        private final Path file;

        /** Looks in the run's directory, whether or not it is there. */
        StopFile(Path directory) {
            this.file = directory.resolve("STOP");
        }

        boolean isThere() {
            return Files.exists(file);
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    /**
     * Loads ahead of time what weaving would otherwise load from within class loading, where the JVM takes it for a class that
     * needs itself ({@code ClassCircularityError}, seen on JDK 17).
     *
     * <p><b>Threading:</b> the agent's thread.
     */
    private static final class WarmUp {
        private WarmUp() {}

        /** Weaves a class of the agent's own, for nothing. */
        static void run(RuleWeaver weaver) throws IOException {
            ThreadLocalRandom.current();
            try {
                Class.forName("java.lang.invoke.MethodHandle$1", false, null);
            } catch (ClassNotFoundException e) {
                // a JDK without this class does not need it ahead of time
            }
            weaver.warmUp();
        }

        /**
         * Links call sites of the first of the user's own rules that opens spans, if there is one: what it means is called sooner and more
         * often than a framework, from where nobody expects a slow first call. It opens no span. Once woven calls may run.
         *
         * @param own the user's rules, some of the weaver's
         */
        static void link(RuleWeaver weaver, List<Rule> own) {
            for (Rule rule : own) {
                if (rule.role() == Role.SPAN) {
                    link(weaver, indexOf(rule, weaver.rules()));
                    return;
                }
            }
        }

        private static void link(RuleWeaver weaver, int rule) {
            ThreadContext context = ThreadContext.get();
            try {
                TrialCalls.make();
                context.inside = true;
                weaver.warmUpLinking(rule);
            } catch (IOException | IllegalAccessException | RuntimeException | LinkageError e) {
                AgentLog.debug("the first calls will be slower: " + e);
            } finally {
                context.inside = false;
            }
        }

        private static int indexOf(Rule rule, RunRules rules) {
            for (int i = rules.nextRead(0); i >= 0; i = rules.nextRead(i + 1)) {
                if (rules.get(i) == rule) {
                    return i;
                }
            }
            throw new IllegalArgumentException("no rule of the weaver's: " + rule.qualifiedId());
        }
    }
}
