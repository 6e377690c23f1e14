// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;

/**
 * A type of a reactive library: how a value of it is subscribed to, and how another one is made that stands before it.
 *
 * @param type the type, and all its subtypes
 * @param wrap static method of {@code type} that makes one from a {@code source}; {@code null} where {@code type} is an
 *     interface that is itself implemented
 * @param factory static method of {@code type} without parameters; {@code wrap} is then an instance method of what it
 *     returns. {@code null} where {@code wrap} is a static method of {@code type} itself
 * @param via method of {@code type} without parameters that returns what is subscribed to in place of a value; {@code null}
 *     where {@code type} has the method {@code subscribe(subscriber)} itself
 * @param source interface with the method {@code subscribe(subscriber)} that {@code wrap} takes; {@code type} where there is
 *     no {@code wrap}
 * @param subscriber interface of those who subscribe; {@code type}, or what {@code via} returns, has a public method
 *     {@code subscribe} that takes it
 * @param single whether at most one element comes, which is then the result and no chunk
 * @param signals what the methods between source and subscriber are called
 * @param context how a subscriber hands its context upstream; {@code null} where the library has none
 * @param forward further interfaces of what is wrapped that the wrapper has too, as questions about it
 */
public record ReactiveType(
        String type,
        String wrap,
        String factory,
        String via,
        String source,
        String subscriber,
        boolean single,
        Signals signals,
        Context context,
        List<String> forward) {
    public ReactiveType {
        forward = List.copyOf(forward);
    }

    /**
     * Method names.
     *
     * @param subscribe of the subscriber: takes the subscription; the first signal
     * @param next of the subscriber: an element
     * @param success of the subscriber: the only element and the end
     * @param complete of the subscriber: the end
     * @param error of the subscriber: the end by a failure
     * @param request of the subscription: asks for elements
     * @param cancel of the subscription: wants no more
     */
    public record Signals(
            String subscribe,
            String next,
            String success,
            String complete,
            String error,
            String request,
            String cancel) {
        /** The names of Reactive Streams. */
        public static final Signals STANDARD =
                new Signals("onSubscribe", "onNext", "onSuccess", "onComplete", "onError", "request", "cancel");
    }

    /**
     * The subscriber context of a library: an immutable map that travels from subscriber to source.
     *
     * @param of method of the subscriber that returns the context
     * @param get method of the context: {@code get(key, absent)} returns a value
     * @param put method of the context: {@code put(key, value)} returns a context that has one more
     */
    public record Context(String of, String get, String put) {}
}
