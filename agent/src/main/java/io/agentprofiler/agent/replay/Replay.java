// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.agent.replay.RecordedAnswers.RecordedAnswer;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Answers calls from a recording, and keeps account of it.
 *
 * <p><b>Threading:</b> any thread; application threads ask.
 */
public final class Replay {
    /** Bytes of a char in memory, and the share of the heap that may be taken, as a divisor. */
    private static final long SHARE = 16;

    private final RecordedAnswers recording;
    private final boolean refuses;
    private final Differences differences;
    private final Pace pace;
    private final Tally tally = new Tally();

    Replay(RecordedAnswers recording, ReplaySpeed speed, boolean refuses, boolean textsShown) {
        this.recording = recording;
        this.pace = new Pace(speed);
        this.refuses = refuses;
        this.differences = new Differences(textsShown);
    }

    /**
     * Opens a recording; what is wrong with it is told by {@link #beginning}.
     *
     * @param directory a run's directory, or one of runs
     * @param rules the rules of this run
     * @param speed how long answers take
     * @param refuses whether a call that is not answered is refused; else it is made
     * @param textsShown whether texts may be told in messages
     */
    public static Replay open(
            String directory, List<Rule> rules, ReplaySpeed speed, boolean refuses, boolean textsShown) {
        long mostChars = Runtime.getRuntime().maxMemory() / SHARE;
        return new Replay(RecordedAnswers.read(directory, rules, mostChars), speed, refuses, textsShown);
    }

    /** Returns how long answers take. */
    public Pace pace() {
        return pace;
    }

    /**
     * Answers a call.
     *
     * @param returns whether the method returns something; else it is answered by any equal call that succeeded
     * @return what its result is made of; {@code null} where the call is to be made
     * @throws IllegalStateException where it must not be made
     */
    public RecordedAnswer ask(Rule rule, String name, List<Object> values, boolean returns) {
        Question question = Question.of(rule, name, values);
        if (recording.problem() != null) {
            return missed(question, recording.problem());
        }
        RecordedAnswer answer = recording.answer(question);
        if (answer == RecordedAnswer.MADE) {
            tally.made(question.title());
            return null;
        }
        if (answer == null) {
            return missed(question, differences.of(rule, question, recording.nearest(question)));
        }
        String why = answer.why() == null && returns ? answer.withoutResult() : answer.why();
        return why == null ? answer : missed(question, "an equal call was recorded, but " + why);
    }

    /** Answers whether a call that is not answered is refused; else it is made. */
    public boolean refuses() {
        return refuses;
    }

    /** Answers whether a call is made because models were called below an equal one, and counts it. */
    public boolean isMade(Rule rule, String name, List<Object> values) {
        Question question = Question.of(rule, name, values);
        boolean made = recording.all(question).contains(RecordedAnswer.MADE);
        if (made) {
            tally.made(question.title());
        }
        return made;
    }

    /** Returns all answers that equal calls were given, in their order; none where nothing can be read. */
    public List<RecordedAnswer> known(Rule rule, String name, List<Object> values) {
        return recording.all(Question.of(rule, name, values));
    }

    /** Counts a call whose answer was made into its result. */
    public void answered(Rule rule, String name) {
        tally.answered(Question.of(rule, name, List.of()).title());
    }

    /** Counts a call that is made because results of its method are never answered. */
    public void made(Rule rule, String name, String why) {
        tally.made(Question.of(rule, name, List.of()).title() + " (" + why + ")");
    }

    /**
     * Tells that a call cannot be answered though its method's results can.
     *
     * @throws IllegalStateException where it must not be made
     */
    public void missed(Rule rule, String name, String why) {
        missed(Question.of(rule, name, List.of()), why);
    }

    private RecordedAnswer missed(Question question, String why) {
        tally.missed(question.title(), why, refuses);
        if (refuses) {
            throw new IllegalStateException("agentprofiler.replay does not answer " + question.title() + ": " + why
                    + " (recording: " + recording.directory()
                    + "; with agentprofiler.replay.miss=call the call would be made)");
        }
        return null;
    }

    /** Returns what is to be said before the application runs, a line each. */
    public List<String> beginning() {
        return Report.beginning(recording, refuses);
    }

    /** Returns what is to be said at the end, a line each. */
    public List<String> ending() {
        return tally.lines();
    }

    /** Says what a recording can answer, before anything is asked. */
    private static final class Report {
        private static final int MOST_NAMED = 20;

        private Report() {}

        static List<String> beginning(RecordedAnswers recording, boolean refuses) {
            List<String> lines = new ArrayList<>();
            String missed = refuses
                    ? "a call that it does not answer fails (agentprofiler.replay.miss=fail)"
                    : "a call that it does not answer is made (agentprofiler.replay.miss=call)";
            if (recording.problem() != null) {
                lines.add("agentprofiler.replay=" + recording.directory() + " answers nothing: " + recording.problem()
                        + "; allowed: a run's directory, or one of runs; " + missed);
                return lines;
            }
            lines.add("replay: calls are answered from " + recording.directory() + " and not made: "
                    + counted(recording.answerable(), "none can be") + "; " + missed
                    + ". What returns a type that cannot be made again is made, and named at the end");
            if (!recording.withoutResult().isEmpty()) {
                lines.add("replay: recorded calls without a result, which answer methods that return nothing: "
                        + counted(recording.withoutResult(), ""));
            }
            if (!recording.made().isEmpty()) {
                lines.add("replay: recorded calls that are made again: " + counted(recording.made(), ""));
            }
            if (!recording.holes().isEmpty()) {
                lines.add("replay: recorded calls that answer nothing: " + counted(recording.holes(), ""));
            }
            return lines;
        }

        private static String counted(Map<String, Integer> counts, String none) {
            if (counts.isEmpty()) {
                return none;
            }
            String named = counts.entrySet().stream()
                    .limit(MOST_NAMED)
                    .map(each -> each.getValue() + " x " + each.getKey())
                    .collect(Collectors.joining(", "));
            int more = counts.size() - MOST_NAMED;
            return more > 0 ? named + " and " + more + " more" : named;
        }
    }

    /**
     * Counts what became of calls, by operation.
     *
     * <p><b>Threading:</b> any thread.
     */
    private static final class Tally {
        /** Operations are named by the application: there may be any number of them. */
        private static final int MOST_OPERATIONS = 200;

        private static final String OTHERS = "other operations";

        private final Map<String, Counts> operations = new TreeMap<>();

        synchronized void answered(String operation) {
            of(operation).answered++;
        }

        synchronized void made(String operation) {
            of(operation).made++;
        }

        synchronized void missed(String operation, String why, boolean refused) {
            Counts counts = of(operation);
            if (refused) {
                counts.refused++;
            } else {
                counts.made++;
            }
            if (counts.firstMiss == null) {
                counts.firstMiss = why;
            }
        }

        private Counts of(String operation) {
            String name = operations.containsKey(operation) || operations.size() < MOST_OPERATIONS ? operation : OTHERS;
            return operations.computeIfAbsent(name, key -> new Counts());
        }

        /** Returns the sums, and a line for each operation. */
        synchronized List<String> lines() {
            Counts all = new Counts();
            List<String> lines = new ArrayList<>();
            operations.forEach((name, counts) -> {
                all.answered += counts.answered;
                all.made += counts.made;
                all.refused += counts.refused;
                lines.add("replay: " + name + ": " + counts
                        + (counts.firstMiss == null ? "" : "; first not answered: " + counts.firstMiss));
            });
            lines.add(0, "replay: " + all + " in all");
            return lines;
        }

        private static final class Counts {
            private long answered;
            private long made;
            private long refused;
            private String firstMiss;

            @Override
            public String toString() {
                return answered + " answered, " + made + " made, " + refused + " refused";
            }
        }
    }

    /**
     * Says how a call differs from what was recorded: the attributes by name, and their texts only where texts may be told, else
     * their lengths.
     *
     * <p><b>Threading:</b> immutable.
     */
    private static final class Differences {
        private static final int MOST_CHARS = 80;

        private final boolean textsShown;

        Differences(boolean textsShown) {
            this.textsShown = textsShown;
        }

        /** Returns it in words; {@code nearest} is {@code null} where nothing of the operation was recorded. */
        String of(Rule rule, Question asked, Question nearest) {
            if (nearest == null) {
                return "no call of it was recorded";
            }
            List<String> fields = new ArrayList<>();
            List<String> names = rule.replay().by();
            for (int i = 0; i < names.size() && i < nearest.values().size(); i++) {
                Object now = asked.values().get(i);
                Object then = nearest.values().get(i);
                if (!Objects.equals(now, then)) {
                    fields.add(names.get(i) + " differs: asked " + shown(now, then) + ", recorded " + shown(then, now));
                }
            }
            return fields.isEmpty() ? "the recorded calls compare other attributes" : String.join("; ", fields);
        }

        private String shown(Object value, Object other) {
            if (value == null) {
                return "nothing";
            }
            String text = ContentText.of(value);
            if (!textsShown) {
                return text.length() + " characters";
            }
            int start = 0;
            if (other != null && text.length() > MOST_CHARS) {
                String second = ContentText.of(other);
                while (start < text.length() && start < second.length() && text.charAt(start) == second.charAt(start)) {
                    start++;
                }
                start = Math.max(0, start - MOST_CHARS / 4);
            }
            int end = Math.min(text.length(), start + MOST_CHARS);
            return "\"" + (start > 0 ? "…" : "") + text.substring(start, end).strip() + (end < text.length() ? "…" : "")
                    + "\"";
        }
    }
}
