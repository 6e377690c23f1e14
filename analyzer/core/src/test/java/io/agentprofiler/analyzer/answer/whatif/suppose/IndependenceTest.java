// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What recordings show for and against the supposition that calls do not need each other. */
class IndependenceTest {
    private static List<String> lines(String names, TestRun run) throws CommandException {
        Analysis<Independence> question = Independence.of(NamedSpans.of(names));
        Independence all = question.empty();
        for (Trace trace : run.traces()) {
            question.merge(all, question.of(trace));
        }
        return all.lines();
    }

    private static String text(String name, String text) {
        return "\"gen_ai.tool.call." + name + "\":\"" + text + "\"";
    }

    private static String hash(String name, String hash, int chars, String texts) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":" + chars + ",\"hash\":\"" + hash + "\",\"texts\":\""
                + texts + "\"}";
    }

    /** A workflow with two tools one after another. */
    private static TestRun tools(TestRun run, int trace, String asked, String answer, String then) {
        int span = 10 * trace;
        return run.trace(trace)
                .start(span, 0, 0, "agent", "A")
                .start(span + 1, span, 0, "tool", "first", asked)
                .end(span + 1, 10, answer)
                .start(span + 2, span, 10, "tool", "second", then)
                .end(span + 2, 20, then.startsWith("\"gen_ai") ? text("result", "done") : "")
                .end(span, 20);
    }

    @Test
    void shouldFindTheResultInTheNextInput() throws CommandException {
        TestRun run = TestRun.bare();
        tools(
                run,
                1,
                text("arguments", "order 17"),
                text("result", "customer Margarete"),
                text("arguments", "Margarete"));
        tools(
                run,
                2,
                text("arguments", "order 18"),
                text("result", "customer Friedrich"),
                text("arguments", "weather"));

        assertThat(lines("first,second", run))
                .containsExactly(
                        "against: text of first's result is in second's input in 1 of 2 results, for example in span"
                                + " 000000000000000c of trace 00000000000000000000000000000001",
                        "for: second ran wherever first did (2 times): nothing shows that the result of first decides"
                                + " whether it runs");
    }

    @Test
    void shouldSayThatNoTextOfTheResultIsInTheNextInput() throws CommandException {
        TestRun run = TestRun.bare();
        for (int trace = 1; trace <= 3; trace++) {
            tools(
                    run,
                    trace,
                    text("arguments", "order 17"),
                    text("result", "customer Margarete Friedrich"),
                    text("arguments", "weather tomorrow"));
        }

        assertThat(lines("second,first", run))
                .contains("for: no text of first's result is in second's input (3 results)")
                .noneMatch(line -> line.startsWith("against"));
    }

    /** A line of the result by its hash is in the arguments; or nothing in them is as long as the result. */
    @Test
    void shouldFollowHashes() throws CommandException {
        TestRun run = TestRun.bare();
        String result = hash("tool.call.result", "rrrrrrrr", 300, "aaaaaaaabbbbbbbb");
        tools(
                run,
                1,
                hash("tool.call.arguments", "q1", 20, "q1q1q1q1"),
                result,
                hash("tool.call.arguments", "q2", 400, "bbbbbbbb"));
        tools(
                run,
                2,
                hash("tool.call.arguments", "q1", 20, "q1q1q1q1"),
                result,
                hash("tool.call.arguments", "q3", 20, "q3q3q3q3"));

        assertThat(lines("first,second", run))
                .containsExactly(
                        "against: text of first's result is in second's input in 1 of 2 results, for example in span"
                                + " 000000000000000c of trace 00000000000000000000000000000001",
                        "for: the hashes of their arguments differ in 2 of 2 groups: neither repeats the other",
                        "for: second ran wherever first did (2 times): nothing shows that the result of first decides"
                                + " whether it runs");
    }

    @Test
    void shouldSayWhatIsNotRecorded() throws CommandException {
        TestRun run = TestRun.bare();
        tools(run, 1, "", "", "");

        assertThat(lines("first,second", run))
                .contains(
                        "not known: whether text of first's result is in second's input: the texts were not recorded, and"
                                + " no hashes tell; content=full records them");
    }

    @Test
    void shouldSayThatCallsAreAskedTheSame() throws CommandException {
        TestRun run = TestRun.bare();
        String asked = hash("tool.call.arguments", "q1", 20, "q1q1q1q1");
        tools(run, 1, asked, "", asked);

        assertThat(lines("first,second", run))
                .contains("against: both were asked the same in 1 of 1 group: one of the calls may do (whatif cache)");
    }

    /** A model that ends with a text did not ask for the tool after it; one that asks for tools did. */
    @Test
    void shouldLookAtWhatTheModelAskedFor() throws CommandException {
        TestRun run = TestRun.bare();
        for (int trace = 1; trace <= 2; trace++) {
            int span = 10 * trace;
            run.trace(trace)
                    .start(span, 0, 0, "agent", "A")
                    .start(span + 1, span, 0, "llm", "classify", "\"gen_ai.provider.name\":\"openai\"")
                    .end(
                            span + 1,
                            10,
                            "\"gen_ai.response.finish_reasons\":[\"" + (trace == 1 ? "stop" : "tool_calls") + "\"]")
                    .span(span + 2, span, 10, 20, "tool", "search")
                    .end(span, 20);
        }

        assertThat(lines("classify,search", run))
                .contains(
                        "against: the answer of classify asked for tools before search ran in 1 of 2 groups",
                        "for: the answer of classify did not ask for search in 1 of 2 groups (it ended with stop)");
    }

    @Test
    void shouldSeeOrderAbsenceAndFailure() throws CommandException {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 10, "tool", "a")
                .span(3, 1, 10, 20, "tool", "b")
                .end(1, 20)
                .trace(2)
                .start(11, 0, 0, "agent", "A")
                .span(12, 11, 0, 10, "tool", "b")
                .span(13, 11, 10, 20, "tool", "a")
                .end(11, 20);
        assertThat(lines("a,b", run)).contains("for: they ran in either order: a first 1 time, b first 1 time");

        TestRun failed = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "tool", "a")
                .end(2, 10, "error", "")
                .span(3, 1, 10, 20, "tool", "b")
                .end(1, 20)
                .trace(2)
                .start(11, 0, 0, "agent", "A")
                .span(12, 11, 0, 10, "tool", "a")
                .end(11, 20);
        assertThat(lines("a,b", failed))
                .contains(
                        "against: b ran in 1 of the 2 places where a did: the result of a may decide whether it runs",
                        "for: b ran 1 time although a had failed");
    }

    @Test
    void shouldSayWhereCallsStandThatAreNotBesideEachOther() throws CommandException {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "function", "flow")
                .start(2, 1, 0, "agent", "A")
                .span(3, 2, 0, 10, "tool", "a")
                .end(2, 10)
                .start(4, 1, 10, "agent", "B")
                .span(5, 4, 10, 20, "tool", "b")
                .end(4, 20)
                .end(1, 20);

        assertThat(lines("a,b", run))
                .containsExactly(
                        "not known: a stands in agent A, and no other of these calls follows it there directly",
                        "not known: b stands in agent B, and no other of these calls follows it there directly");
    }
}
