// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

/**
 * A text that can be read for so long only: matching an expression of the user's against it ends in time, whatever the
 * expression does. {@link java.util.regex} has no other way to be stopped.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TimedText implements CharSequence {
    /** Reading it took too long. */
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super(null, null, false, false);
        }
    }

    /** Characters between two looks at the clock. */
    private static final int STRIDE = 1024;

    private final String text;
    private final long deadline;
    private int left = STRIDE;

    TimedText(String text, long nanos) {
        this.text = text;
        this.deadline = System.nanoTime() + nanos;
    }

    @Override
    public char charAt(int index) {
        if (--left < 0) {
            left = STRIDE;
            if (System.nanoTime() - deadline >= 0) {
                throw new TooLong();
            }
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
