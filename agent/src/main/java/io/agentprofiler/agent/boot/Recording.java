// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.redaction.Redactor;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.SpanCost;
import io.agentprofiler.agent.engine.read.RuleSpanReader;
import io.agentprofiler.agent.engine.site.JoinPoints;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.agent.engine.span.ThreadBeanMeter;
import io.agentprofiler.agent.engine.tracer.ApplicationCode;
import io.agentprofiler.agent.engine.tracer.ApplicationFrames;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.jfr.FlightControl;
import io.agentprofiler.agent.jfr.FlightFile;
import io.agentprofiler.agent.jfr.FlightGate;
import io.agentprofiler.agent.jfr.JfrSink;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.modelserver.ModelServerPoller;
import io.agentprofiler.agent.replay.Replay;
import io.agentprofiler.agent.segment.SegmentSink;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ThreadBean;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.weave.RuleWeaver;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.ForecastModelFile;
import io.agentprofiler.agent.writer.ForecastSink;
import io.agentprofiler.shared.forecast.StageLookup;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything behind a join point, put together: engine, pipeline, sinks.
 *
 * <p><b>Threading:</b> made and ticked on the agent's thread; {@link #end} is for the shutdown hook.
 */
final class Recording {
    private static final int MOST_NAMES = 5;
    /** Spans from which on the writer's methods may soon be worth optimizing. */
    private static final long BUSY = 50;

    private final Engine engine;
    private final EventPipeline pipeline;
    private final SegmentSink segments;
    private final RuleCoverage coverage;
    private final SpanCosts costs;
    private final ContentPolicy content;
    /** {@code null} when no server is polled. */
    private final ModelServerPoller poller;
    /** {@code null} without JFR. */
    private final FlightControl flight;
    /** {@code null} when none is made. */
    private final FlightFile flightFile;
    /** {@code null} where every call is made. */
    private final Replay replay;

    private final boolean writes;
    private String lastLine;

    /**
     * Starts to record; {@link #end} ends it.
     *
     * @param coverageOf makes what tells at the end what the rules did not cover
     * @param replay what answers calls, {@code null} for nothing
     * @param tracers other tracers in this JVM
     */
    Recording(
            Settings settings,
            EnabledRules enabled,
            Switches switches,
            RuleWeaver weaver,
            Function<RuleStates, RuleCoverage> coverageOf,
            Replay replay,
            OtherTracers tracers) {
        RuleStates states = new RuleStates(weaver.rules(), switches::disable);
        this.coverage = coverageOf.apply(states);
        this.content = new ContentPolicy(
                settings.get(Setting.CONTENT),
                settings.get(Setting.CONTENT_MAX_CHARS),
                new Redactor(settings.get(Setting.REDACT)),
                Salt.fresh(),
                enabled.metadata());
        TraceClock clock = TraceClock.now();
        StageLookup model = settings.get(Setting.FORECAST) == null
                ? null
                : ForecastModelFile.read(settings.get(Setting.FORECAST), AgentLog::info);
        RunInfo run = runInfo(RunInfo.of(settings, clock, version(), enabled.traced()), settings, model);
        this.segments = new SegmentSink(settings, run, new RuleReports(states, weaver, coverage));
        List<TraceSink> sinks = new ArrayList<>();
        sinks.add(segments);
        FlightGate gate = settings.get(Setting.JFR) && JdkModule.FLIGHT_RECORDER.isThere() ? new FlightGate() : null;
        JfrSink jfr = gate == null ? null : new JfrSink(gate, settings.get(Setting.SERVICE));
        if (jfr != null) {
            sinks.add(jfr);
        }
        if (model != null) {
            sinks.add(new ForecastSink(model, sinks));
        }
        this.writes = segments.prepare();
        this.pipeline = EventPipeline.open(settings, clock, new RuleSpanReader(states, content), sinks);
        this.flight = jfr == null ? null : FlightControl.start(gate, jfr, millis -> drain(pipeline, millis));
        this.flightFile = jfr == null || settings.get(Setting.JFR_FILE) == null
                ? null
                : FlightFile.start(settings.get(Setting.JFR_FILE));
        this.engine = new Engine(
                states,
                enabled.reactive(),
                enabled.coroutines(),
                pipeline.events(),
                gate == null ? FlightSpans.OFF : gate,
                settings.get(Setting.SAMPLE),
                settings.get(Setting.SAMPLE_KEEP).any(),
                content.keepsAnything());
        engine.lookFor(tracers);
        if (settings.get(Setting.CODE_LOCATION)) {
            engine.lookFor(new ApplicationFrames(ApplicationCode.ofThisJvm()));
        }
        ResourceMeter meter = JdkModule.MANAGEMENT.isThere()
                ? ThreadBeanMeter.create(ThreadBean.get(), JdkModule.JDK_MANAGEMENT.isThere())
                : ResourceMeter.NONE;
        engine.meter(meter);
        engine.answerFrom(replay);
        engine.propagateTo(settings.get(Setting.PROPAGATE)::mean);
        this.costs = new SpanCosts(pipeline, states, meter);
        this.poller = settings.get(Setting.BACKENDS).isEmpty()
                ? null
                : ModelServerPoller.start(
                        settings.get(Setting.BACKENDS),
                        settings.get(Setting.BACKENDS_INTERVAL),
                        clock,
                        pipeline::modelServer);
        this.replay = replay;
        if (settings.get(Setting.JFR)) {
            JdkModule.FLIGHT_RECORDER.tellIfMissing();
        }
        JdkModule.MANAGEMENT.tellIfMissing();
        JdkModule.JDK_MANAGEMENT.tellIfMissing();
        AgentLog.info(version() + " looks for calls of " + String.join(", ", enabled.traced())
                + (writes ? "; writes into " + segments.directory() : "; no trace file can be written")
                + (model == null ? "" : "; forecasts workflows " + names(model)));
    }

    private static RunInfo runInfo(RunInfo run, Settings settings, StageLookup model) {
        return model == null
                ? run
                : run.withForecasts(
                        String.valueOf(Path.of(settings.get(Setting.FORECAST)).getFileName()),
                        model.learnedFrom(),
                        model.untilNanos());
    }

    /** At the exit JFR's own hook may come first, so it waits for the last ends as {@link #end} does. */
    private static PipelineCounters.Snapshot drain(EventPipeline pipeline, long maxMillis) {
        if (JvmExit.isUnderWay()) {
            pipeline.awaitEnds();
            return pipeline.drainAtExit();
        }
        return pipeline.drain(maxMillis);
    }

    /** Returns what woven calls run into. */
    JoinPoints joinPoints() {
        return engine;
    }

    /** Returns the run's directory, whether or not it could be made. */
    Path directory() {
        return segments.directory();
    }

    /** All classes that were loaded before have been offered to the rules: from now on what they do not cover is known. */
    void started() {
        coverage.started();
    }

    /** Answers whether trace files can be written. */
    boolean isWritten() {
        return writes;
    }

    /** Gives up what can never end, spans and readings. Called about twice a second. */
    void tick() {
        engine.sweep();
        pipeline.watch();
        costs.measureWhenWarm();
    }

    /** Answers whether there were spans enough for the writer to become hot. */
    boolean isBusy() {
        return pipeline.counters().started() >= BUSY;
    }

    /** Begins nothing new, neither spans nor what goes on beside them; what was begun is written to its end. */
    void stop() {
        engine.stop();
        if (poller != null) {
            poller.stop();
        }
    }

    /**
     * Says so, and puts it in the counters, if the application went on without the agent for a while.
     *
     * @param millis how long; 0 when it did not
     */
    void beganLate(long millis) {
        if (millis > 0) {
            pipeline.beganLate(millis);
            AgentLog.info("started " + millis
                    + " ms late, and the application did not wait for it: workflows begun in that time"
                    + " may be missing or incomplete. A faster disk or a less busy machine helps.");
        }
    }

    /**
     * Takes no more events, writes those that were taken, and says what became of all of them. Before that, spans that are
     * open get a moment to end: a program is often over while the last call of another of its threads is returning. The first
     * call does it; others wait for that.
     */
    synchronized void end() {
        if (lastLine != null) {
            return;
        }
        pipeline.awaitEnds();
        stop();
        engine.endUnstarted();
        costs.measureAtExit();
        pipeline.close();
        if (replay != null) {
            replay.ending().forEach(AgentLog::info);
        }
        lastLine = ExitLine.of(
                pipeline.counters(),
                segments.account(),
                segments.directory(),
                pipeline.hung(),
                coverage.summary() + withheld());
        AgentLog.info(lastLine);
    }

    /**
     * Ends the recording in a JVM that goes on, and what the exit of the JVM would end otherwise.
     *
     * @param off leaves woven code without effect; before the ring is closed, so that the calls of an application that goes on
     *     do not count as lost
     * @return the last line
     */
    synchronized String detach(Runnable off) {
        if (lastLine == null) {
            pipeline.awaitEnds();
        }
        off.run();
        end();
        if (flightFile != null) {
            flightFile.close();
        }
        if (flight != null) {
            flight.close();
        }
        return lastLine;
    }

    private String withheld() {
        long texts = content.withheld();
        return texts == 0
                ? ""
                : "; " + texts + " texts withheld because agentprofiler.redact could not be applied to them";
    }

    private static String names(StageLookup model) {
        return model.workflows().stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (model.workflows().size() > MOST_NAMES ? " and others" : "");
    }

    private static String version() {
        String version = Recording.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    /**
     * Tells whether the JVM is on its way out.
     *
     * <p><b>Threading:</b> any thread; takes the JVM's lock of shutdown hooks for a moment.
     */
    private static final class JvmExit {
        private static final Thread NEVER_REGISTERED = new Thread(() -> {}, "agent-profiler-none");

        private JvmExit() {}

        /** Answers whether shutdown hooks run, or have run. */
        static boolean isUnderWay() {
            try {
                Runtime.getRuntime().removeShutdownHook(NEVER_REGISTERED);
                return false;
            } catch (IllegalStateException e) {
                // the documented answer while the JVM is exiting
                return true;
            }
        }
    }

    /**
     * Random bytes that keep the hashes of one run from being compared with another's.
     *
     * <p><b>Threading:</b> any.
     */
    private static final class Salt {
        private static final int BYTES = 16;

        private Salt() {}

        /** Returns a new salt. */
        static byte[] fresh() {
            byte[] salt = new byte[BYTES];
            try (DataInputStream kernel = new DataInputStream(new FileInputStream("/dev/urandom"))) {
                kernel.readFully(salt);
            } catch (IOException e) {
                // not a Unix; elsewhere it is not asked first because it brings up the JDK's security providers
                new SecureRandom().nextBytes(salt);
            }
            return salt;
        }
    }

    /**
     * Has the cost of a span measured once in a run: when the code has run often enough to be compiled, else at the exit. A run of a
     * few spans is not worth the milliseconds, and its counters say nothing of it.
     *
     * <p><b>Threading:</b> any thread of the agent.
     */
    private static final class SpanCosts {
        private static final long WARM = 5_000;
        private static final long LEAST = 100;

        private final EventPipeline pipeline;
        private final RuleStates states;
        private final ResourceMeter meter;
        private boolean measured;

        SpanCosts(EventPipeline pipeline, RuleStates states, ResourceMeter meter) {
            this.pipeline = pipeline;
            this.states = states;
            this.meter = meter;
        }

        /** Measures if there have been spans enough for a good measurement. */
        void measureWhenWarm() {
            measure(WARM);
        }

        /** The last chance. */
        void measureAtExit() {
            measure(LEAST);
        }

        private synchronized void measure(long least) {
            if (measured || pipeline.counters().started() < least) {
                return;
            }
            measured = true;
            pipeline.spanCost(SpanCost.measure(meter, states));
        }
    }
}
