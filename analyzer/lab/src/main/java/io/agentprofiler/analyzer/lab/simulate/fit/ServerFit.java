// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.base.stat.Quantile;
import io.agentprofiler.analyzer.lab.simulate.Outcome;
import io.agentprofiler.analyzer.lab.simulate.Recorded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * A recorded server: how many calls it served at once, and how fast its models were. Requests that it refused never were on it.
 *
 * @param address of the server; empty when unknown
 * @param models how fast each of its models was, of those with enough calls to tell
 * @param service how many calls it served at once
 * @param requests those that it served, in the order in which they were sent
 * @param starts when the service of each began
 * @param off by how much the service of a call is off, as a share of the longer one of both, from 0 to 1, ascending; of the calls of its models
 * @param load how its speed depends on how many calls it serves; {@code null} where that cannot be told
 */
public record ServerFit(
        String address,
        Map<String, RateFit> models,
        FittedSlots service,
        List<Recorded> requests,
        long[] starts,
        double[] off,
        FittedLoad load) {
    /**
     * How many calls it served at once.
     *
     * @param slots how many calls it served at once
     * @param isSlotsGiven whether the user said so; else the fewest are taken with which the times fit as well as with any
     * @param isQueueSeen whether calls had to wait, with so many slots
     */
    public record FittedSlots(int slots, boolean isSlotsGiven, boolean isQueueSeen) {}

    /** Minimum number of calls for a fit. */
    public static final int LEAST = 20;

    private static final int MOST_SLOTS = 64;
    /** Ratio within which residuals count as equal. */
    private static final double AS_GOOD = 1.05;

    /**
     * Fits a server.
     *
     * @param requests all of it that were not refused, in the order in which they were sent
     * @param slots how many calls it served at once; 0 when unknown
     */
    static ServerFit of(String address, List<Recorded> requests, int slots) {
        if (slots > 0) {
            return with(address, requests, slots, true);
        }
        int most = Math.max(1, Math.min(MOST_SLOTS, Queueing.most(requests)));
        List<ServerFit> fits = new ArrayList<>();
        for (int count = 1; count <= most; count++) {
            fits.add(with(address, requests, count, false));
        }
        double best = fits.stream().mapToDouble(ServerFit::residual).min().orElseThrow();
        for (ServerFit fit : fits) {
            if (fit.residual() <= best * AS_GOOD) {
                // what was never full may have any number of slots
                return fit.service().isQueueSeen() ? fit : fits.get(fits.size() - 1);
            }
        }
        // without calls that could tell no number is better than another
        return fits.get(fits.size() - 1);
    }

    private static ServerFit with(String address, List<Recorded> requests, int slots, boolean given) {
        long[] starts = Queueing.starts(requests, slots);
        boolean waited = false;
        Map<String, List<Integer>> told = new TreeMap<>();
        for (int i = 0; i < starts.length; i++) {
            Recorded request = requests.get(i);
            waited |= starts[i] > request.startNanos();
            if (request.outcome() == Outcome.ANSWERED) {
                told.computeIfAbsent(request.model(), any -> new ArrayList<>()).add(i);
            }
        }
        Map<String, RateFit> models = new TreeMap<>();
        told.forEach((model, indexes) -> {
            if (indexes.size() >= LEAST) {
                models.put(
                        model,
                        RateFit.of(
                                model,
                                indexes.stream().map(requests::get).toList(),
                                indexes.stream().mapToLong(i -> starts[i]).toArray()));
            }
        });
        List<double[]> speeds = new ArrayList<>();
        Queueing.Busy busy = Queueing.busy(requests, starts);
        for (int i = 0; i < starts.length; i++) {
            RateFit fit = models.get(requests.get(i).model());
            if (fit != null && requests.get(i).outcome() == Outcome.ANSWERED) {
                double real = requests.get(i).endNanos() - starts[i];
                double predicted = fit.prefillNanos(requests.get(i)) + (double) fit.decodeNanos(requests.get(i));
                speeds.add(new double[] {busy.others(starts[i]), real, predicted});
            }
        }
        double[] off =
                speeds.stream().mapToDouble(one -> off(one[1], one[2])).sorted().toArray();
        return new ServerFit(
                address,
                models,
                new ServerFit.FittedSlots(slots, given, waited),
                requests,
                starts,
                off,
                FittedLoad.of(speeds));
    }

    /** Returns the median of {@link #off}; {@link Double#NaN} if unknown. */
    public double residual() {
        return off.length == 0 ? Double.NaN : Quantile.of(off, 0.5);
    }

    /** Returns the 95th percentile of {@link #off}; {@link Double#NaN} if unknown. */
    public double residualHigh() {
        return off.length == 0 ? Double.NaN : Quantile.of(off, 0.95);
    }

    /** Returns the error of the service time of a request, as a share of the longer of the two times; {@link Double#NaN} when unknown. */
    double off(int index) {
        Recorded request = requests.get(index);
        RateFit fit = models.get(request.model());
        return fit == null || request.outcome() != Outcome.ANSWERED
                ? Double.NaN
                : off(
                        request.endNanos() - starts[index],
                        fit.prefillNanos(request) + (double) fit.decodeNanos(request));
    }

    /** Of the longer one: a call that waited until its end, if there were so few slots, had no time at all. */
    private static double off(double real, double predicted) {
        return Math.abs(predicted - real) / Math.max(1, Math.max(real, predicted));
    }

    /** The start of service of recorded calls, on a first-come-first-served server with a number of slots. */
    private static final class Queueing {
        private Queueing() {}

        /**
         * Returns when each call's service began: when it was sent, or, while as many earlier calls had not ended as there are slots, when
         * the first of those ended that left fewer.
         *
         * @param calls in the order in which they were sent
         */
        static long[] starts(List<Recorded> calls, int slots) {
            // the latest ends of earlier calls: the earliest of so many is when a slot came free
            PriorityQueue<Long> ends = new PriorityQueue<>();
            long[] starts = new long[calls.size()];
            for (int i = 0; i < starts.length; i++) {
                Recorded call = calls.get(i);
                long free = ends.size() < slots ? Long.MIN_VALUE : ends.peek();
                starts[i] = Math.min(call.endNanos(), Math.max(call.startNanos(), free));
                ends.add(call.endNanos());
                if (ends.size() > slots) {
                    ends.remove();
                }
            }
            return starts;
        }

        /** Returns the peak concurrency of calls. */
        static int most(List<Recorded> calls) {
            PriorityQueue<Long> ends = new PriorityQueue<>();
            int most = 0;
            for (Recorded call : calls) {
                while (!ends.isEmpty() && ends.peek() <= call.startNanos()) {
                    ends.remove();
                }
                ends.add(call.endNanos());
                most = Math.max(most, ends.size());
            }
            return most;
        }

        /** The number of calls in service. */
        record Busy(long[] starts, long[] ends) {
            /** Returns how many others were served when the service of a call began. */
            int others(long start) {
                return atMost(starts, start) - atMost(ends, start) - 1;
            }

            private static int atMost(long[] sorted, long value) {
                int low = 0;
                int high = sorted.length;
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (sorted[middle] <= value) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                return low;
            }
        }

        /**
         * Returns how many calls were served when.
         *
         * @param starts when the service of each began
         */
        static Busy busy(List<Recorded> calls, long[] starts) {
            long[] began = starts.clone();
            Arrays.sort(began);
            return new Busy(
                    began, calls.stream().mapToLong(Recorded::endNanos).sorted().toArray());
        }
    }

    /**
     * How much longer calls took, for their tokens and without waits, that were served beside more others.
     *
     * @param few calls beside at most so many others are the one half
     * @param ratio how many times as long those beside more took, by the medians
     */
    public record FittedLoad(int few, double ratio) {
        private static final int LEAST = 10;

        /**
         * Returns it; {@code null} where no two groups of calls are large enough to be compared.
         *
         * @param calls of each, beside how many others it was served, and what it took, and would by its tokens
         */
        static FittedLoad of(List<double[]> calls) {
            if (calls.size() < 2 * LEAST) {
                return null;
            }
            double middle = Quantile.of(
                    calls.stream().mapToDouble(call -> call[0]).sorted().toArray(), 0.5);
            FittedLoad upper = split(calls, (int) Math.floor(middle));
            return upper == null ? split(calls, (int) Math.ceil(middle) - 1) : upper;
        }

        private static FittedLoad split(List<double[]> calls, int few) {
            double[] beside = ratios(calls, 0, few);
            double[] more = ratios(calls, few + 1, Integer.MAX_VALUE);
            if (beside.length < LEAST || more.length < LEAST) {
                return null;
            }
            double base = Quantile.of(beside, 0.5);
            return base > 0 ? new FittedLoad(few, Quantile.of(more, 0.5) / base) : null;
        }

        private static double[] ratios(List<double[]> calls, int least, int most) {
            return calls.stream()
                    .filter(call -> call[0] >= least && call[0] <= most && call[2] > 0)
                    .mapToDouble(call -> call[1] / call[2])
                    .sorted()
                    .toArray();
        }
    }
}
