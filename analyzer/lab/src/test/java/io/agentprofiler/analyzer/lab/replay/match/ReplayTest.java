// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.Match.Difference;
import io.agentprofiler.analyzer.lab.replay.match.Replay.WorkflowProgress;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static final Map<String, AskedTool> TOOLS = Map.of("weather", new AskedTool(null, Map.of()));

    private final List<String> said = new ArrayList<>();

    private Replay replay(boolean texts) {
        return new Replay(WeatherRun.workflows(texts), said::add);
    }

    private static Asked chat(String... rolesAndTexts) {
        return chatWith("gpt-4o", rolesAndTexts);
    }

    private static Asked chatWith(String model, String... rolesAndTexts) {
        List<AskedMessage> messages = new ArrayList<>();
        for (int i = 0; i < rolesAndTexts.length; i += 2) {
            String role = rolesAndTexts[i];
            List<ToolCall> calls = role.equals(PromptMessage.ASSISTANT)
                    ? List.of(new ToolCall("c1", "weather", rolesAndTexts[i + 1], Unknown.LONG))
                    : List.of();
            messages.add(new AskedMessage(role, role, calls.isEmpty() ? rolesAndTexts[i + 1] : "", calls, null));
        }
        return Asked.chat(model, messages, TOOLS, null, Map.of(), false);
    }

    private static Asked first() {
        return chat("system", WeatherRun.SYSTEM, "user", WeatherRun.QUESTION);
    }

    private static Asked second(String arguments, String result) {
        return chat("system", WeatherRun.SYSTEM, "user", WeatherRun.QUESTION, "assistant", arguments, "tool", result);
    }

    private static Asked other() {
        return chat("system", WeatherRun.SYSTEM, "user", WeatherRun.OTHER_QUESTION);
    }

    private static void assertFound(Match match, int workflow, int call) {
        assertThat(match.fits()).as(match.words()).isTrue();
        assertThat(match.workflow()).isEqualTo(workflow);
        assertThat(match.call().number()).isEqualTo(call);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindCallsInAnyOrder(boolean texts) {
        Replay replay = replay(texts);

        assertFound(replay.match(other(), false), 2, 1);
        assertFound(replay.match(first(), false), 1, 1);
        assertFound(replay.match(second("{\"city\":\"Berlin\"}", WeatherRun.RESULT), false), 1, 2);
        assertFound(replay.match(first(), false), 1, 1);
        assertThat(said).isEmpty();
        assertThat(replay.progress())
                .extracting(WorkflowProgress::outcome)
                .containsExactly("same", "same", "no requests", "not asked");
    }

    @Test
    void shouldHandOutTheAttemptsOfACallInTurn() {
        Replay replay = replay(true);

        assertThat(replay.match(other(), false).due().status()).isEqualTo(429);
        assertThat(replay.match(other(), false).due().outcome()).hasToString("ANSWERED");
        assertThat(replay.match(other(), false).due().status()).isEqualTo(429);
    }

    @Test
    void shouldGoOnWithTheWorkflowWhoseAnswerStandsInThePrompt() {
        Replay replay = replay(false);
        Match match = replay.match(first(), false);
        replay.answered(match, null, List.of(new ToolCall("c1", "weather", "{}", 2)));

        // what a tool returns for generated arguments has another length
        assertFound(replay.match(second("{\"city\":\"generated\"}", "no such city: generated"), false), 1, 2);
        assertThat(said).isEmpty();
    }

    @Test
    void shouldTellConcurrentWorkflowsApartThatWereGivenTheSame() {
        List<RecordedWorkflow> twice = new ArrayList<>();
        twice.add(WeatherRun.workflows(false).get(0));
        twice.add(WeatherRun.workflows(false).get(0));
        Replay replay = new Replay(twice, said::add);
        for (int i = 0; i < 2; i++) {
            replay.answered(replay.match(first(), false), null, List.of(new ToolCall("c1", "weather", "{}", 2)));
        }

        replay.match(second("{}", "sunny"), false);
        replay.match(second("{}", "sunny"), false);

        assertThat(replay.progress()).extracting(WorkflowProgress::outcome).containsExactly("same", "same");
    }

    @Test
    void shouldSayWhichTextDiffers() {
        Replay replay = replay(true);

        Match match = replay.match(second("{\"city\":\"Berlin\"}", "cloudy, with a chance of rain"), false);

        assertThat(match.fits()).isFalse();
        assertThat(match.words())
                .isEqualTo("nothing recorded fits; nearest is call 2 of workflow 1, and messages[3].content differs:"
                        + " asked \"cloudy, with a chance of rain\", recorded \"sunny\"");
        assertThat(said)
                .containsExactly(
                        "workflow 1 \"ask\", call 2: messages[3].content differs: asked \"cloudy, with a chance of"
                                + " rain\", recorded \"sunny\"");
        assertThat(replay.misses()).isEqualTo(1);
        assertThat(replay.progress().get(0).outcome()).isEqualTo("diverged");
        assertThat(replay.progress().get(0).counts().asked()).isZero();
    }

    @Test
    void shouldSayWhichArgumentsDiffer() {
        assertThat(replay(true)
                        .match(second("{\"city\":\"Bern\"}", "sunny"), false)
                        .difference()
                        .field())
                .isEqualTo("messages[2].tool_calls");
    }

    @Test
    void shouldTakeTheNearestWhereThatIsWanted() {
        Replay replay = replay(true);

        Match match = replay.match(chat("system", WeatherRun.SYSTEM, "user", "Weather in Bern?"), true);

        assertThat(match.fits()).isFalse();
        assertThat(match.call().number()).isEqualTo(1);
        assertThat(replay.progress().get(0).counts().asked()).isEqualTo(1);
        assertThat(replay.misses()).isEqualTo(1);
    }

    @Test
    void shouldTellCallsApartByLengthsAndReportThem() {
        Replay replay = replay(false);

        // as long as none, nearest to the first question
        assertFound(replay.match(chat("system", WeatherRun.SYSTEM, "user", "Weather in Paris??"), false), 1, 1);
        assertThat(said).isEmpty();
        assertFound(replay.match(chat("system", WeatherRun.SYSTEM, "user", "Weather in London?!"), false), 1, 1);
        assertThat(said)
                .containsExactly(
                        "workflow 1 \"ask\", call 1: messages[1].length differs: asked 58 bytes, recorded 57 bytes");
        assertThat(replay.misses()).isZero();
    }

    @Test
    void shouldNotFindAnotherModelOrAnotherOrderOfRoles() {
        assertThat(replay(false)
                        .match(chatWith("gpt-5", "system", "x", "user", "y"), false)
                        .difference())
                .isEqualTo(new Difference("model", "gpt-5", "gpt-4o", true));
        assertThat(replay(false)
                        .match(chat("user", "y", "tool", "x"), false)
                        .difference()
                        .field())
                .isEqualTo("roles");
    }

    @Test
    void shouldTakeResultsOfToolsThatAreSentAsTheUsers() {
        List<AskedMessage> messages = new ArrayList<>(second("{}", "x").messages());
        AskedMessage result = messages.remove(3);
        messages.add(new AskedMessage("tool", "user", result.content(), List.of(), "c1"));

        assertFound(replay(false).match(Asked.chat("gpt-4o", messages, TOOLS, null, Map.of(), false), false), 1, 2);
    }

    @Test
    void shouldReportParametersAndToolsWithoutRefusingThem() {
        Asked changed = Asked.chat(
                "gpt-4o", first().messages(), Map.of(), null, Map.of("gen_ai.request.temperature", 0.9), false);

        Match match = replay(true).match(changed, false);

        assertFound(match, 1, 1);
        assertThat(match.difference().words()).isEqualTo("tools differs: asked 0, recorded 1");
    }

    @Test
    void shouldSayWhatWasRecordedAndNotAsked() {
        Replay replay = replay(true);
        replay.match(first(), false);

        WorkflowProgress progress = replay.progress().get(0);

        assertThat(progress.outcome()).isEqualTo("not to its end");
        assertThat(progress.firstNotAsked().number()).isEqualTo(2);
    }

    /** The agent answers the search from the recording, so that its embedding is not made. */
    @Test
    void shouldNotMissCallsInsideASearchThatIsAnsweredElsewhere() {
        TestRun run = TestRun.run("library").trace(1).start(1, 0, 0, "agent", "ask");
        run.start(2, 1, 10, "retrieval", "retrieve");
        embedding(run, 3, 2, 11);
        run.end(2, 30);
        run.start(5, 1, 40, "llm", "chat gpt-4o", WeatherRun.request(10));
        run.end(5, 60, "\"gen_ai.usage.input_tokens\":5,\"gen_ai.usage.output_tokens\":5");
        embedding(run, 6, 1, 70);
        run.end(1, 100);
        Replay replay = new Replay(WeatherRun.workflows(run), said::add);

        assertThat(replay.progress().get(0).outcome()).isEqualTo("not asked");
        replay.match(chat("user", "0123456789"), false);
        // the agent itself asks for the second embedding, so that one is missing
        WorkflowProgress progress = replay.progress().get(0);
        assertThat(progress.outcome()).isEqualTo("not to its end");
        assertThat(progress.firstNotAsked().number()).isEqualTo(3);
        assertThat(progress.counts().answeredElsewhere()).isEqualTo(1);
    }

    @Test
    void shouldComeToItsEndWhereOnlyCallsInsideAnsweredOnesWereNotAsked() {
        TestRun run = TestRun.run("library").trace(1).start(1, 0, 0, "agent", "ask");
        run.start(2, 1, 10, "tool", "execute_tool search");
        embedding(run, 3, 2, 11);
        run.end(2, 30);
        run.start(5, 1, 40, "llm", "chat gpt-4o", WeatherRun.request(10));
        run.end(5, 60, "\"gen_ai.usage.input_tokens\":5,\"gen_ai.usage.output_tokens\":5")
                .end(1, 100);
        Replay replay = new Replay(WeatherRun.workflows(run), said::add);

        replay.match(chat("user", "0123456789"), false);
        assertThat(replay.progress().get(0).outcome()).isEqualTo("same");
        assertThat(replay.progress().get(0).counts().answeredElsewhere()).isEqualTo(1);
    }

    private static void embedding(TestRun run, int span, int parent, int at) {
        run.start(
                span,
                parent,
                at,
                "embedding",
                "embeddings small",
                "\"gen_ai.request.model\":\"small\",\"agentprofiler.embeddings.count\":1");
        run.start(span + 10, span, at, "http", "POST").end(span + 10, at + 5, "\"http.response.status_code\":200");
        run.end(span, at + 6, "\"gen_ai.usage.input_tokens\":5,\"gen_ai.embeddings.dimension.count\":16");
    }

    @Test
    void shouldTakeTheNearestByTheTextOfItsMessages() {
        Replay replay = replay(true);
        String question = WeatherRun.OTHER_QUESTION.replace("thunderstorm", "hurricane");

        for (int i = 0; i < 3; i++) {
            Match match = replay.match(chat("system", WeatherRun.SYSTEM, "user", question), true);

            assertThat(match.fits()).isFalse();
            assertThat(match.workflow()).isEqualTo(2);
        }
    }

    @Test
    void shouldSayWhichWorkflowHasNoAnswers() {
        Replay replay = new Replay(
                WeatherRun.workflows(TestRun.run("killed")
                        .trace(1)
                        .start(1, 0, 0, "agent", "ask")
                        .start(2, 1, 1, "llm", "chat", WeatherRun.request(10))),
                said::add);

        assertThat(replay.progress()).extracting(WorkflowProgress::outcome).containsExactly("no answers");
    }

    /** What is retrieved for vectors that were made up may have another length. */
    @Test
    void shouldAskTheCallForWhichATextHasJustBeenEmbedded() {
        TestRun run = TestRun.run("rag");
        for (int i = 1; i <= 3; i++) {
            run.trace(i)
                    .start(10 * i, 0, 100 * i, "agent", "ask")
                    .start(
                            10 * i + 1,
                            10 * i,
                            100 * i + 1,
                            "embedding",
                            "embeddings",
                            "\"gen_ai.request.model\":\"small\"")
                    .end(10 * i + 1, 100 * i + 2)
                    .start(10 * i + 2, 10 * i, 100 * i + 3, "llm", "chat", WeatherRun.request(100 + i))
                    .end(10 * i + 2, 100 * i + 4)
                    .end(10 * i, 100 * i + 5);
        }
        Replay replay = new Replay(WeatherRun.workflows(run.footer()), said::add);

        for (int i = 1; i <= 3; i++) {
            assertFound(
                    replay.match(Asked.embedding("small", List.of("a question"), Unknown.LONG, false), false), i, 1);
            // as long as what was asked the first time, whichever workflow it is
            assertFound(replay.match(chatWith("gpt-4o", "user", "x".repeat(90)), false), i, 2);
        }
    }
}
