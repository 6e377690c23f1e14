// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.Blanks;
import io.agentprofiler.agent.log.AgentLog;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression of the user's. One that takes too long for a text, or more stack than there is, is stopped, and the text is
 * withheld: it may hold what the expression was to blank. After {@value #ENOUGH} such texts the expression is not tried any more,
 * so that the writer keeps up.
 *
 * <p><b>Threading:</b> one thread.
 */
final class OwnPattern {
    /** What one text may take: thousands of times what a sound expression needs. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int ENOUGH = 10;

    private final int number;
    private final Pattern pattern;
    private int failures;

    /**
     * Creates one.
     *
     * @param number its place in the setting, from 1
     */
    OwnPattern(int number, String expression) {
        this.number = number;
        this.pattern = Pattern.compile(expression);
    }

    /** Returns {@code text} with every match blanked, {@code null} when it has to be withheld. */
    String redact(String text) {
        if (failures >= ENOUGH) {
            return null;
        }
        try {
            Matcher matcher = pattern.matcher(new TimedText(text, MOST_NANOS));
            return matcher.find() ? matcher.replaceAll(Matcher.quoteReplacement(Blanks.BLANK)) : text;
        } catch (TimedText.TooLong e) {
            failed("took over " + TimeUnit.NANOSECONDS.toMillis(MOST_NANOS) + " ms", text);
        } catch (StackOverflowError e) {
            failed("overflowed the stack", text);
        }
        return null;
    }

    private void failed(String how, String text) {
        failures++;
        if (failures == 1) {
            AgentLog.info(name() + " " + how + " for a text of " + text.length()
                    + " characters: such texts are withheld; make its repetitions possessive (a*+) or bounded");
        } else if (failures == ENOUGH) {
            AgentLog.info(
                    name() + " failed " + ENOUGH + " times and is no longer used: all texts are withheld from now on");
        }
    }

    /** Returns what is written instead of a text. */
    String instead() {
        return "[withheld: " + name() + (failures >= ENOUGH ? " failed too often]" : " could not be applied]");
    }

    private String name() {
        return "expression " + number + " of agentprofiler.redact";
    }

    /**
     * A text that can be read for so long only: matching an expression of the user's against it ends in time, whatever the
     * expression does. {@link java.util.regex} has no other way to be stopped.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class TimedText implements CharSequence {
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
}
