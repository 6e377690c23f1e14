// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import java.util.Arrays;
import java.util.function.Function;

/**
 * What functions made of one thing, each called once. They are few, and constants: going through them is quicker than hashing them, as
 * the JVM must be asked for the hash of what has none of its own.
 *
 * <p><b>Threading:</b> one thread.
 *
 * @param <A> the thing
 */
final class SharedResults<A> {
    private Function<?, ?>[] makers = new Function<?, ?>[16];
    private Object[] made = new Object[16];
    private int count;

    /**
     * Returns what a function makes of the thing, the same object again when it is asked for again. The function may ask for what others
     * make.
     */
    @SuppressWarnings("unchecked") // only what a function itself made is at its place
    <T> T of(Function<A, T> maker, A thing) {
        for (int i = 0; i < count; i++) {
            if (makers[i] == maker) {
                return (T) made[i];
            }
        }
        T result = maker.apply(thing);
        if (count == makers.length) {
            makers = Arrays.copyOf(makers, 2 * count);
            made = Arrays.copyOf(made, 2 * count);
        }
        makers[count] = maker;
        made[count++] = result;
        return result;
    }
}
