// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.joinpoint.SpanJoinPoint;
import io.agentprofiler.agent.engine.reactive.PublisherShape;
import io.agentprofiler.agent.engine.reactive.ReactiveLibraries;
import io.agentprofiler.agent.engine.shape.CallShape;
import io.agentprofiler.agent.engine.shape.FutureShape;
import io.agentprofiler.agent.engine.shape.IteratorShape;
import io.agentprofiler.agent.engine.shape.ResultShape;
import io.agentprofiler.agent.engine.shape.StreamShape;
import io.agentprofiler.agent.engine.shape.UnstartedShape;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.util.Iterator;
import java.util.stream.Stream;

/** Chooses the result shape of a join point from its rule and the method's declared return type. */
final class ResultShapes {
    private ResultShapes() {}

    /**
     * Returns the shape.
     *
     * <p>A result is only ever replaced where the method is declared to return the very interface that the wrapper
     * implements: code that relies on a more special type keeps its own object, and the span ends with the call.
     */
    static ResultShape of(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries,
            String className) {
        Rule rule = state.rule();
        ResultShape shape = ofResult(state, returnType, lifecycle, reader, libraries, className);
        return rule.unstarted().isEmpty() ? shape : new UnstartedShape(rule, returnType, lifecycle, shape);
    }

    /**
     * Returns the shape of a function that can be suspended. Its result may be a publisher, though it is declared to return any object;
     * other results end the span.
     */
    static ResultShape ofSuspending(
            RuleState state,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries,
            String className) {
        CallShape call = new CallShape(lifecycle);
        return switch (state.rule().shape()) {
            case PUBLISHER, DELAY, AUTO ->
                published(state, Object.class.getName(), lifecycle, reader, libraries, className, call);
            default -> call;
        };
    }

    private static ResultShape ofResult(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries,
            String className) {
        CallShape call = new CallShape(lifecycle);
        if (isPrimitive(returnType)) {
            return call;
        }
        if (state.rule().role() == Role.OPEN) {
            return state.rule().shape() == Shape.FUTURE
                    ? new FutureShape(
                            lifecycle,
                            call,
                            (span, value) -> SpanJoinPoint.bindResult(lifecycle, reader, state.rule(), span, value))
                    : call;
        }
        return switch (state.rule().shape()) {
            // what a method returns for its lambda is wrapped by LambdaJoinPoint, not here
            case CALL, LAMBDA -> call;
            case FUTURE -> new FutureShape(lifecycle, call);
            case ITERATOR -> streamed(state, returnType, lifecycle, reader, call);
            case PUBLISHER, DELAY -> published(state, returnType, lifecycle, reader, libraries, className, call);
            case AUTO -> {
                ResultShape streamed = streamed(state, returnType, lifecycle, reader, null);
                yield streamed != null
                        ? streamed
                        : published(
                                state,
                                returnType,
                                lifecycle,
                                reader,
                                libraries,
                                className,
                                new FutureShape(lifecycle, call));
            }
        };
    }

    private static ResultShape streamed(
            RuleState state, String returnType, SpanLifecycle lifecycle, CallReader reader, ResultShape other) {
        if (returnType.equals(Iterator.class.getName()) || returnType.equals(Iterable.class.getName())) {
            return new IteratorShape(lifecycle, state, reader, new CallShape(lifecycle));
        }
        if (returnType.equals(Stream.class.getName())) {
            return new StreamShape(lifecycle, state, reader, new CallShape(lifecycle));
        }
        return other;
    }

    private static ResultShape published(
            RuleState state,
            String returnType,
            SpanLifecycle lifecycle,
            CallReader reader,
            ReactiveLibraries libraries,
            String className,
            ResultShape other) {
        if (libraries.isOwn(className)) {
            return other;
        }
        return new PublisherShape(
                lifecycle,
                state,
                reader,
                libraries,
                returnType,
                libraries.isReactive(returnType),
                libraries.mayBeReactive(returnType),
                other);
    }

    private static boolean isPrimitive(String type) {
        return type.indexOf('.') < 0;
    }
}
