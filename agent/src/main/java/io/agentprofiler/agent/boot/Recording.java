// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.content.Redactor;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.FlightSpans;
import io.agentprofiler.agent.engine.JoinPoints;
import io.agentprofiler.agent.engine.RuleSpanReader;
import io.agentprofiler.agent.engine.RuleStates;
import io.agentprofiler.agent.engine.ThreadBeanMeter;
import io.agentprofiler.agent.jfr.FlightControl;
import io.agentprofiler.agent.jfr.FlightFile;
import io.agentprofiler.agent.jfr.FlightGate;
import io.agentprofiler.agent.jfr.JfrSink;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.ring.TraceClock;
import io.agentprofiler.agent.ring.TraceSink;
import io.agentprofiler.agent.weave.Switches;
import io.agentprofiler.rules.model.Rule;
import java.io.File;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything behind a join point, put together: engine, ring, sinks.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class Recording {
    private static final int SALT_BYTES = 16;

    private final Engine engine;

    private Recording(Engine engine) {
        this.engine = engine;
    }

    static Recording start(Settings settings, List<Rule> rules, Switches switches) {
        RuleStates states = new RuleStates(rules, switches::trip);
        ContentPolicy content = new ContentPolicy(
                settings.content(), settings.contentMaxChars(), new Redactor(settings.redact()), salt());
        TraceClock clock = TraceClock.now();
        List<TraceSink> sinks = new ArrayList<>();
        FlightGate gate = settings.jfr() ? new FlightGate(rules) : null;
        JfrSink jfr = settings.jfr() ? new JfrSink(gate, settings.service()) : null;
        if (jfr != null) {
            sinks.add(jfr);
        }
        EventRing ring = EventRing.open(settings, clock, new RuleSpanReader(states, content), sinks);
        Runtime.getRuntime().addShutdownHook(new Thread(null, ring::close, "agent-profiler-exit", 0, false));
        Engine engine = new Engine(states, ring, gate == null ? FlightSpans.OFF : gate, settings.sample());
        if (gate != null) {
            FlightControl.start(gate, jfr, ring::drain);
            if (settings.jfrFile() != null) {
                FlightFile.start(settings.jfrFile());
            }
        }
        engine.meter(ThreadBeanMeter.create());
        return new Recording(engine);
    }

    JoinPoints joinPoints() {
        return engine;
    }

    /** Returns the run's directory, {@code null} when nothing is written. */
    File directory() {
        return null;
    }

    /** Called about twice a second. */
    void tick() {
        engine.sweep();
    }

    private static byte[] salt() {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return salt;
    }
}
