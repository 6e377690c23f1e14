// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about calls that are spans only if something begins below them, and about what goes on after a call. */
class LazyRuleProblemsTest {
    @Test
    void shouldReadThem() throws RuleFileException {
        RuleFile file = parse("""
                {'id': 'r', 'lazy': true, 'recycled': true, 'match': MATCH},
                {'id': 'x', 'role': 'extend', 'operation': 'r', 'key': 'return', 'match': MATCH},
                {'id': 'p', 'role': 'task', 'shape': 'publisher', 'match': MATCH}""");

        assertThat(file.packages()).isEmpty();
        assertThat(file.rules().get(0).lazy()).isTrue();
        assertThat(file.rules().get(0).recycled()).isTrue();
        assertThat(file.rules().get(1).role()).isEqualTo(Role.EXTEND);
        assertThat(file.rules().get(1).lazy()).isFalse();
        assertThat(file.rules().get(2).shape()).isEqualTo(Shape.PUBLISHER);
    }

    @Test
    void shouldReadAtTheStartWhatACallBeforeItNoted() throws RuleFileException {
        RuleFile file = parse("""
                {'id': 'r', 'lazy': true, 'name': '{kept.place.name}', 'start': {'a': 'kept.place.name'}, 'match': MATCH},
                {'id': 'n', 'role': 'note', 'operation': 'r', 'key': 'current', 'keep': {'place': 'arg0'}, 'match': MATCH}""");

        assertThat(file.rules().get(1).keep()).containsOnlyKeys("place");
        assertThat(file.rules().get(0).start().get("a").roots().kept()).containsExactly("place");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "'lazy': true, 'start': {'a': 'kept.x'} ! reads kept.x, but no rule of operation 'r' keeps 'x'",
                "'lazy': true, 'name': '{kept.x}' ! reads kept.x, but no rule of operation 'r' keeps 'x'",
                "'start': {'a': 'kept.x'} ! it is there under end, content and failed, and under start and name of lazy spans",
                "'lazy': true, 'nested': 'innermost' ! has no meaning with nested innermost",
                "'lazy': true, 'unstarted': 'com.acme.B' ! has no meaning with unstarted",
                "'role': 'open', 'kind': 'llm', 'key': 'arg0', 'lazy': true ! has no meaning for role open",
                "'role': 'extend', 'operation': 'r' ! key 'key' is missing",
                "'role': 'extend', 'operation': 'r', 'key': 'current' ! role extend has none",
                "'role': 'task' ! or the shape publisher",
                "'role': 'task', 'shape': 'future' ! has no meaning for role task",
            })
    void shouldSayWhatIsWrong(String keys, String problem) {
        RuleFileException thrown =
                catchThrowableOfType(RuleFileException.class, () -> parse("{'id': 'r', 'match': MATCH, " + keys + "}"));

        assertThat(thrown).isNotNull();
        assertThat(thrown.getMessage()).contains(problem);
    }

    private static RuleFile parse(String rules) throws RuleFileException {
        String text = "{'format': 'agent-profiler-rules/1', 'packages': [], 'rules': [" + rules + "]}";
        String match = "{'class': 'com.acme.A', 'method': 'a(java.lang.Object):reactor.core.publisher.Flux'}";
        return RuleParser.parse("my.json", text.replace("MATCH", match).replace('\'', '"'), Origin.USER);
    }
}
