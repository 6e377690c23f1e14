// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes.Call;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Describes for people what was learned of the time of a model's calls. */
final class CallTimeWords {
    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;

    private CallTimeWords() {}

    /**
     * Returns one line.
     *
     * @param name name of the model
     * @param measured how many of its calls were recorded from start to end
     * @param sized those of the ones drawn whose tokens are known
     * @param calls those that the time was learned from
     * @param fit what was learned, {@code null} if nothing
     * @param error the median error of a prediction in nanoseconds
     */
    static String of(String name, long measured, List<Call> sized, List<Call> calls, SizeFit fit, double error) {
        if (fit == null) {
            return sized.isEmpty()
                    ? "cannot tell: the calls of " + name + " do not report their tokens"
                    : "cannot tell: only " + Units.count(sized.size(), "call") + " of " + name
                            + " with known tokens, and " + CallTime.MIN_CALLS + " are needed";
        }
        String streamed = fit.shape().isStream() ? "streamed " : "";
        String from = (calls.size() < measured ? calls.size() + " of " + Units.count(measured) : "" + calls.size())
                + " " + streamed + "calls of " + name;
        String line = switch (fit.shape()) {
            case MEDIAN ->
                String.format(
                        Locale.ROOT,
                        "the median of %s, %.3f s, for calls of %s output tokens only: they do not show how time grows with"
                                + " tokens (that takes streamed answers, or %d calls of different length)",
                        from,
                        fit.base() / SECOND,
                        range(calls, Call::output),
                        CallTime.MIN_LINE);
            case STREAM, OUTPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s and %.2f ms for each output token, learned from %s",
                        fit.base() / SECOND,
                        fit.perOutput() / MILLI,
                        from);
            case STREAM_AND_INPUT, OUTPUT_AND_INPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s, %.2f ms for each output token and %.3f ms for each input token, learned from %s",
                        fit.base() / SECOND,
                        fit.perOutput() / MILLI,
                        fit.perInput() / MILLI,
                        from);
        };
        String sizes = fit.shape().hasOutput() ? " (" + range(calls, Call::output) + " output tokens)" : "";
        return line
                + sizes
                + String.format(
                        Locale.ROOT,
                        "; predicted from the others, half of them are off by %.3f s or less",
                        error / SECOND);
    }

    private static String range(List<Call> calls, ToLongFunction<Call> size) {
        long least = calls.stream().mapToLong(size).min().orElse(0);
        long most = calls.stream().mapToLong(size).max().orElse(0);
        return least == most ? Units.count(least) : Units.count(least) + " to " + Units.count(most);
    }
}
