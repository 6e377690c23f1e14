// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes.TimedModelCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often the time that calls really take is in the range that is predicted for them, for models made up at random. */
@Tag("once")
class CallTimePropertiesTest {
    private static final int MODELS = 300;
    private static final double MILLI = 1e6;

    /** What is known of the other model, and what is asked of it. */
    enum Situation {
        /** Few streamed calls, all of about one length, and much shorter ones asked for. */
        FEW_LONG_STREAMED_CALLS(true, 5, 12, 150, 160, 1, 10),
        STREAMED_CALLS_OF_ANY_LENGTH(true, 10, 60, 10, 400, 10, 400),
        SHORT_STREAMED_CALLS_FOR_LONG_ONES(true, 10, 60, 10, 40, 200, 600),
        WHOLE_CALLS_OF_ANY_LENGTH(false, 20, 60, 10, 400, 10, 400),
        LONG_WHOLE_CALLS_FOR_SHORT_ONES(false, 20, 60, 100, 300, 1, 10),
        SHORT_WHOLE_CALLS_FOR_LONG_ONES(false, 25, 60, 10, 60, 100, 300),
        FEW_WHOLE_CALLS_OF_ONE_LENGTH(false, 5, 15, 20, 25, 20, 25);

        private final boolean streamed;
        private final int[] calls;
        private final int[] seen;
        private final int[] asked;

        Situation(boolean streamed, int fewest, int most, int seenFrom, int seenTo, int askedFrom, int askedTo) {
            this.streamed = streamed;
            this.calls = new int[] {fewest, most};
            this.seen = new int[] {seenFrom, seenTo};
            this.asked = new int[] {askedFrom, askedTo};
        }
    }

    /** A model with a base, a time for each token, and noise of both. */
    private record Model(double base, double perOutput, double baseNoise, double tokenNoise) {
        static Model random(Random random) {
            return new Model(
                    between(random, 50, 2000) * MILLI,
                    between(random, 2, 40) * MILLI,
                    between(random, 0.02, 0.4),
                    between(random, 0.02, 0.2));
        }

        TimedModelCall call(Random random, int output, boolean streamed) {
            double rate = perOutput * Math.exp(tokenNoise * random.nextGaussian());
            double nanos = base * Math.exp(baseNoise * random.nextGaussian()) + rate * output;
            return new TimedModelCall(random.nextLong(), Math.round(nanos), 100, output, streamed ? rate : -1);
        }
    }

    private static double between(Random random, double low, double high) {
        return low + random.nextDouble() * (high - low);
    }

    private static int in(Random random, int[] range) {
        return range[0] + random.nextInt(range[1] - range[0] + 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldWhatCallsReallyTake(Situation situation) {
        int held = 0;
        int heldTogether = 0;
        int told = 0;
        for (int seed = 0; seed < MODELS; seed++) {
            Random random = new Random(seed);
            Model model = Model.random(random);
            List<TimedModelCall> calls = new ArrayList<>();
            int count = in(random, situation.calls);
            for (int i = 0; i < count; i++) {
                calls.add(model.call(random, in(random, situation.seen), situation.streamed));
            }
            CallTime time = CallTime.of(calls, calls.size());
            int together = 1 + random.nextInt(40);
            List<Integer> outputs = new ArrayList<>();
            for (int i = 0; i < together; i++) {
                outputs.add(in(random, situation.asked));
            }
            if (outputs.stream().allMatch(output -> time.tells(output, 100))) {
                told++;
                held += holds(time, model, outputs.subList(0, 1), random) ? 1 : 0;
                heldTogether += holds(time, model, outputs, random) ? 1 : 0;
            }
        }

        assertThat(told).isGreaterThan(MODELS * 8 / 10);
        assertThat(held).isGreaterThanOrEqualTo(told * 9 / 10);
        assertThat(heldTogether).isGreaterThanOrEqualTo(told * 9 / 10);
    }

    private static boolean holds(CallTime time, Model model, List<Integer> outputs, Random random) {
        double real = 0;
        for (int output : outputs) {
            real += model.call(random, output, false).nanos();
        }
        double[] draws = new double[CallTime.DRAWS];
        SplittableRandom noise = new SplittableRandom(random.nextLong());
        for (int i = 0; i < draws.length; i++) {
            for (int output : outputs) {
                draws[i] += time.random(output, 100, i, noise);
            }
        }
        Arrays.sort(draws);
        // as TimeRange does: the 2.5th and the 97.5th percentile
        return real >= draws[2] && real <= draws[draws.length - 3];
    }
}
