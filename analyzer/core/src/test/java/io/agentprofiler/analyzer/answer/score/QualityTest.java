// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.score.Quality.QualityRow;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityTest {
    @TempDir
    private Path directory;

    private static String model(String model, String more) {
        return "\"gen_ai.request.model\":\"" + model + "\"" + more;
    }

    private static TestRun run() {
        TestRun run = TestRun.bare();
        run.trace(1)
                .start(1, 0, 0, "workflow", "answer", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 0, "llm", "chat", model("small", ",\"gen_ai.request.temperature\":0.2"))
                .end(2, 10, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":10")
                .start(3, 1, 10, "evaluation", "evaluate", "\"gen_ai.evaluation.name\":\"Relevancy\"")
                .start(4, 3, 10, "llm", "chat", model("judge", ""))
                .end(4, 20, "\"gen_ai.usage.input_tokens\":900,\"gen_ai.usage.output_tokens\":1")
                .start(5, 3, 20, "llm", "chat", model("judge", ""))
                .end(5, 30)
                .end(3, 30, "\"gen_ai.evaluation.score.value\":0.75,\"gen_ai.evaluation.score.label\":\"fail\"")
                .end(1, 100);
        run.trace(2)
                .start(1, 0, 200, "workflow", "answer", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 200, "llm", "chat", model("large", ""))
                .end(2, 300, "")
                .end(1, 400);
        run.trace(3)
                .start(1, 0, 500, "evaluation", "evaluate", "\"gen_ai.evaluation.name\":\"Facts\"")
                .end(1, 600, "\"gen_ai.evaluation.score.label\":\"pass\"");
        return run;
    }

    private static QualityLog log(TestRun run) {
        QualityLog log = QualityLog.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            log = QualityLog.ANALYSIS.merge(log, QualityLog.ANALYSIS.of(trace));
        }
        return log;
    }

    @Test
    void shouldTakeWhatEvaluatorsSaidOutOfTheTrace() {
        Quality quality = Quality.of(log(run()), List.of());
        ScoreGroup small = new ScoreGroup("answer", "small", "temperature=0.2");
        assertThat(quality.rows()).containsOnlyKeys(small, new ScoreGroup("answer", "large", ""));
        QualityRow row = quality.rows().get(small);
        assertThat(row.workflows()).isEqualTo(1);
        assertThat(row.runTime().sum()).isEqualTo(100_000_000);
        assertThat(row.input().sum()).as("without the judge's").isEqualTo(100);
        assertThat(row.metrics()).containsOnlyKeys("Relevancy", "Relevancy (pass)");
        assertThat(row.metrics().get("Relevancy").mean()).isEqualTo(0.75);
        assertThat(row.metrics().get("Relevancy (pass)").mean()).isZero();
        assertThat(quality.rows()
                        .get(new ScoreGroup("answer", "large", ""))
                        .input()
                        .count())
                .as("unknown is not 0")
                .isZero();
        assertThat(quality.ofNoWorkflow()).containsOnlyKeys("Facts (pass)");
        assertThat(quality.ofNoWorkflow().get("Facts (pass)").mean()).isEqualTo(1);
    }

    @Test
    void shouldGiveEachModelOfAWorkflowTheTokensOfItsOwnCalls() {
        TestRun run = TestRun.bare();
        run.start(1, 0, 0, "workflow", "answer")
                .start(2, 1, 0, "llm", "chat", model("large", ""))
                .end(2, 10, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":10")
                .start(3, 1, 10, "llm", "chat", model("large", ""))
                .end(3, 20, "\"gen_ai.usage.input_tokens\":200,\"gen_ai.usage.output_tokens\":20")
                .start(4, 1, 20, "llm", "chat", model("small", ""))
                .end(4, 30, "\"gen_ai.usage.input_tokens\":7,\"gen_ai.usage.output_tokens\":3")
                .end(1, 40);

        Quality quality = Quality.of(log(run), List.of(new Score(TestRun.traceId(1), "recall", 1)));
        QualityRow large = quality.rows().get(new ScoreGroup("answer", "large", ""));
        QualityRow small = quality.rows().get(new ScoreGroup("answer", "small", ""));

        assertThat(large.input().sum()).isEqualTo(300);
        assertThat(large.output().sum()).isEqualTo(30);
        assertThat(small.input().sum()).isEqualTo(7);
        assertThat(small.output().sum()).isEqualTo(3);
        assertThat(small.runTime().sum()).as("of the workflow").isEqualTo(40_000_000);
        assertThat(quality.rows().values())
                .allSatisfy(
                        row -> assertThat(row.metrics().get("recall").count()).isEqualTo(1));
    }

    @Test
    void shouldGiveScoresToTheirWorkflows() {
        Quality quality = Quality.of(
                log(run()),
                List.of(
                        new Score(TestRun.traceId(2).toUpperCase(Locale.ROOT), "recall", 0.25),
                        new Score(TestRun.traceId(2), "recall", -0.75),
                        new Score("c1", "helpful", 1),
                        new Score("c9", "helpful", 0)));
        QualityRow large = quality.rows().get(new ScoreGroup("answer", "large", ""));
        assertThat(large.metrics().get("recall").mean()).isEqualTo(-0.25);
        assertThat(large.metrics().get("recall").min()).isEqualTo(-0.75);
        assertThat(large.metrics().get("recall").deviation()).isEqualTo(Math.sqrt(0.5));
        assertThat(quality.rows().values())
                .allSatisfy(
                        row -> assertThat(row.metrics().get("helpful").count()).isEqualTo(1));
        assertThat(quality.unmatched()).containsExactly(new Score("c9", "helpful", 0));
        assertThat(quality.hasScores()).isTrue();
    }

    @Test
    void shouldTakeOnlyVerdictsForVerdicts() {
        TestRun run = TestRun.bare();
        List<String> labels = List.of("Passed", "pass", "TRUE", "failed", "Fail", "false", "relevant", "4/5");
        for (int i = 0; i < labels.size(); i++) {
            run.trace(i + 1)
                    .start(1, 0, i, "evaluation", "evaluate", "\"gen_ai.evaluation.name\":\"E" + i + "\"")
                    .end(
                            1,
                            i + 1,
                            "\"gen_ai.evaluation.score.value\":0.5,\"gen_ai.evaluation.score.label\":\"" + labels.get(i)
                                    + "\"");
        }
        Map<String, Double> means = new TreeMap<>();
        Quality.of(log(run), List.of()).ofNoWorkflow().forEach((metric, stats) -> means.put(metric, stats.mean()));
        Map<String, Double> expected = new TreeMap<>();
        for (int i = 0; i < labels.size(); i++) {
            expected.put("E" + i, 0.5);
        }
        for (int i = 0; i < 6; i++) {
            expected.put("E" + i + " (pass)", i < 3 ? 1.0 : 0);
        }
        assertThat(means).isEqualTo(expected);
    }

    /** Some clients use the id of their first trace as that of the conversation. */
    @Test
    void shouldTakeAConversationThatIsCalledLikeATrace() {
        TestRun run = TestRun.bare();
        for (int trace = 1; trace <= 3; trace++) {
            run.trace(trace)
                    .start(1, 0, trace * 100, "workflow", "w" + trace, conversation(TestRun.traceId(2)))
                    .end(1, trace * 100 + 10);
        }
        Quality quality = Quality.of(
                log(run),
                List.of(new Score(TestRun.traceId(2), "helpful", 1), new Score(TestRun.traceId(3), "own", 0)));
        assertThat(quality.rows().values())
                .hasSize(3)
                .allSatisfy(
                        row -> assertThat(row.metrics().get("helpful").count()).isEqualTo(1));
        assertThat(quality.rows()
                        .get(new ScoreGroup("w3", QualityLog.NO_MODEL, ""))
                        .metrics())
                .containsOnlyKeys("helpful", "own");
        assertThat(quality.unmatched()).isEmpty();
    }

    private static String conversation(String id) {
        return "\"gen_ai.conversation.id\":\"" + id + "\"";
    }

    private List<Score> read(String text) throws Exception {
        return ScoreFile.read(Files.writeString(directory.resolve("scores"), text));
    }

    @Test
    void shouldReadScoresInEveryForm() throws Exception {
        List<Score> expected = List.of(new Score("a", "recall", 0.5), new Score("b", "recall", 1));
        assertThat(read("workflow_id,metric,value\na,recall,0.5\nb,recall,pass\n"))
                .isEqualTo(expected);
        assertThat(read("Trace_Id,recall,other\na,0.5,\nb,1,\n")).isEqualTo(expected);
        assertThat(read("""
                [{"workflow": "a", "metric": "recall", "value": 0.5},
                 {"id": "b", "metric": "recall", "score": 1}]
                """)).isEqualTo(expected);
        assertThat(read("{\"scores\":[{\"id\":\"a\",\"recall\":0.5},{\"id\":\"b\",\"recall\":1,\"x\":null}]}"))
                .isEqualTo(expected);
    }

    /** As NeMo Agent Toolkit writes them, with an item that could not be judged and one whose score has parts. */
    @Test
    void shouldReadWhatNatEvaluatorsWrote() throws Exception {
        Path file = Files.writeString(directory.resolve("rag_accuracy_output.json"), """
                {"average_score": 0.75, "eval_output_items": [
                  {"id": 0, "score": 0.5, "reasoning": {"question": "?"}},
                  {"id": "item-7", "score": true, "reasoning": "fits", "error": null},
                  {"id": 2, "score": null, "reasoning": "", "error": "timed out"},
                  {"id": 3, "score": {"a": 1}, "reasoning": ""}]}
                """);

        assertThat(ScoreFile.read(file))
                .containsExactly(new Score("0", "rag_accuracy", 0.5), new Score("item-7", "rag_accuracy", 1));
        Path bad = Files.writeString(directory.resolve("x_output.json"), "{\"eval_output_items\": [{\"score\": 1}]}");
        assertThatThrownBy(() -> ScoreFile.read(bad)).hasMessage(bad + ":1:24: \"id\" is missing");
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() {
        Path file = directory.resolve("scores");
        assertThatThrownBy(() -> read("metric,value\nrecall,1\n"))
                .hasMessage(file + ":2: no workflow; expected the columns workflow_id,metric,value or workflow_id and a"
                        + " column for each metric");
        assertThatThrownBy(() -> read("id,recall\na,good\n"))
                .hasMessage(file + ":2: a score takes a number, true or false, not good");
        assertThatThrownBy(() -> read("id,metric,value\na,recall,\n")).hasMessageStartingWith(file + ":2: no value;");
        assertThatThrownBy(() -> read("")).hasMessageStartingWith(file + ": holds no score");
        assertThatThrownBy(() -> read("[{\"id\":\"a\",\"recall\":\"x\"}]"))
                .hasMessage(file + ":1:21: \"recall\" is \"x\", expected a number");
        assertThatThrownBy(() -> read("[{\"id\":")).hasMessageStartingWith(file + ":1:");
        assertThatThrownBy(() -> read("{\"scores\":[{\"metric\":\"m\"}]}")).hasMessageContaining("no workflow");
    }

    @Test
    void shouldSkipTheTextsOfEvaluationTools() throws Exception {
        Path csv = Files.writeString(
                directory.resolve("ragas.csv"),
                ",id,user_input,retrieved_contexts,response,reference,context_precision,faithfulness,answer_relevancy\n"
                        + "0,a,\"who, and why?\",\"['one', 'two']\",he did,she did,1.0,0.5,\n"
                        + "1,b,where?,[],here,there,0.25,nan,0.75\n");
        Path json = Files.writeString(
                directory.resolve("ragas.json"),
                "[{\"id\":7,\"question\":\"who?\",\"contexts\":[\"one\"],\"answer\":\"he\",\"ground_truth\":\"she\","
                        + "\"context_recall\":0.5,\"faithfulness\":null,\"grounded\":true}]");

        assertThat(ScoreFile.read(csv))
                .containsExactlyInAnyOrder(
                        new Score("a", "context_precision", 1),
                        new Score("a", "faithfulness", 0.5),
                        new Score("b", "context_precision", 0.25),
                        new Score("b", "answer_relevancy", 0.75));
        assertThat(ScoreFile.read(json))
                .containsExactlyInAnyOrder(new Score("7", "context_recall", 0.5), new Score("7", "grounded", 1));
        Path typo = Files.writeString(directory.resolve("typo.csv"), "id,faithfulness\na,good\n");
        assertThatThrownBy(() -> ScoreFile.read(typo)).hasMessageContaining("not good");
    }
}
