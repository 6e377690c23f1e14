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
 * @param source interface with the method {@code subscribe(subscriber)} that {@code wrap} takes, or that {@code subclass} says;
 *     {@code type} where there is neither
 * @param subscriber interface of those who subscribe; {@code type}, or what {@code via} returns, has a public method
 *     {@code subscribe} that takes it
 * @param single whether at most one element comes, which is then the result and no chunk
 * @param signals what the methods between source and subscriber are called
 * @param context how a subscriber hands its context upstream; {@code null} where the library has none
 * @param forward further interfaces of what is wrapped that the wrapper has too, as questions about it
 * @param subclass how a value is made that stands before another one, without a factory of the library, which would run the
 *     application's hooks; {@code null} where {@code wrap} says how, or {@code type} is an interface that is itself implemented
 * @param fusion how elements pass without signals; {@code null} where they do not
 * @param collect method of {@code type} that can be suspended and takes a {@code subscriber}, in a type that is not subscribed to:
 *     the subscriber's method {@code signals.next} can be suspended, too, and the end of {@code collect} is the end. {@code null}
 *     where values are subscribed to
 * @param derive methods of {@code type} or of its subtypes whose result is the same operation with other settings
 * @param keep types whose values are never replaced: the application may ask more of them than to be subscribed to
 * @param deferred methods that make a value whose element comes with a {@link java.util.concurrent.CompletionStage}, asked for anew by
 *     each subscription: each is called on the result of the one before, the first is a static method of {@code type}, and one takes
 *     what is asked, an interface with one method. A static method of {@code type} that takes a stage stands for it, where that
 *     interface returns a value of {@code type}. Empty where recordings do not answer for such values
 * @param packages the library's own packages, each with a trailing dot: what their methods return is no operation of its own
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
        List<String> forward,
        Subclass subclass,
        Fusion fusion,
        String collect,
        List<String> derive,
        List<String> keep,
        List<MethodSignature> deferred,
        List<String> packages) {
    public ReactiveType {
        forward = List.copyOf(forward);
        derive = List.copyOf(derive);
        deferred = List.copyOf(deferred);
        keep = List.copyOf(keep);
        packages = List.copyOf(packages);
    }

    /**
     * A subclass that stands before a value.
     *
     * @param of the class it extends: public, with a public constructor that does nothing but set {@code fields}
     * @param subscribe method of {@code of} that subclasses override to be subscribed to; it may be protected
     * @param direct methods of {@code of} and of {@code forward} that bring the value without a subscriber, where the value
     *     that is stood before has methods of its own for that
     * @param fields fields of {@code of} that its constructor takes, in this order; they are those of the value that is stood
     *     before. Mostly none
     */
    public record Subclass(String of, String subscribe, List<String> direct, List<String> fields) {
        public Subclass {
            direct = List.copyOf(direct);
            fields = List.copyOf(fields);
        }
    }

    /**
     * How subscriber and subscription can agree that elements are fetched instead of being sent. The names are of methods of
     * interfaces in {@code forward}.
     *
     * @param offer of the subscriber: an element, which it may decline
     * @param request of the subscription: {@code request(modes)} returns the mode that it agrees to
     * @param poll of the subscription: fetches an element; {@code null} where none is there
     * @param empty of the subscription: whether none is there
     * @param sync the mode in which no signal comes, and no element means the end
     */
    public record Fusion(String offer, String request, String poll, String empty, int sync) {}

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

    /** A reactive type, filled by name. One thread. */
    public static final class TypeDraft {
        public String type;
        public String wrap;
        public String factory;
        public String via;
        public String source;
        public String subscriber;
        public boolean single;
        public Signals signals = Signals.STANDARD;
        public Context context;
        public List<String> forward = List.of();
        public Subclass subclass;
        public Fusion fusion;
        public String collect;
        public List<String> derive = List.of();
        public List<String> keep = List.of();
        public List<MethodSignature> deferred = List.of();
        public List<String> packages = List.of();

        /** Returns what was filled in. */
        public ReactiveType build() {
            return new ReactiveType(
                    type,
                    wrap,
                    factory,
                    via,
                    source,
                    subscriber,
                    single,
                    signals,
                    context,
                    forward,
                    subclass,
                    fusion,
                    collect,
                    derive,
                    keep,
                    deferred,
                    packages);
        }
    }
}
