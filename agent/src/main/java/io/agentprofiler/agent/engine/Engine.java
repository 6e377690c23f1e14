// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules at run time: makes the join points that woven code calls, and knows how each rule fares.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Engine implements JoinPoints {
    private final List<RuleState> states;
    private final SpanLifecycle lifecycle;

    /**
     * Creates an engine.
     *
     * @param states the rules, by rule index; made with {@link #states}
     * @param events where span events go
     * @param flight JFR, or {@link FlightSpans#OFF}
     * @param sample share of workflows recorded, 0 to 1
     */
    public Engine(List<RuleState> states, SpanEvents events, FlightSpans flight, double sample) {
        this.states = List.copyOf(states);
        this.lifecycle = new SpanLifecycle(events, flight, sample);
    }

    /** Makes the run-time state of each rule; shared by the engine and the reader of its captures. */
    public static List<RuleState> states(List<Rule> rules, RuleBreaker breaker) {
        List<RuleState> states = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            states.add(new RuleState(rules.get(i), i, breaker));
        }
        return states;
    }

    /** From now on spans of rules that ask for it carry CPU time and allocated bytes. */
    public void meter(ResourceMeter ready) {
        lifecycle.meter(ready);
    }

    @Override
    public JoinPoint joinPoint(
            int ruleIndex, String className, String methodName, String returnType, String[][] parameterAnnotations) {
        RuleState state = states.get(ruleIndex);
        Span.Site site = new Span.Site(className, methodName, parameterAnnotations);
        CallReader reader = new CallReader(state, site);
        Role role = state.rule().role();
        if (role == Role.SPAN || role == Role.OPEN) {
            ResultShape shape = ResultShapes.of(state, returnType, lifecycle);
            return new SpanJoinPoint(state, site, lifecycle, reader, shape);
        }
        if (role == Role.CARRY) {
            return new CarryJoinPoint(state, site, lifecycle, reader);
        }
        return new BoundJoinPoint(state, site, lifecycle, reader);
    }

    /**
     * Gives up spans that can never end because the application dropped what they were bound to. Called about once a second
     * from a thread of the agent.
     */
    public void sweep() {
        lifecycle.bound().sweep(lifecycle::abandon);
    }

    /** Returns the figures of every rule, by rule index. */
    public List<RuleState.Report> reports() {
        return states.stream().map(RuleState::report).toList();
    }
}
