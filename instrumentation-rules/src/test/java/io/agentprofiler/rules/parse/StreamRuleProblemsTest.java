// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be wrong with rules that read streams. */
class StreamRuleProblemsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "'keep': {'x': 'return.a'}, 'end': {'b': 'kept.y'} ! reads kept.y, but no rule of operation 'r' keeps 'y'",
                "'keep': {'text': 'return.a'}, 'end': {'b': 'kept.texts'} ! did you mean 'text'?",
                "'keep': {'x': 'return.a'}, 'start': {'b': 'kept.x'} ! reads 'kept' before the span has ended",
                "'keep': {'x': {'all': 'return.a', 'first': 'return.a'}} ! a path under first, one under all, or bytes",
                "'keep': {'x': {'bytes': 'return.a', 'most': 3}} ! unknown key 'most'",
                "'keep': {'x': {'bytes': [1]}} ! expected a path to bytes, an object with of, from and to",
                "'keep': {'x': {'bytes': {'from': 'arg0'}}} ! key 'of' is missing",
                "'keep': {'x': {'bytes': 'return', 'count': 'arg3'}} ! reads arg3, but the method has no parameters",
                "'keep': {'x': {'all': 'return.a', 'most': 0}} ! is 0, expected 1 to 16384",
                "'keep': {'x': {'first': 'return.a', 'most': 3}} ! has no meaning beside first",
                "'keep': {'x y': 'return.a'} ! is no name to read by",
                "'shape': 'call', 'keep': {'x': 'return.a'} ! has no meaning for shape call",
                "'chunk': [] ! an object with type and chars, or an array of them",
                "'chunk': [{'chars': 'return.a'}] ! key 'type' is missing",
                "'end': {'b': 'kept'} ! '.' and the name of what is kept",
                "'end': {'b': {'url': 'return.a'}} ! key 'part' is missing, expected host, port or path",
                "'end': {'b': {'url': 'return.a', 'part': 'query'}} ! expected one of host, port, path",
                "'end': {'b': {'url': 'return.a', 'part': 'host', 'like': '{}/x'}} ! names a piece of a path: part must be path",
                "'end': {'b': {'url': 'return.a', 'part': 'path', 'like': ['*/x']}} ! expected a pattern with one {}",
                "'end': {'b': {'group': 'return.a', 'as': {'x': 'y'}}} ! key 'by' is missing",
            })
    void shouldSayWhatIsWrong(String keys, String problem) {
        String file = ("{'format': 'agent-profiler-rules/1', 'rules': [{'id': 'r', 'shape': 'publisher', "
                        + "'match': {'class': 'com.acme.A', 'method': 'a():reactor.core.publisher.Flux'}, " + keys
                        + "}]}")
                .replace('\'', '"');
        String once = keys.contains("'shape'") ? file.replace("\"shape\": \"publisher\", ", "") : file;

        RuleFileException thrown =
                catchThrowableOfType(RuleFileException.class, () -> RuleParser.parse("my.json", once, Origin.USER));

        assertThat(thrown).isNotNull();
        assertThat(thrown.getMessage()).contains(problem);
    }
}
