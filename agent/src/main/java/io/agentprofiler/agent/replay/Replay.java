// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.agent.replay.recording.Question;
import io.agentprofiler.agent.replay.recording.RecordedAnswers;
import io.agentprofiler.agent.replay.recording.RecordedAnswers.RecordedAnswer;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.util.List;

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
}
