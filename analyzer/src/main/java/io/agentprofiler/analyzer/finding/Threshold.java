// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

/** The numbers from which on something is a finding; all can be set. */
public enum Threshold {
    MODEL_SHARE("model-share", 0.80, "part of the time waited for model calls"),
    TOOL_SHARE("tool-share", 0.30, "part of the time waited for tools"),
    SLOW_MODEL_MS("slow-model-ms", 3000, "mean time of a model's calls"),
    SLOW_TOOL_MS("slow-tool-ms", 500, "95th percentile of a tool's calls, the longest where there are fewer than 20"),
    CALLS_PER_WORKFLOW("calls-per-workflow", 20, "calls of one tool or model in a workflow"),
    LOOP_CALLS("loop-calls", 3, "calls of a tool in a row with the same or similar arguments"),
    SIMILAR_ARGUMENTS("similar-arguments", 0.80, "part of the words of two calls' arguments that both have"),
    FAILURE_RATE("failure-rate", 0.01, "part of an operation's calls that fail"),
    FAILURES_IN_A_ROW("failures-in-a-row", 3, "failed calls of one tool or model in a row"),
    RETRIES_PER_CALL("retries-per-call", 1, "requests of a model call after its first"),
    BEFORE_REQUEST_MS("before-request-ms", 500, "time of a model call before its first request"),
    COLD_START_TIMES("cold-start-times", 3, "the first call's time by the median of all"),
    COLD_START_MS("cold-start-ms", 200, "by how much the first call is slower than the median"),
    CONTEXT_SHARE("context-share", 0.50, "part of the model's window that a prompt fills"),
    CONTEXT_WARN("context-warn", 0.80, "part of the window from which on it is said to be full soon"),
    CONTEXT_FULL("context-full", 0.95, "part of the window from which on it is said to be all but full"),
    PROMPT_COST_SHARE("prompt-cost-share", 0.80, "part of a model's cost that is input"),
    COST_PER_WORKFLOW_USD("cost-per-workflow-usd", 0.10, "cost of one model's calls in a workflow, on average"),
    GC_SHARE("gc-share", 0.02, "part of all run time in pauses for garbage collection"),
    LOCK_SHARE("lock-share", 0.02, "part of all run time waiting for one class of locks"),
    CPU_SHARE("cpu-share", 0.80, "part of a tool's time that its own thread computes"),
    CPU_MS("cpu-ms", 50, "mean CPU time of such a tool's calls"),
    HIGH_IMPACT("high-impact", 0.10, "part of all time or money from which on impact is high"),
    MEDIUM_IMPACT("medium-impact", 0.02, "part from which on it is medium"),
    PARALLEL_TOOLS("parallel-tools", 5, "tools of a turn, or calls side by side, that are supposed to run at once");

    private final String word;
    private final double standard;
    private final String meaning;

    Threshold(String word, double standard, String meaning) {
        this.word = word;
        this.standard = standard;
        this.meaning = meaning;
    }

    /** Returns its name in files and options. */
    public String word() {
        return word;
    }

    /** Returns the value unless another is set. */
    public double standard() {
        return standard;
    }

    /** Returns what it limits, for people. */
    public String meaning() {
        return meaning;
    }

    /** Returns the threshold of a name, {@code null} when there is none. */
    public static Threshold ofWord(String word) {
        for (Threshold threshold : values()) {
            if (threshold.word.equals(word)) {
                return threshold;
            }
        }
        return null;
    }
}
