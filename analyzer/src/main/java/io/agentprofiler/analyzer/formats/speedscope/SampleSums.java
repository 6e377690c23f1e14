// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.formats.speedscope.ProfileIndex.Profile;
import io.agentprofiler.analyzer.read.stack.StackSink;
import io.agentprofiler.analyzer.read.stack.StackSink.Frame;
import io.agentprofiler.analyzer.read.tree.Located;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of profiles that are no spans, and their sums. Samples and weights are two lists, either of which may come first: of
 * each sample the number of its path is held until its weight is known.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SampleSums implements FrameEvents.Visitor {
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int NO_PATH = -1;

    private final List<Frame> frames;
    /** Of each path the number of the path above it and of its last frame. */
    private final List<int[]> paths = new ArrayList<>();

    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<BigDecimal> sums = new ArrayList<>();

    private int[] samples = new int[64];
    private int sampleCount;
    private final List<BigDecimal> weights = new ArrayList<>();

    /** The path of the open frames. */
    private int current = NO_PATH;

    private long since;

    SampleSums(List<Frame> frames) {
        this.frames = frames;
    }

    private int below(int path, int frame) {
        long key = (long) path << Integer.SIZE | frame;
        Integer number = numbers.get(key);
        if (number == null) {
            number = paths.size();
            numbers.put(key, number);
            paths.add(new int[] {path, frame});
            sums.add(BigDecimal.ZERO);
        }
        return number;
    }

    /** Takes a sample: frames from the outermost. One that cannot be read keeps its place beside its weight. */
    void sample(Located sample) {
        int path = NO_PATH;
        boolean bad = !sample.isList();
        for (Located step : sample.elements()) {
            if (!(step.value() instanceof Long frame) || frame < 0 || frame >= frames.size()) {
                bad = true;
                break;
            }
            path = below(path, frame.intValue());
        }
        if (bad) {
            sample.problem("expected a list of numbers of frames; left out");
        }
        samples = sampleCount == samples.length ? Arrays.copyOf(samples, sampleCount * 2) : samples;
        samples[sampleCount++] = bad ? NO_PATH : path;
    }

    /** Takes a weight. */
    void weight(Located weight, Profile profile) {
        BigDecimal amount = profile.amount(weight.value());
        if (amount == null || amount.signum() < 0) {
            weight.problem("expected a number of 0 or more; its sample is left out");
            amount = BigDecimal.ZERO;
        }
        weights.add(amount);
    }

    /** Ends a sampled profile. */
    void endOfSamples(Located profile) {
        if (sampleCount != weights.size()) {
            profile.problem("has " + sampleCount + " samples and " + weights.size()
                    + " weights; what has no partner is left out");
        }
        for (int i = 0; i < Math.min(sampleCount, weights.size()); i++) {
            add(samples[i], weights.get(i));
        }
        sampleCount = 0;
        weights.clear();
    }

    private void add(int path, BigDecimal amount) {
        // a sample without frames is of a thread that did nothing
        if (path != NO_PATH) {
            sums.set(path, sums.get(path).add(amount));
        }
    }

    /** Begins an evented profile. */
    void beginEvents() {
        current = NO_PATH;
        since = 0;
    }

    @Override
    public void open(Located event, int index, int frame, long at) {
        add(current, BigDecimal.valueOf(at - since));
        current = below(current, frame);
        since = at;
    }

    @Override
    public void close(Located event, long at) {
        add(current, BigDecimal.valueOf(at - since));
        current = paths.get(current)[0];
        since = at;
    }

    /** Tells all stacks, each once. A sum that is not whole is rounded so that all add up to the rounded sum. */
    void tell(StackSink sink) {
        BigDecimal exact = BigDecimal.ZERO;
        BigDecimal told = BigDecimal.ZERO;
        for (int number = 0; number < paths.size(); number++) {
            exact = exact.add(sums.get(number));
            BigDecimal value =
                    exact.subtract(told).setScale(0, RoundingMode.HALF_UP).max(BigDecimal.ZERO);
            told = told.add(value);
            if (sums.get(number).signum() > 0) {
                sink.stack(path(number), value.min(MOST).longValueExact());
            }
        }
    }

    private List<Frame> path(int number) {
        List<Frame> path = new ArrayList<>();
        for (int at = number; at != NO_PATH; at = paths.get(at)[0]) {
            path.add(0, frames.get(paths.get(at)[1]));
        }
        return path;
    }
}
