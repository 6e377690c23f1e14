// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls side by side, and what speaks for and against running them at once. */
class SequentialCallsTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w", "");
    private String result = "";

    private static String asked(String text) {
        return "\"gen_ai.input.messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"" + text
                + "\"}]}]";
    }

    private static String answered(String text) {
        return "\"gen_ai.output.messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"" + text
                + "\"}]}]";
    }

    private void model(int id, int parent, double from, double to, String question, String answer) {
        run.start(id, parent, from, "llm", "l", "\"gen_ai.request.model\":\"m\"," + asked(question))
                .end(id, to, answered(answer));
    }

    private List<Finding> found(double end) {
        return found(end, Thresholds.STANDARD);
    }

    private List<Finding> found(double end, Thresholds thresholds) {
        return found(run.end(1, end, result).trace(), thresholds);
    }

    static List<Finding> found(Trace trace, Thresholds thresholds) {
        return new Findings.FindingsQuestion(thresholds, PriceList.bundled())
                .of(trace).ranked(CriticalTotals.ANALYSIS.of(trace), thresholds).stream()
                        .filter(finding -> finding.rule().equals("sequential-calls"))
                        .toList();
    }

    /** Says what the workflow as a whole answered. */
    private void answeredAtLast(String text) {
        result = "\"agentprofiler.output\":\"" + text + "\"";
    }

    @Test
    void shouldClaimNothingOfCallsOfWhichNothingMoreIsKnown() {
        run.span(2, 1, 0, 100, "embedding", "e")
                .span(3, 1, 100, 200, "embedding", "e")
                .span(4, 1, 200, 300, "embedding", "e");

        assertThat(found(400)).isEmpty();
    }

    @Test
    void shouldRunAtOnceWhatShowsNoTraceOfAnothersAnswer() {
        model(2, 1, 0, 100, "Describe this: oak table", "brown and solid");
        model(3, 1, 110, 180, "Describe this: iron lamp", "cold but bright");
        model(4, 1, 190, 220, "Describe this: wool rug", "soft under foot");

        assertThat(found(230)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "sibling calls ran one after another (up to 3), starting with llm m, although no call was given another's answer");
            // the first takes 100, the others begin 10 after the one before: 120 are over when the first is
            assertThat(finding.saving().nanos()).isEqualTo(120 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 3L, 4L);
        });
        // two at a time: the third begins when the second is over
        assertThat(found(230, Thresholds.STANDARD.with(FindingRules.threshold("parallel-tools"), 2)))
                .extracting(finding -> finding.saving().nanos() / MILLI)
                .containsExactly(100L);
    }

    @Test
    void shouldNeverReportACallThatWasAskedWithAnothersAnswer() {
        model(2, 1, 0, 100, "Which city?", "Reykjavik");
        model(3, 1, 100, 200, "What is the weather in reykjavik?", "rain, 7 degrees");
        model(4, 1, 200, 300, "What to wear at 7?", "a coat");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldReportOnlyThoseThatNeedNoneOfTheOthers() {
        model(2, 1, 0, 100, "Which city?", "Reykjavik");
        model(3, 1, 100, 200, "Weather in Reykjavik?", "rain all day long");
        model(4, 1, 200, 260, "Food in Reykjavik?", "fish");
        answeredAtLast("rain all day long, and fish");

        assertThat(found(260)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title()).startsWith("sibling calls ran one after another (up to 2)");
            assertThat(finding.saving().nanos()).isEqualTo(60 * MILLI);
        });
    }

    @Test
    void shouldNotCountWhatWasKnownBeforeForAnAnswer() {
        // the word of the answer is in the first question, or in what the calls around were asked
        run.start(5, 1, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"," + asked("a trip to Lisbon"));
        model(2, 5, 0, 100, "Is Madrid large?", "Madrid is larger and warmer, and so is Lisbon");
        model(3, 5, 100, 200, "Is Madrid far from Lisbon?", "quite");
        run.end(5, 200);

        assertThat(found(200)).extracting(Finding::confidence).containsExactly(Confidence.STRONG);
    }

    @Test
    void shouldClaimNothingOfCutOrFailedOrUnrecordedCalls() {
        model(2, 1, 0, 100, "one", "a long answer… [99 chars cut]");
        model(3, 1, 100, 200, "two", "x");
        run.span(4, 1, 200, 300, "llm", "l");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldNotTellOfTextsWithoutSpacesBetweenWords() {
        model(2, 1, 0, 100, "给我一个城市", "北京今天天气非常晴朗");
        model(3, 1, 100, 200, "请根据北京今天天气非常晴朗写一首诗", "好的这是一首诗歌");
        model(4, 1, 200, 300, "another question", "another answer, with words");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldNotTellOfACallWhoseSystemTextWasCut() {
        String system = "\"gen_ai.system_instructions\":[{\"type\":\"text\",\"content\":\"by this plan: %s\"}],";
        for (int i = 0; i < 3; i++) {
            run.start(
                            2 + i,
                            1,
                            100 * i,
                            "llm",
                            "l",
                            String.format(system, i == 1 ? "… [20 chars cut]" : "all") + asked("go on"))
                    .end(2 + i, 100 * i + 100, answered("answer" + i));
        }

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldNotTellOfAnAnswerThatOnlyRepeatsTheQuestion() {
        model(2, 1, 0, 100, "Write a story about dragons", "a story");
        model(3, 1, 100, 200, "Edit this story: a story", "a better story");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldFollowWordsThatAnAgentReadFromItsOwnTools() {
        run.start(2, 1, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        model(3, 2, 0, 50, "find the order of Ada", "calling find");
        tool(4, 2, 50, 80, "find", "Ada", "number X77");
        // the tool's answer is in the next question, and is news all the same
        model(5, 2, 80, 100, "find the order of Ada, calling find, number X77", "X77 it is");
        run.end(2, 100).start(6, 1, 100, "agent", "B", "\"gen_ai.agent.name\":\"B\"");
        model(7, 6, 100, 150, "cancel X77", "done without trouble");
        run.end(6, 160);
        // an agent that finds the same by itself needs none of the others
        run.start(8, 1, 160, "agent", "C", "\"gen_ai.agent.name\":\"C\"");
        tool(9, 8, 160, 170, "look", "desk", "number X78 and X77 without end");
        model(10, 8, 170, 200, "number X78 and X77 without end", "thanks");
        run.end(8, 200);
        answeredAtLast("done without trouble; thanks");

        assertThat(found(200)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("agent B");
            assertThat(finding.saving().nanos()).isEqualTo(40 * MILLI);
        });
    }

    @Test
    void shouldNotTellOfAnswersThatLeaveNoTrace() {
        model(2, 1, 0, 100, "Is it there?", "no");
        model(3, 1, 100, 200, "Is that good?", "yes");
        model(4, 1, 200, 300, "Is it done?", "ok");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldFollowTheWordsThroughAgentsAndTheirTools() {
        run.start(2, 1, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        model(3, 2, 0, 50, "find the order", "looking");
        tool(4, 2, 50, 80, "find", "number of ada", "order X77");
        run.end(2, 100).start(5, 1, 100, "agent", "B", "\"gen_ai.agent.name\":\"B\"");
        model(6, 5, 100, 150, "cancel x77", "done without trouble");
        run.end(5, 160).start(7, 1, 160, "agent", "C", "\"gen_ai.agent.name\":\"C\"");
        tool(8, 7, 160, 200, "greet", "everyone", "hello");
        run.end(7, 200);

        answeredAtLast("done without trouble, hello");

        // B needs A; B and C need nothing of each other
        assertThat(found(200)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("agent B");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.saving().nanos()).isEqualTo(40 * MILLI);
        });
    }

    @Test
    void shouldNotClaimThatAgentsMayUseOneChangingToolAtOnce() {
        for (int i = 0; i < 3; i++) {
            int id = 10 * (i + 1);
            run.start(id, 1, 100 * i, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
            tool(id + 1, id, 100 * i, 100 * i + 100, "write", "page " + i, "written down");
            run.end(id, 100 * i + 100);
        }

        assertThat(found(300)).isEmpty();
        assertThat(found(300, Thresholds.STANDARD.withReadOnly(Set.of("write"))))
                .extracting(Finding::confidence)
                .containsExactly(Confidence.STRONG);
    }

    private void tool(int id, int parent, double from, double to, String name, String question, String answer) {
        run.start(
                        id,
                        parent,
                        from,
                        "tool",
                        name,
                        "\"gen_ai.tool.name\":\"" + name + "\",\"gen_ai.tool.call.arguments\":\"" + question + "\"")
                .end(id, to, "\"gen_ai.tool.call.result\":\"" + answer + "\"");
    }

    @Test
    void shouldTakeEmbeddingsForIndependentWhereTheirTextsAreKnown() {
        for (int i = 0; i < 3; i++) {
            run.start(2 + i, 1, 100 * i, "embedding", "e", "\"agentprofiler.embeddings.input\":\"text " + i + "\"")
                    .end(2 + i, 100 * i + 100);
        }

        assertThat(found(300)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.saving().nanos()).isEqualTo(200 * MILLI);
        });
    }

    @Test
    void shouldTakeNoDigitForEvidence() {
        // as NAT's profiler records an agent's loop whose tools are missing: the answer's only new word is its number
        text(2, 0, "Answer the question using the tools.\\nWho wrote Faust?", "answer 0");
        text(3, 100, "Answer the question using the tools.\\nWho wrote it, by the search? Goethe", "answer 1");
        text(4, 200, "Answer the question using the tools.\\nAnd who wrote Egmont?", "answer 2");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldTakeAPromptThatExtendsAnotherForAChainByItsText() {
        // what the first call answered is nowhere in the second
        text(2, 0, "Use the tools. Who wrote Faust?", "looking through several libraries");
        text(3, 100, "Use the tools. Who wrote Faust? found: Goethe", "checking another catalogue");
        // extends the first, not the second: a step of the same loop
        text(4, 200, "Use the tools. Who wrote Faust? done", "finished without problems");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldTakeAPromptWithSomethingPutInTheMiddleForAStepOfTheSameLoop() {
        // a template whose end stays: what was learned stands between, in other words than the answer's
        text(2, 0, "Use the tools. Who wrote Faust? So far: . Answer briefly.", "looking through several libraries");
        text(3, 100, "Use the tools. Who wrote Faust? So far: Goethe. Answer briefly.", "checking another catalogue");
        text(
                4,
                200,
                "Use the tools. Who wrote Faust? So far: Goethe, 1808. Answer briefly.",
                "finished without problems");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldTakeAPromptWithLinesPutInAtSeveralPlacesForAStepOfTheSameLoop() {
        text(2, 0, "Question: Faust?\\nNotes:\\nOpen points:\\nGo on.", "looking through several libraries");
        text(
                3,
                100,
                "Question: Faust?\\nNotes:\\n- a play\\nOpen points:\\n- its year\\nGo on.",
                "checking another catalogue");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldTakeAPromptWithSomethingPutBeforeForAStepOfTheSameLoop() {
        text(2, 0, "Who wrote Faust?", "looking through several libraries");
        text(3, 100, "History: one step done. Who wrote Faust?", "checking another catalogue");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldStillFindCallsOfOneTemplateWithOtherThingsInIt() {
        text(2, 0, "Describe this: oak table. Be brief.", "brown and solid");
        text(3, 100, "Describe this: old iron lamp. Be brief.", "cold but bright");

        assertThat(found(200)).extracting(Finding::confidence).containsExactly(Confidence.STRONG);
    }

    @Test
    void shouldTakeMessagesThatExtendAnothersForAChain() {
        String first = message("user", "plan a trip to Oslo");
        messages(2, 0, first, "searching flights");
        messages(3, 100, first + "," + message("tool", "42 results"), "booking hotels");
        messages(4, 200, first + "," + message("tool", "7 results"), "everything settled");

        assertThat(found(300)).isEmpty();
    }

    @Test
    void shouldTakeWhatFollowsACallForToolsForItsLoop() {
        run.start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"m\"," + asked("weather and time?"))
                .end(
                        2,
                        100,
                        "\"gen_ai.output.messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":"
                                + "\"several things needed first\"},{\"type\":\"tool_call\",\"name\":\"look\"}]}]");
        model(3, 1, 100, 200, "sunny at noon", "take sunglasses along");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldNotTellWhetherTheSamePromptWasSentAgainBecauseOfItsAnswer() {
        model(2, 1, 0, 100, "a plan as JSON", "certainly, here comes prose");
        model(3, 1, 100, 200, "a plan as JSON", "nothing useful either");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldFindTheSameQuestionWhoseAnswersAreJoinedLater() {
        model(2, 1, 0, 100, "is the roof safe?", "beams look rotten");
        model(3, 1, 100, 200, "is the roof safe?", "tiles seem broken");
        model(4, 1, 200, 300, "decide between: beams look rotten; tiles seem broken", "repair both");

        assertThat(found(300)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 3L);
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
        });
    }

    @Test
    void shouldFindExpertsOnOneInputWhoseAnswersAreJoinedLater() {
        String input = "the contract between Ada and Bob about the mill";
        model(2, 1, 0, 100, "As a lawyer judge " + input, "clause seven lacks notice");
        model(3, 1, 100, 200, "As an engineer judge " + input, "wheel bearings need grease");
        model(4, 1, 200, 300, "Join: clause seven lacks notice. wheel bearings need grease", "signed after changes");

        assertThat(found(300)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 3L);
        });
    }

    @Test
    void shouldClaimNothingWithoutContent() {
        for (int i = 0; i < 5; i++) {
            run.span(2 + i, 1, 100 * i, 100 * i + 100, "llm", "l");
        }

        assertThat(found(500)).isEmpty();
    }

    @Test
    void shouldNotFollowATextOfWhichSecretsWereBlanked() {
        run.start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"m\"," + asked("make a key"))
                .end(
                        2,
                        100,
                        answered("certainly, here comes [redacted]")
                                + ",\"agentprofiler.content.output.messages\":{\"chars\":4711,\"hash\":\"h\"}");
        model(3, 1, 100, 200, "use it: S3CR3T", "used");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldFollowARoutersWordToTheAgentItChose() {
        model(2, 1, 0, 100, "who should answer: my lamp is broken", "customer belongs with repairs");
        run.start(3, 1, 100, "llm", "l", "\"gen_ai.request.model\":\"repairs-expert\"," + asked("my lamp is broken"))
                .end(3, 200, answered("bring it along"));

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldNotTellWhatAnAnswerDecidedThatWentNowhere() {
        // a guard: what it says is in nothing that comes after, and yet the second call would not have been made
        // without it
        model(2, 1, 0, 100, "Is this allowed: my lamp is broken", "certainly nothing speaks against");
        model(3, 1, 100, 200, "Answer: my lamp is broken", "bring it along tomorrow");
        answeredAtLast("bring it along tomorrow");

        assertThat(found(200)).isEmpty();
    }

    @Test
    void shouldFollowAnswersIntoTheResultOfTheWorkflow() {
        model(2, 1, 0, 100, "Describe this: oak table", "brown and solid");
        model(3, 1, 100, 200, "Describe this: iron lamp", "cold but bright");
        answeredAtLast("table: brown and solid, lamp: cold but bright");

        assertThat(found(200))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI));
    }

    @Test
    void shouldNotTakeTheRoundsOfACriticForIndependent() {
        // the critic's verdict is parsed, and only ends the loop
        critic(2, 0, "writer", "Write about dragons", "dragons sleep upon silver mountains");
        critic(3, 100, "critic", "Judge: dragons sleep upon silver mountains", "verdict: revise, style lacking");
        critic(4, 200, "writer", "Improve: dragons sleep upon silver mountains", "ancient beasts guard golden valleys");
        critic(5, 300, "critic", "Judge: ancient beasts guard golden valleys", "verdict: accept");

        assertThat(found(400)).isEmpty();
    }

    private void critic(int id, double from, String agent, String question, String answer) {
        run.start(10 * id, 1, from, "agent", agent, "\"gen_ai.agent.name\":\"" + agent + "\"");
        model(10 * id + 1, 10 * id, from, from + 100, question, answer);
        run.end(10 * id, from + 100);
    }

    private void text(int id, double from, String question, String answer) {
        run.start(
                        id,
                        1,
                        from,
                        "llm",
                        "l",
                        "\"gen_ai.request.model\":\"m\",\"gen_ai.input.messages\":\"" + question + "\"")
                .end(id, from + 100, "\"gen_ai.output.messages\":\"" + answer + "\"");
    }

    private static String message(String role, String text) {
        return "{\"role\":\"" + role + "\",\"parts\":[{\"type\":\"text\",\"content\":\"" + text + "\"}]}";
    }

    private void messages(int id, double from, String messages, String answer) {
        run.start(
                        id,
                        1,
                        from,
                        "llm",
                        "l",
                        "\"gen_ai.request.model\":\"m\",\"gen_ai.input.messages\":[" + messages + "]")
                .end(id, from + 100, answered(answer));
    }
}
