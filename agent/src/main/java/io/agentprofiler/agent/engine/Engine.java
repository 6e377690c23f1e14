// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.call.OutgoingHeader;
import io.agentprofiler.agent.engine.call.WantedNames;
import io.agentprofiler.agent.engine.coroutine.LaunchJoinPoint;
import io.agentprofiler.agent.engine.coroutine.ResumeJoinPoint;
import io.agentprofiler.agent.engine.coroutine.SuspendJoinPoint;
import io.agentprofiler.agent.engine.coroutine.SuspendedCalls;
import io.agentprofiler.agent.engine.joinpoint.BoundJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.CarryJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.ElementsJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.ExtendJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.GivenJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.HandedOutJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.LambdaJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.LearnJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.PropagateJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.SpanJoinPoint;
import io.agentprofiler.agent.engine.joinpoint.TaskJoinPoint;
import io.agentprofiler.agent.engine.reactive.CarriedPublisher;
import io.agentprofiler.agent.engine.reactive.GivenCallback;
import io.agentprofiler.agent.engine.reactive.GivenPublisher;
import io.agentprofiler.agent.engine.reactive.ReactiveLibraries;
import io.agentprofiler.agent.engine.reactive.ReturnedLambda;
import io.agentprofiler.agent.engine.replay.AnsweredCall;
import io.agentprofiler.agent.engine.shape.CallShape;
import io.agentprofiler.agent.engine.shape.ResultShape;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.JoinPoints;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.engine.tracer.ApplicationFrames;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.agent.replay.Replay;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Shape;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rules at run time: makes the join points that woven code calls, and keeps the record of each rule.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Engine implements JoinPoints {
    private final RuleStates states;
    private final SpanLifecycle lifecycle;
    private final ReactiveLibraries libraries;
    private final WantedNames wanted;
    /** {@code null} where nothing is known of coroutines. */
    private final Coroutines coroutines;
    /** {@code null} as long as no coroutine was met: most applications have none. */
    private volatile SuspendedCalls suspended;
    /** {@code null} where every call is made. */
    private volatile Replay replay;
    /** Hosts whose requests get the {@code traceparent} header. */
    private volatile Predicate<String> told = host -> false;

    /**
     * Creates an engine that records what the rate chooses, and nothing else.
     *
     * @param states the rules
     * @param reactive types whose values are operations not begun yet
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     * @param events where span events go
     * @param flight JFR, or {@link FlightSpans#OFF}
     * @param sample share of workflows recorded, 0 to 1
     * @param content whether anything is kept of prompts and results
     */
    public Engine(
            RuleStates states,
            List<ReactiveType> reactive,
            Coroutines coroutines,
            SpanEvents events,
            FlightSpans flight,
            double sample,
            boolean content) {
        this(states, reactive, coroutines, events, flight, sample, false, content);
    }

    /**
     * Creates an engine.
     *
     * @param states the rules
     * @param reactive types whose values are operations not begun yet
     * @param coroutines how coroutines are compiled; {@code null} when that is not known
     * @param events where span events go
     * @param flight JFR, or {@link FlightSpans#OFF}
     * @param sample share of workflows recorded, 0 to 1
     * @param keeps whether the consumer of events keeps others, too, by how they go
     * @param content whether anything is kept of prompts and results
     */
    public Engine(
            RuleStates states,
            List<ReactiveType> reactive,
            Coroutines coroutines,
            SpanEvents events,
            FlightSpans flight,
            double sample,
            boolean keeps,
            boolean content) {
        this.states = states;
        this.wanted = new WantedNames(states, content);
        this.libraries = new ReactiveLibraries(reactive, coroutines == null ? null : this::suspendedCalls);
        this.lifecycle = new SpanLifecycle(states, events, flight, sample, keeps);
        this.coroutines = coroutines;
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
        CallReader reader = new CallReader(state, site, wanted.of(ruleIndex));
        Role role = state.rule().role();
        if (role == Role.SPAN && state.rule().shape() == Shape.LAMBDA) {
            JoinPoint call = new SpanJoinPoint(state, site, lifecycle, reader, new CallShape(lifecycle));
            return new LambdaJoinPoint(
                    state,
                    site,
                    lifecycle,
                    reader,
                    (lambda, owner) -> ReturnedLambda.of(
                            call, state, method -> replayPoint(state, className, method), returnType, lambda, owner));
        }
        if (role == Role.SPAN || role == Role.OPEN) {
            ResultShape shape = ResultShapes.of(state, returnType, lifecycle, reader, libraries, className);
            return new SpanJoinPoint(state, site, lifecycle, reader, shape);
        }
        if (state.rule().from() >= 0) {
            boolean own = libraries.isOwn(className);
            return new GivenJoinPoint(state, site, lifecycle, reader, (given, span) -> {
                Object instead =
                        own ? given : GivenPublisher.of(lifecycle, state, reader, libraries, returnType, given, span);
                return instead == given && role == Role.CHUNK
                        ? GivenCallback.of(lifecycle, state, reader, returnType, given, span)
                        : instead;
            });
        }
        if (role == Role.ELEMENTS && reader.handsOutChunks()) {
            return new HandedOutJoinPoint(state, site, lifecycle, reader);
        }
        if (role == Role.ELEMENTS) {
            ResultShape shape = ResultShapes.of(state, returnType, lifecycle, reader, libraries, className);
            return new ElementsJoinPoint(state, site, lifecycle, reader, shape);
        }
        if (role == Role.CARRY) {
            return new CarryJoinPoint(state, site, lifecycle, reader);
        }
        if (role == Role.PROPAGATE) {
            OutgoingHeader header = new OutgoingHeader(state, site, told);
            return new PropagateJoinPoint(state, site, lifecycle, reader, header);
        }
        if (role == Role.LEARN) {
            return new LearnJoinPoint(state, site, lifecycle, reader);
        }
        if (role == Role.EXTEND) {
            return new ExtendJoinPoint(state, site, lifecycle, reader);
        }
        if (role == Role.TASK) {
            return new TaskJoinPoint(
                    state,
                    site,
                    lifecycle,
                    reader,
                    (result, span) -> CarriedPublisher.of(state, libraries, returnType, result, span));
        }
        if (role.isOfCoroutines()) {
            if (coroutines == null) {
                throw new IllegalArgumentException("nothing is known of coroutines");
            }
            return role == Role.LAUNCH
                    ? new LaunchJoinPoint(state, lifecycle, suspendedCalls())
                    : new ResumeJoinPoint(state, suspendedCalls());
        }
        return new BoundJoinPoint(state, site, lifecycle, reader);
    }

    /** From now on requests to these hosts carry a header, where their rules say how. Before anything is called. */
    public void propagateTo(Predicate<String> hosts) {
        told = hosts;
    }

    /** From now on workflows carry the ids of the spans of other tracers that they begin in. Before anything is called. */
    public void lookFor(OtherTracers tracers) {
        lifecycle.lateStarts().lookFor(tracers);
    }

    /** From now on spans carry the application's code that makes their calls. Before anything is called. */
    public void lookFor(ApplicationFrames callers) {
        lifecycle.lateStarts().lookFor(callers);
    }

    /** From now on a recording answers calls, where their rules say how. Before anything is called. */
    public void answerFrom(Replay recorded) {
        replay = recorded;
    }

    @Override
    public ReplayPoint replayPoint(
            int ruleIndex, Class<?> declaring, String methodName, MethodType type, String[][] parameterAnnotations) {
        RuleState state = states.get(ruleIndex);
        if (replay == null || state.rule().replay() == null) {
            return null;
        }
        if (state.rule().shape() == Shape.LAMBDA) {
            // what it returns is a call that may be answered; itself is made
            return (handle, self, a0, a1, a2, a3, a4, a5, a6, a7) -> null;
        }
        Span.Site site = new Span.Site(declaring.getName(), methodName, parameterAnnotations);
        return AnsweredCall.of(replay, state, site, declaring, type, libraries.deferred(type.returnType()));
    }

    /** Returns what may answer calls of a lambda, by the method of its interface; {@code null} where all are made. */
    private ReplayPoint replayPoint(RuleState state, String className, Method called) {
        if (replay == null || state.rule().replay() == null) {
            return null;
        }
        Span.Site site = new Span.Site(className, called.getName(), new String[0][]);
        MethodType type = MethodType.methodType(called.getReturnType(), called.getParameterTypes());
        return AnsweredCall.of(replay, state, site, called.getDeclaringClass(), type, null);
    }

    @Override
    public JoinPoint suspending(
            int ruleIndex, String className, String methodName, String returnType, String[][] parameterAnnotations) {
        RuleState state = states.get(ruleIndex);
        if (coroutines == null
                || state.rule().role() != Role.SPAN
                || state.rule().shape() == Shape.LAMBDA) {
            return joinPoint(ruleIndex, className, methodName, returnType, parameterAnnotations);
        }
        Span.Site site = new Span.Site(className, methodName, parameterAnnotations);
        CallReader reader = new CallReader(state, site, wanted.of(ruleIndex));
        ResultShape returns = ResultShapes.ofSuspending(state, lifecycle, reader, libraries, className);
        SpanJoinPoint call = new SpanJoinPoint(state, site, lifecycle, reader, returns);
        return new SuspendJoinPoint(state, site, lifecycle, suspendedCalls(), call);
    }

    private synchronized SuspendedCalls suspendedCalls() {
        if (suspended == null) {
            suspended = new SuspendedCalls(coroutines, lifecycle, states);
        }
        return suspended;
    }

    SpanLifecycle lifecycle() {
        return lifecycle;
    }

    /** No span opens any more, neither by calls nor by subscriptions; those that are open end as they would. */
    public void stop() {
        lifecycle.stop();
    }

    /** The recording ends: spans whose work was to be started later end with their calls. */
    public void endUnstarted() {
        lifecycle.endUnstarted();
    }

    /**
     * Gives up spans that can never end because the application dropped what they were bound to. Called about once a second
     * from a thread of the agent.
     */
    public void sweep() {
        lifecycle.bound().sweep(lifecycle::abandon);
        SuspendedCalls met = suspended;
        if (met != null) {
            met.sweep();
        }
    }
}
