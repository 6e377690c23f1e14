// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.rules.model.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What answers calls: for each question its answers, in the order they were recorded.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RecordedAnswers {
    /** How many questions of one operation a question is compared with, to say what differs. */
    private static final int MOST_COMPARED = 1000;

    private final String directory;
    private final String problem;
    private final Map<Question, Answers> answers = new HashMap<>();
    private final Map<String, List<Question>> asked = new HashMap<>();
    private final Map<String, Integer> answerable = new TreeMap<>();
    private final Map<String, Integer> withoutResult = new TreeMap<>();
    private final Map<String, Integer> made = new TreeMap<>();
    private final Map<String, Integer> holes = new TreeMap<>();

    private RecordedAnswers(String directory, String problem) {
        this.directory = directory;
        this.problem = problem;
    }

    /**
     * Reads a recording.
     *
     * @param directory a run's directory, or one of runs
     * @param rules the rules of this run
     * @param mostChars how many chars of texts are kept; calls beyond that are not answerable, and say so
     * @return what was read; if nothing could be, {@link #problem} says why
     */
    public static RecordedAnswers read(String directory, List<Rule> rules, long mostChars) {
        try {
            RecordingReader reader = new RecordingReader(new Operations(rules), mostChars);
            reader.read(directory);
            if (reader.problem() != null) {
                return new RecordedAnswers(directory, reader.problem());
            }
            RecordedAnswers recording = new RecordedAnswers(reader.run(), null);
            reader.calls().stream()
                    .sorted(Comparator.comparingLong(call -> call.time))
                    .forEach(call -> recording.add(call, reader.payloadsDropped()));
            recording.answers.forEach(
                    (question, known) -> known.inOrder.forEach(answer -> recording.count(question, answer)));
            reader.others().forEach((name, count) -> recording.made.merge(name, count, Integer::sum));
            if (reader.noRoom() > 0) {
                recording.holes.put("calls for which there was no room in memory", reader.noRoom());
            }
            return recording;
        } catch (IOException e) {
            String message = e.getMessage();
            return new RecordedAnswers(directory, message == null ? e.getClass().getName() : message);
        }
    }

    private void add(RecordedCall call, boolean payloadsDropped) {
        Question question = call.question();
        String unaskable = call.unaskable(payloadsDropped);
        RecordedAnswer answer = call.models || unaskable == null ? call.answer() : RecordedAnswer.none(unaskable);
        Answers known = answers.get(question);
        if (known == null) {
            known = new Answers();
            answers.put(question, known);
            List<Question> others =
                    asked.computeIfAbsent(question.operation() + question.name(), key -> new ArrayList<>());
            if (others.size() < MOST_COMPARED) {
                others.add(question);
            }
        }
        known.add(answer, call.time, call.end);
    }

    private void count(Question question, RecordedAnswer answer) {
        if (answer == RecordedAnswer.MADE) {
            made.merge(question.title() + " (models were called below)", 1, Integer::sum);
        } else if (answer.why() != null) {
            holes.merge(question.title() + ": " + answer.why(), 1, Integer::sum);
        } else {
            (answer.withoutResult() == null ? answerable : withoutResult).merge(question.title(), 1, Integer::sum);
        }
    }

    /** Returns the run's directory, or what was given for it. */
    public String directory() {
        return directory;
    }

    /** Returns why nothing could be read, {@code null} where something was. */
    public String problem() {
        return problem;
    }

    /** Returns how many calls can be answered, by operation. */
    public Map<String, Integer> answerable() {
        return answerable;
    }

    /** Returns how many recorded calls answer methods that return nothing, and no others, by operation. */
    public Map<String, Integer> withoutResult() {
        return withoutResult;
    }

    /** Returns how many recorded calls are made again whatever was recorded of them, by operation and reason. */
    public Map<String, Integer> made() {
        return made;
    }

    /** Returns how many recorded calls answer nothing, by operation and reason. */
    public Map<String, Integer> holes() {
        return holes;
    }

    /**
     * Returns the answer to a question: of those that equal calls were given the first that was given less often than others.
     * {@code null} if no equal call was recorded.
     */
    public RecordedAnswer answer(Question question) {
        Answers known = answers.get(question);
        return known == null ? null : known.next();
    }

    /** Returns all answers to a question, in the order they were recorded. */
    public List<RecordedAnswer> all(Question question) {
        Answers known = answers.get(question);
        return known == null ? List.of() : List.copyOf(known.inOrder);
    }

    /** Returns the recorded question of the same operation with the fewest values that differ; {@code null} if there is none. */
    public Question nearest(Question question) {
        Question nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (Question other : asked.getOrDefault(question.operation() + question.name(), List.of())) {
            int differ = 0;
            for (int i = 0; i < question.values().size() && i < other.values().size(); i++) {
                Object value = question.values().get(i);
                differ += value == null
                        ? (other.values().get(i) == null ? 0 : 1)
                        : value.equals(other.values().get(i)) ? 0 : 1;
            }
            if (differ < fewest) {
                nearest = other;
                fewest = differ;
            }
        }
        return nearest;
    }

    /**
     * What was recorded in answer to a question.
     *
     * @param values the attributes that the result is made of
     * @param why why it cannot be given, {@code null} where it can
     * @param withoutResult why it can be given by a method that returns nothing only, {@code null} where it has a result
     * @param nanos how long the call took
     */
    public record RecordedAnswer(Map<String, Object> values, String why, String withoutResult, long nanos) {
        /** The call is to be made: models were called below it, which answer by themselves. */
        public static final RecordedAnswer MADE = none("models were called below");

        /** Answers whether a call would be given the same, however long that took. */
        boolean isSame(RecordedAnswer other) {
            return values.equals(other.values) && Objects.equals(withoutResult, other.withoutResult);
        }

        static RecordedAnswer none(String why) {
            return new RecordedAnswer(Map.of(), why, null, 0);
        }
    }

    private static final class Answers {
        final List<RecordedAnswer> inOrder = new ArrayList<>(1);
        private final AtomicInteger given = new AtomicInteger();

        private static final RecordedAnswer AMBIGUOUS =
                RecordedAnswer.none("another at the same time had another result, and nothing says which is which");

        /** Places of those that had not ended when the last one began. */
        private final List<Integer> open = new ArrayList<>(1);

        private final List<Long> ends = new ArrayList<>(1);

        /** Adds the answer that was given to a call, which began no earlier than those before. */
        void add(RecordedAnswer answer, long time, long end) {
            open.removeIf(place -> ends.get(place) <= time);
            RecordedAnswer added = answer;
            for (int place : open) {
                RecordedAnswer other = inOrder.get(place);
                if (answer.why() == null && (other == AMBIGUOUS || other.why() == null && !other.isSame(answer))) {
                    added = AMBIGUOUS;
                    inOrder.set(place, added);
                }
            }
            open.add(inOrder.size());
            ends.add(end);
            inOrder.add(added);
        }

        RecordedAnswer next() {
            return inOrder.get(Math.floorMod(given.getAndIncrement(), inOrder.size()));
        }
    }
}
