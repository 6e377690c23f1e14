// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.metric.failure.FailureStats;
import io.agentprofiler.analyzer.metric.operation.Operation;
import java.util.Locale;

/** What findings say: what is so with its numbers, and what to do. Lengths are in milliseconds or seconds. */
final class Wording {
    static final double MILLI = 1e6;

    private static final double SECOND = 1e9;
    private static final int MESSAGE_CHARS = 160;

    private Wording() {}

    static String title(Subject subject, Tally tally) {
        String name = subject.name();
        return switch (subject.rule()) {
            case REPEATED_CALLS ->
                times(tally.occurrences(), "call") + " of " + name + " asked what the workflow had asked before";
            case LOOP -> name + " was called " + count(tally.most()) + " times in a row with the same arguments";
            case SIMILAR_LOOP ->
                name + " was called " + count(tally.most()) + " times in a row with similar arguments"
                        + (subject.grade() == Grade.WEAK ? "" : ", and returned the same each time");
            case REPEATED_FAILURES -> name + " failed " + count(tally.most()) + " times in a row";
            case RETRIES ->
                times(tally.occurrences(), "request") + " of " + name + " had to be sent again; " + time(tally.nanos())
                        + " went by before the last";
            case BEFORE_REQUEST ->
                "the client of " + name + " took " + time(tally.nanos()) + " before it sent its first request, in "
                        + times(tally.occurrences(), "call")
                        + (tally.occurrences() > 1 ? "; up to " + time(tally.most()) + " in one" : "");
            case LARGE_CONTEXT ->
                "prompts of " + name + " fill up to " + percent(tally.most()) + " of its window ("
                        + times(tally.occurrences(), "call") + ")";
            case SEQUENTIAL_TOOLS ->
                "up to " + count(tally.most()) + " tools of one turn ran one after the other ("
                        + times(tally.occurrences(), "turn") + ")";
            case SEQUENTIAL_CALLS ->
                "up to " + count(tally.most()) + " calls side by side ran one after the other, first " + name
                        + ", though none was asked with another's answer";
            case GC_PAUSES ->
                time(tally.nanos())
                        + " of what was waited for are pauses for garbage collection, which stopped workflows "
                        + times(tally.occurrences(), "time");
            case LOCK_WAITS ->
                time(tally.nanos()) + " of what was waited for are waits for a " + name + " ("
                        + times(tally.occurrences(), "wait") + ")";
            default -> throw new IllegalArgumentException(subject.rule() + " is no rule of tallies");
        };
    }

    static String advice(Subject subject) {
        boolean sure = subject.grade() == Grade.CERTAIN;
        return switch (subject.rule()) {
            case REPEATED_CALLS ->
                "keep the answers for the workflow"
                        + (subject.grade() == Grade.WEAK
                                ? ", if an old answer will do"
                                : sure ? "" : ", if nothing changes them meanwhile")
                        + ": analyzer whatif cache";
            case LOOP -> "stop after the second time, or tell the model that nothing new will come";
            case SIMILAR_LOOP ->
                subject.grade() == Grade.WEAK
                        ? "if these are pages or items, let one call return several; else look at why it tries again"
                        : "stop after the second time, or tell the model that nothing new will come";
            case REPEATED_FAILURES -> "stop after the second failure, and tell the model why it failed";
            case RETRIES -> "look at why requests fail (rate limits, timeouts), and at how long the client pauses";
            case BEFORE_REQUEST ->
                "this is the client, not the model: build it, load its classes and open its connection before users wait";
            case SEQUENTIAL_TOOLS ->
                "run them at once" + (sure ? "" : ", unless one changes what another reads")
                        + ": analyzer whatif parallel-tools";
            case SEQUENTIAL_CALLS -> "run them at once or ask for all in one call";
            case GC_PAUSES -> "allocate less in these spans, or give the JVM more heap or another collector";
            case LOCK_WAITS -> "hold it shorter, or not at all, where workflows run at once";
            default -> throw new IllegalArgumentException(subject.rule() + " is no rule of tallies");
        };
    }

    /** Says what to do about a window that is full to a part; {@link Double#NaN} where that is not known. */
    static String fullness(double share, Thresholds thresholds) {
        String what = "leave out or sum up history and tool results ";
        if (share >= thresholds.of(Threshold.CONTEXT_FULL)) {
            return "it is all but full: " + what + "now";
        }
        return share >= thresholds.of(Threshold.CONTEXT_WARN)
                ? "it is full soon: " + what + "before the next calls"
                : what + "before it is full";
    }

    static String growing(Growth growth, int conversations) {
        long overflowing = growth.overflowingCall();
        String fits = overflowing == 0
                ? ""
                : overflowing == growth.calls()
                        ? "; with the longest answer it does not fit"
                        : "; call " + overflowing + " would not fit";
        double more = growth.tokensPerCall();
        PromptParts grown = growth.last().parts().since(growth.first().parts());
        return "prompts of " + growth.subject()
                + (more > 0 ? String.format(Locale.ROOT, " grow by %,d tokens a call", Math.round(more)) : "")
                + (more > 0 && grown.chars() > 0 ? " (" + grown.longest().words() + ")" : "")
                + (more > 0 ? ", to " : " fill ") + percent(growth.share()) + " of the window of " + growth.model()
                + " in "
                + growth.calls() + " calls" + fits + " ("
                + times(conversations, growth.conversation() == null ? "run" : "conversation") + ")";
    }

    static String cpuBound(Operation operation, OperationFacts facts) {
        double bytes = facts.meanAllocatedBytes();
        return operation.label() + " computes for " + percent(facts.cpuNanos() / (double) facts.timedNanos())
                + " of its time, " + time(facts.cpuNanos() / (double) facts.cpuCalls()) + " a call"
                + (Double.isNaN(bytes) ? "" : String.format(Locale.ROOT, ", and allocates %.1f MB", bytes / 1e6));
    }

    static String manyCalls(Operation operation, OperationFacts facts) {
        return operation.label() + " was called " + facts.mostCalls() + " times in one workflow";
    }

    static String slowModel(Operation operation, OperationFacts facts) {
        return operation.label() + " takes " + time(facts.meanWaitNanos()) + " on average (n=" + facts.calls() + ")";
    }

    static String slowTool(Operation operation, OperationFacts facts, double slow, boolean percentile, double waited) {
        return operation.label() + " takes up to " + time(slow)
                + (percentile
                        ? " in 95 % of its calls, at worst "
                                + time(facts.durations().max())
                        : "") + " (n="
                + facts.calls() + "), " + percent(waited) + " of the time";
    }

    static String coldStart(Operation operation, long first, double median) {
        return "the first call of " + operation.label() + " took " + time(first) + ", the median is " + time(median);
    }

    static String promptCost(Operation operation, OperationFacts facts, double share) {
        return percent(share) + " of the cost of " + operation.label() + " is input ("
                + usd(facts.promptUsd().doubleValue()) + " of "
                + usd(facts.usd().doubleValue()) + ")" + made(facts.promptParts());
    }

    private static String made(PromptParts parts) {
        return parts.chars() == 0
                ? ""
                : "; " + percent(parts.longestShare()) + " of its prompts' text is "
                        + parts.longest().words();
    }

    /** Says how to make prompts cheaper. */
    static String shorten(PromptParts parts) {
        String how = parts.chars() == 0
                ? "shorten what is sent each time (tools, system instructions, history)"
                : parts.longest().remedy();
        return how + ", or have it cached: analyzer prefix";
    }

    static String costly(Operation operation, double each) {
        return operation.label() + " costs " + usd(each) + " per workflow";
    }

    static String failing(Operation operation, FailureStats stats, long workflows) {
        String message = stats.message();
        String often = stats.isSelected()
                ? times(stats.failed(), "time") + " in " + times(stats.workflows(), "recorded workflow")
                        + "; some were kept for failing or being slow, so how many of all calls fail is not known"
                : String.format(Locale.ROOT, "in %,d of ", stats.failed()) + times(stats.calls(), "call") + " ("
                        + rate(stats.rate()) + "), in " + String.format(Locale.ROOT, "%,d of ", stats.workflows())
                        + times(workflows, "workflow");
        return operation.label() + " failed " + often + "; most often " + stats.errorType()
                + (message == null
                        ? ""
                        : (stats.messagesDiffer() ? ", for example: " : ": ")
                                + (message.length() <= MESSAGE_CHARS
                                        ? message
                                        : message.substring(0, MESSAGE_CHARS) + "…"));
    }

    private static String rate(double share) {
        return share < 0.1 && share > 0 ? String.format(Locale.ROOT, "%.1f %%", share * 100) : percent(share);
    }

    static String share(long waited, long wall, String says, Operation first) {
        return percent(waited / (double) wall) + " " + says + ", most of it for " + first.label();
    }

    private static String count(double number) {
        return Long.toString(Math.round(number));
    }

    private static String times(long number, String noun) {
        return String.format(Locale.ROOT, "%,d ", number) + noun + (number == 1 ? "" : "s");
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private static String usd(double amount) {
        return String.format(Locale.ROOT, amount < 0.01 ? "$%.6f" : "$%.2f", amount);
    }

    private static String time(double nanos) {
        return nanos >= SECOND
                ? String.format(Locale.ROOT, "%.2f s", nanos / SECOND)
                : String.format(Locale.ROOT, "%.0f ms", nanos / MILLI);
    }
}
