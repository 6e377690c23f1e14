// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The function of a stage of a completable future, and the span that the stage was made under. The JDK keeps it in the function's
 * place, which nobody else sees, and woven code takes the function out again before it is called: no map has to be asked, nothing
 * stands between the JDK and the function, and what was never run is collected with its stage.
 *
 * <p>It can be called nevertheless, and then only calls the function: the JDK's code may have become again what it was since.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Errors:</b> those of the function.
 */
public abstract sealed class StageFunction {
    /** What the application gave. */
    public final Object function;

    /** The span that was current then. */
    public final Span span;

    /** Only held: see {@link Span#lead}. */
    private final Object lead;

    private StageFunction(Object function, Span span) {
        this.function = function;
        this.span = span;
        this.lead = span.lead();
    }

    /** Stands for a {@link Function}, a {@link Consumer} or a {@link Runnable}. */
    @SuppressWarnings("unchecked") // it is called as what it stands for
    public static final class OfOne extends StageFunction
            implements Function<Object, Object>, Consumer<Object>, Runnable {
        /**
         * Creates one.
         *
         * @param function what the application gave
         * @param span the current one
         */
        public OfOne(Object function, Span span) {
            super(function, span);
        }

        @Override
        public Object apply(Object value) {
            return ((Function<Object, Object>) function).apply(value);
        }

        @Override
        public void accept(Object value) {
            ((Consumer<Object>) function).accept(value);
        }

        @Override
        public void run() {
            ((Runnable) function).run();
        }
    }

    /** Stands for a {@link BiFunction} or a {@link BiConsumer}. */
    @SuppressWarnings("unchecked") // it is called as what it stands for
    public static final class OfTwo extends StageFunction
            implements BiFunction<Object, Object, Object>, BiConsumer<Object, Object> {
        /**
         * Creates one.
         *
         * @param function what the application gave
         * @param span the current one
         */
        public OfTwo(Object function, Span span) {
            super(function, span);
        }

        @Override
        public Object apply(Object first, Object second) {
            return ((BiFunction<Object, Object, Object>) function).apply(first, second);
        }

        @Override
        public void accept(Object first, Object second) {
            ((BiConsumer<Object, Object>) function).accept(first, second);
        }
    }
}
