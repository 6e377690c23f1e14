// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;

/**
 * Sums over steps. Each mean is one of the steps that know the value; of none it is not-a-number, never 0.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class StepSums {
    private final Mean prefill = new Mean();
    private final Mean decode = new Mean();
    private final Mean pause = new Mean();
    private final Mean outside = new Mean();
    private final Mean tool = new Mean();
    private final Mean hitRate = new Mean();
    private Tokens tokens = Tokens.NONE;
    private long steps;
    private long cached;
    private long looked;

    /** A sum with the number of values in it. */
    public static final class Mean {
        private double sum;
        private long count;

        private void add(long nanos) {
            if (nanos != Unknown.LONG) {
                add((double) nanos);
            }
        }

        private void add(double value) {
            if (!Double.isNaN(value)) {
                sum += value;
                count++;
            }
        }

        private void addMeans(double mean, long values) {
            if (!Double.isNaN(mean) && values > 0) {
                sum += mean * values;
                count += values;
            }
        }

        private void add(Mean more) {
            sum += more.sum;
            count += more.count;
        }

        /** Returns how many values there were. */
        public long count() {
            return count;
        }

        /** Returns their mean, not-a-number of none. */
        public double value() {
            return count == 0 ? Double.NaN : sum / count;
        }

        /** Returns their sum, not-a-number of none. */
        public double sum() {
            return count == 0 ? Double.NaN : sum;
        }
    }

    /** Returns the sums of some steps. */
    public static StepSums of(Iterable<Step> steps) {
        StepSums sums = new StepSums();
        steps.forEach(sums::add);
        return sums;
    }

    void add(Step step) {
        steps++;
        prefill.add(step.prefillNanos());
        decode.add(step.decodeNanos());
        pause.add(step.pauseNanos());
        outside.add(step.outsideNanos());
        tool.add(step.toolNanos());
        hitRate.add(step.hitRate());
        tokens = tokens.plus(step.tokens());
        if (step.tellsCache()) {
            cached += step.tokens().cacheRead();
            looked += step.tokens().input();
        }
    }

    /** Adds steps of which only means are told, each in nanoseconds or absent. That of the time outside is of all but the first. */
    void addMeans(
            long count, long prefillNanos, long decodeNanos, long pauseNanos, long outsideNanos, double meanHitRate) {
        steps += count;
        prefill.addMeans(Unknown.toDouble(prefillNanos), count);
        decode.addMeans(Unknown.toDouble(decodeNanos), count);
        pause.addMeans(Unknown.toDouble(pauseNanos), count);
        outside.addMeans(Unknown.toDouble(outsideNanos), count - 1);
        hitRate.addMeans(meanHitRate, count);
    }

    void add(StepSums more) {
        steps += more.steps;
        prefill.add(more.prefill);
        decode.add(more.decode);
        pause.add(more.pause);
        outside.add(more.outside);
        tool.add(more.tool);
        hitRate.add(more.hitRate);
        tokens = tokens.plus(more.tokens);
        cached += more.cached;
        looked += more.looked;
    }

    public long steps() {
        return steps;
    }

    /** Returns the lengths from request to first chunk, in nanoseconds. */
    public Mean prefill() {
        return prefill;
    }

    /** Returns the lengths from first to last chunk, in nanoseconds. */
    public Mean decode() {
        return decode;
    }

    /** Returns how long calls were held back before they were sent, in nanoseconds. */
    public Mean pause() {
        return pause;
    }

    /** Returns how long no call of the program ran before a step, in nanoseconds. */
    public Mean outside() {
        return outside;
    }

    /** Returns how long of that tools ran, in nanoseconds. */
    public Mean tool() {
        return tool;
    }

    /** Returns the steps' shares of prompts that were read from a cache: each step counts alike, however long its prompt. */
    public Mean hitRate() {
        return hitRate;
    }

    /** Returns cached tokens by all tokens of prompts, which is what counts for time and money; not-a-number where not known. */
    public double hitRateOfTokens() {
        return looked == 0 ? Double.NaN : (double) cached / looked;
    }

    /** Returns the tokens that were reported. */
    public Tokens tokens() {
        return tokens;
    }
}
