// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that say how recorded calls answer others. */
class ReplayRuleProblemsTest {
    private static final String RULE = """
            {'id': 'r', 'kind': 'KIND', 'match': {'class': 'com.acme.A', 'method': 'find(java.lang.String):RETURNS'},
             'start': {'a': 'arg0'}, 'end': {'t': 'return.type'},
             'content': {'q': 'arg0.text', 'r': {'each': 'return', 'as': {'title': 'title'}}},
             'replay': REPLAY}""";

    private static RuleFile parse(String kind, String returns, String replay) throws RuleFileException {
        String rule = RULE.replace("KIND", kind).replace("RETURNS", returns).replace("REPLAY", replay);
        String text = "{'format': 'agent-profiler-rules/1', 'packages': 'com.acme.', 'rules': [" + rule + "]}";
        return RuleParser.parse("test", text.replace('\'', '"'), Origin.USER);
    }

    @Test
    void shouldReadWhatAResultIsMadeOf() throws RuleFileException {
        RuleFile file = parse("tool", "java.util.List", """
                {'by': ['q', 'a'], 'when': {'t': ['x', 'y']}, 'result': {'each': 'r', 'as': {
                 'make': 'com.acme.B#builder()', 'with': {'title(java.lang.String)': {'make': 'com.acme.T#new(int)', 'of': 'title'}},
                 'build': 'build()'}}}""");

        Replay.Made title = new Replay.Called(
                "com.acme.T",
                new MethodSignature("new", List.of("int"), null),
                List.of(new Replay.Recorded("title")),
                List.of(),
                null);
        Replay.Made made = new Replay.Called(
                "com.acme.B",
                new MethodSignature("builder", List.of(), null),
                List.of(),
                List.of(new Replay.Setting(new MethodSignature("title", List.of("java.lang.String"), null), title)),
                new MethodSignature("build", List.of(), null));
        assertThat(file.rules().get(0).replay())
                .isEqualTo(new Replay(
                        List.of("q", "a"),
                        Map.of("t", List.of("x", "y")),
                        Map.of(),
                        new Replay.EachElement("r", List.of(), made),
                        null));
    }

    @Test
    void shouldReadWhatIsNotAnsweredAndMaps() throws RuleFileException {
        RuleFile file = parse("tool", "java.util.List", """
                {'by': [], 'except': {'a': ['x', 'y']}, 'result': {'each': 'r', 'unless': 'class', 'as': {
                 'make': 'com.acme.B#of(java.util.Map)', 'of': [{'map': 'about', 'types': 'types', 'keys': 'com.acme.Key'}]}}}""");

        Replay replay = file.rules().get(0).replay();
        Replay.Made made = new Replay.Called(
                "com.acme.B",
                new MethodSignature("of", List.of("java.util.Map"), null),
                List.of(new Replay.MapOf("about", "types", "com.acme.Key")),
                List.of(),
                null);
        assertThat(replay)
                .isEqualTo(new Replay(
                        List.of(),
                        Map.of(),
                        Map.of("a", List.of("x", "y")),
                        new Replay.EachElement("r", List.of("class"), made),
                        null));
        assertThat(replay.isExcepted(Map.of("a", "y"))).isTrue();
        assertThat(replay.isExcepted(Map.of("a", "z"))).isFalse();
        assertThat(replay.isExcepted(Map.of())).isFalse();
    }

    @Test
    void shouldReadOfWhichClassAResultIs() throws RuleFileException {
        RuleFile file = parse(
                "tool",
                "com.acme.B",
                "{'by': 'q', 'when': {'t': ['null', 'x']}, 'result': {'make': 'com.acme.B#new(java.lang.Object)',"
                        + " 'of': {'value': 'r', 'class': 't'}}}");

        Replay replay = file.rules().get(0).replay();
        assertThat(replay.when()).isEqualTo(Map.of("t", List.of("null", "x")));
        assertThat(((Replay.Called) replay.result()).of()).containsExactly(new Replay.OfClass("r", "t"));
    }

    @Test
    void shouldReadWhyCallsAreAlwaysMade() throws RuleFileException {
        RuleFile file = parse("retrieval", "com.acme.B", "{'never': 'its query is a vector'}");

        assertThat(file.rules().get(0).replay()).isEqualTo(Replay.never("its query is a vector"));
    }

    @Test
    void shouldReadWhatIsHandedOverAsJson() throws RuleFileException {
        RuleFile file = parse(
                "memory",
                "java.util.List",
                "{'by': 'q', 'result': {'make': 'com.acme.B#of(java.lang.String)', 'of': {'json': 'r'}}}");

        assertThat(((Replay.Called) file.rules().get(0).replay().result()).of())
                .containsExactly(new Replay.Written("r"));
    }

    @Test
    void shouldNeedAResultOfMethodsThatReturnSomething() throws RuleFileException {
        RuleFileException thrown =
                catchThrowableOfType(RuleFileException.class, () -> parse("memory", "java.lang.String", "{'by': 'q'}"));

        assertThat(thrown).hasMessageContaining("has no result, but the method returns something");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "llm ! {'by': 'q', 'result': 'r'} ! has no meaning for kind llm",
                "tool ! {'result': 'r'} ! key 'by' is missing",
                "tool ! {'by': 'z', 'result': 'r'} ! by: 'z' is no attribute of this rule's start or content",
                "tool ! {'by': 'r', 'result': 'r'} ! by: 'r' is not known before the method runs",
                "tool ! {'by': 'q', 'when': {'z': 'x'}, 'result': 'r'} ! when: 'z' is no attribute of this rule",
                "tool ! {'by': 'q', 'result': 'z'} ! result: 'z' is no attribute of this rule",
                "tool ! {'by': 'q', 'result': {'each': 'r'}} ! key 'as' is missing",
                "tool ! {'by': 'q', 'except': {'z': 'x'}, 'result': 'r'} ! except: 'z' is no attribute of this rule's start",
                "tool ! {'by': 'q', 'except': {'t': 'x'}, 'result': 'r'} ! except: 't' is no attribute of this rule's start",
                "tool ! {'never': 'x', 'by': 'q'} ! unknown key 'by'",
                "tool ! {'by': 'q', 'result': {'json': 'z'}} ! result: 'z' is no attribute of this rule",
                "tool ! {'by': 'q', 'result': {'map': 'z'}} ! result: 'z' is no attribute of this rule",
                "tool ! {'by': 'q', 'result': {'map': 'r', 'keys': 'no class'}} ! a class of constants",
                "tool ! {'by': 'q', 'result': {'map': 'r', 'as': 'x'}} ! unknown key 'as'",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B'}} ! expected Class#method(parameter types)",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B#of'}} ! names no one method",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B#of(int)'}} ! has 0 arguments, but com.acme.B#of(int) takes 1",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B#of()', 'with': {'x(int)': 'r'}}} ! key 'build' is missing",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B#of()', 'with': {'x()': 'r'}, 'build': 'b()'}} ! takes 0 parameters",
                "tool ! {'by': 'q', 'result': {'make': 'com.acme.B#of()', 'build': 'b(int)'}} ! takes parameters",
            })
    void shouldSayWhatIsWrong(String kind, String replay, String problem) {
        RuleFileException thrown =
                catchThrowableOfType(RuleFileException.class, () -> parse(kind, "java.util.List", replay));

        assertThat(thrown).as(replay).isNotNull().hasMessageContaining(problem);
    }
}
