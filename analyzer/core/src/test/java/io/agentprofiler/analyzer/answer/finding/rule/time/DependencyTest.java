// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents whose calls need each other, and such whose calls do not, recorded with all texts, with their hashes, and with neither: never a
 * false claim, and as many true ones as the recording can carry.
 */
class DependencyTest {
    private static final long MILLI = 1_000_000;

    /** What was recorded of texts. */
    enum Content {
        FULL,
        HASH,
        NONE
    }

    /** A message, who says it. */
    private record Message(String role, String text) {
        static Message user(String text) {
            return new Message("user", text);
        }

        static Message system(String text) {
            return new Message("system", text);
        }

        static Message assistant(String text) {
            return new Message("assistant", text);
        }

        String json() {
            return "{\"role\":\"" + role + "\",\"parts\":[{\"type\":\"text\",\"content\":\"" + text + "\"}]}";
        }

        String hash() {
            return DependencyTest.hash(role + text);
        }
    }

    /** A workflow whose calls follow each other, each of 100 ms. */
    private static final class Program {
        private final Content content;
        private final TestRun run = TestRun.bare();
        private final List<Integer> open = new ArrayList<>();
        private int last;
        private double now;

        Program(Content content) {
            this.content = content;
            begin("workflow", "w", "");
        }

        private void begin(String kind, String name, String attributes) {
            run.start(++last, open.isEmpty() ? 0 : open.get(open.size() - 1), now, kind, name, attributes);
            open.add(last);
        }

        private void end(String attributes) {
            run.end(open.remove(open.size() - 1), now, attributes);
        }

        Program agent(String name, Message... messages) {
            begin("agent", name, "\"gen_ai.agent.name\":\"" + name + "\"");
            String answer = messages[messages.length - 1].text();
            model(messages);
            end(payload("agentprofiler.output", "\"" + answer + "\"", hash("text" + answer)));
            return this;
        }

        /** Asks a model; the last message is its answer. */
        Program model(Message... messages) {
            List<Message> asked = List.of(messages).subList(0, messages.length - 1);
            Message answer = messages[messages.length - 1];
            String all = String.join(",", asked.stream().map(Message::json).toList());
            String hashes = String.join("", asked.stream().map(Message::hash).toList());
            begin(
                    "llm",
                    "chat m",
                    "\"gen_ai.request.model\":\"m\",\"agentprofiler.request.messages\":" + asked.size() + ","
                            + payload("input.messages", "[" + all + "]", hash(all))
                            + (content == Content.NONE
                                    ? ""
                                    : ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":40,\"hash_chars\":8,"
                                            + "\"hashes\":\"\",\"messages\":{\"hashes\":\"" + hashes + "\"}}"));
            now += 100;
            end(payload("output.messages", "[" + answer.json() + "]", answer.hash()));
            return this;
        }

        Program tool(String name, String arguments, String result) {
            begin(
                    "tool",
                    name,
                    "\"gen_ai.tool.name\":\"" + name + "\","
                            + payload("tool.call.arguments", "\"" + arguments + "\"", hash(arguments)));
            now += 100;
            end(payload("tool.call.result", "\"" + result + "\"", hash(result)));
            return this;
        }

        Program leaf(String kind, String asked, String question, String answered, String answer) {
            begin(kind, kind, payload(asked, "\"" + question + "\"", hash(question)));
            now += 100;
            end(payload(answered, "\"" + answer + "\"", hash(answer)));
            return this;
        }

        Program retrieval(String query, String documents) {
            return leaf("retrieval", "retrieval.query.text", query, "retrieval.documents", documents);
        }

        private String payload(String name, String json, String hash) {
            String full = name.startsWith("agentprofiler.") ? name : "gen_ai." + name;
            return switch (content) {
                case FULL -> "\"" + full + "\":" + json;
                case HASH ->
                    "\"agentprofiler.content." + name + "\":{\"chars\":" + json.length() + ",\"hash\":\"" + hash
                            + "\"}";
                case NONE -> "\"agentprofiler.content." + name + "\":{\"chars\":" + json.length() + "}";
            };
        }

        List<Finding> result(String text) {
            end(payload("agentprofiler.output", "\"" + text + "\"", hash("text" + text)));
            return RuleRun.found(
                    List.of(new SequentialCalls(), new SequentialTools()),
                    Thresholds.STANDARD,
                    JvmEvents.NONE,
                    run.traces());
        }
    }

    private static String hash(String text) {
        return String.format("%08x", text.hashCode());
    }

    private static Message user(String text) {
        return Message.user(text);
    }

    private static Message answer(String text) {
        return Message.assistant(text);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateAgentsThatReadTheOneBefore(Content content) {
        List<Finding> found = new Program(content)
                .agent("writer", user("Write about dragons"), answer("ancient beasts guard golden valleys"))
                .agent(
                        "editor",
                        user("Edit for children: ancient beasts guard golden valleys"),
                        answer("friendly creatures watch sunny meadows"))
                .agent(
                        "stylist",
                        user("Make it rhyme: friendly creatures watch sunny meadows"),
                        answer("little friends beneath the trees"))
                .result("little friends beneath the trees");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateAgentsThatPassAnswersOnAsMessages(Content content) {
        List<Finding> found = new Program(content)
                .agent("writer", user("Write about dragons"), answer("ancient beasts guard golden valleys"))
                .agent(
                        "editor",
                        user("Write about dragons"),
                        answer("ancient beasts guard golden valleys"),
                        user("Shorter"),
                        answer("beasts guard valleys"))
                .result("beasts guard valleys");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindExpertsWhoseAnswersAreMergedWhereTheirTextsAreKnown(Content content) {
        List<Finding> found = new Program(content)
                .agent("lawyer", user("As a lawyer judge the contract"), answer("clause seven lacks notice"))
                .agent("engineer", user("As an engineer judge the contract"), answer("wheel bearings need grease"))
                .agent(
                        "merger",
                        user("Merge: clause seven lacks notice; wheel bearings need grease"),
                        answer("sign after both changes"))
                .result("sign after both changes");

        assertThat(found).hasSize(content == Content.FULL ? 1 : 0).allSatisfy(finding -> {
            assertThat(finding.subject()).isEqualTo("agent lawyer");
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 4L);
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAgentsAskedTheSameWhoseAnswersMeet(Content content) {
        List<Finding> found = new Program(content)
                .agent("first", user("Is the roof safe?"), answer("beams look rotten everywhere"))
                .agent("second", user("Is the roof safe?"), answer("tiles seem broken outside"))
                .model(
                        answer("beams look rotten everywhere"),
                        answer("tiles seem broken outside"),
                        user("Decide"),
                        answer("repair both"))
                .result("repair both");

        // equal hashes of what they were asked with prove that neither was given the other's answer
        assertThat(found).hasSize(content == Content.NONE ? 0 : 1).allSatisfy(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L, 4L);
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateTheRoundsOfACritic(Content content) {
        List<Finding> found = new Program(content)
                .agent("writer", user("Write about dragons"), answer("ancient beasts guard golden valleys"))
                .agent(
                        "critic",
                        user("Judge: ancient beasts guard golden valleys"),
                        answer("verdict: revise, because something lacks"))
                .agent(
                        "writer",
                        user("Improve: ancient beasts guard golden valleys"),
                        answer("winged giants protect silver meadows"))
                .agent("critic", user("Judge: winged giants protect silver meadows"), answer("verdict: accept"))
                .result("winged giants protect silver meadows");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateAnAnswerFromWhatWasRetrievedForIt(Content content) {
        List<Finding> found = new Program(content)
                .retrieval("who repairs lamps", "lamps are repaired upstairs by Ada")
                .model(
                        user("Using this: lamps are repaired upstairs by Ada. Who repairs lamps?"),
                        answer("Ada does it upstairs"))
                .result("Ada does it upstairs");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateARetrievalFromTheOneThatGaveItsQuery(Content content) {
        List<Finding> found = new Program(content)
                .retrieval("who repairs lamps", "lamps are repaired upstairs by Ada Lovelace")
                .retrieval("where is Ada Lovelace", "second corridor, left door")
                .model(user("second corridor, left door: how to get there?"), answer("take the stairs"))
                .result("take the stairs");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindRetrievalsThatFeedOneAnswerWhereTheirTextsAreKnown(Content content) {
        List<Finding> found = new Program(content)
                .retrieval("warranty of lamps", "lamps carry warranty for twenty months")
                .retrieval("opening hours", "doors close every evening at seven")
                .model(
                        user("lamps carry warranty for twenty months; doors close every evening at seven. What now?"),
                        answer("come before seven"))
                .result("come before seven");

        assertThat(found)
                .hasSize(content == Content.FULL ? 1 : 0)
                .allSatisfy(finding -> assertThat(finding.saving().nanos()).isEqualTo(100 * MILLI));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateAnAgentFromTheToolsOfAnotherWhoseResultsItReads(Content content) {
        Program program = new Program(content);
        program.begin("agent", "clerk", "\"gen_ai.agent.name\":\"clerk\"");
        program.model(user("Find the order of Ada"), answer("looking"))
                .tool("find", "Ada", "order number X77 waits upstairs")
                .model(user("order number X77 waits upstairs"), answer("found"));
        program.end("");
        List<Finding> found = program.agent("porter", user("Fetch X77, waits upstairs"), answer("delivered"))
                .result("delivered");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSeparateCallsThatShareAMemory(Content content) {
        List<Finding> found = new Program(content)
                .model(user("My lamp is broken"), answer("which lamp is it exactly"))
                .leaf("memory", "agentprofiler.input", "add", "agentprofiler.output", "ok")
                .model(
                        user("My lamp is broken"),
                        answer("which lamp is it exactly"),
                        user("the green one"),
                        answer("green lamps get replaced"))
                .result("green lamps get replaced");

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTakeToolsThatAProgramCallsForATurn(Content content) {
        // the model named a topic; the program looks it up, and passes what it found on to the next tool
        List<Finding> found = new Program(content)
                .model(user("Which topic?"), answer("lamps of course"))
                .tool("search", "lamps", "page twelve")
                .tool("open", "page twelve", "a long text")
                .result("a long text");

        assertThat(found).isEmpty();
    }
}
