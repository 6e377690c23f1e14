// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

/** Whatever text it is given, the parser answers with rules or with problems of one line each. */
class RuleParserFuzzTest {
    private static final String FILE = """
            { "format": "agent-profiler-rules/1", "title": "Acme", "packages": ["com.acme."], "comment": "why",
              "shared": { "provider": {"of": "(this.provider?|this)", "map": {"A": "a"}, "prefixMap": {"com.": "acme"}} },
              "rules": [ { "id": "chat", "kind": "llm", "role": "span", "operation": "chat",
                "match": { "subtypeOf": "com.acme.Model", "except": ["com.acme.Fake"],
                           "method": ["doChat(com.acme.Request,int[]):com.acme.Response", "chat(..):*"] },
                "shape": "publisher", "nested": "innermost", "name": "chat {gen_ai.request.model} {arg0.id}",
                "start": { "gen_ai.request.model": "arg0.(a.b|c[0]|['d'])[].e?", "p": {"shared": "provider"} },
                "end": { "a": {"minus": ["return.x", "arg0.x"]}, "b": {"plus": ["return.x", "arg0.x"]},
                         "c": [ {"const": [1, 2.5, true, "x"]}, {"if": "arg0", "in": "y", "then": "return.z"} ] },
                "content": { "m": {"each": "arg0.messages", "as": {"r": "type|class", "o": {"object": {"k": "it.v"}},
                             "t": {"text": "{{{it.x}}}"}}} },
                "key": ["arg0", "this"], "chunk": {"type": "text", "chars": "return"},
                "unless": [ {"path": "arg0.name", "in": ["toString"]} ],
                "failed": {"when": "return.isError", "type": {"const": "e"}, "message": "return.text"},
                "snapshot": [0], "unstarted": ["com.acme.Stream"], "resources": true, "since": "1.6.0" },
              { "id": "end", "role": "fail", "operation": "chat", "key": "this", "thrown": "arg0", "scope": false,
                "match": {"prefix": "com.acme.H", "method": "onError(java.lang.Throwable):void"} } ] }
            """;
    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "null",
            "true",
            "-1",
            "1e9",
            "\"x\"",
            "{}",
            "[]",
            "\\",
            "\\u0000",
            "\u0000",
            "\n",
            "arg0",
            "..",
            "it",
            "|",
            "(",
            ")",
            "\uD800",
            "999999999999999999999",
            "0.1");

    @Property
    void shouldAnswerAnyText(@ForAll @StringLength(max = 200) String text) {
        parse(text);
    }

    @Property(tries = 1500)
    void shouldAnswerADamagedFile(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(FILE);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                default -> text.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        parse(text.toString());
    }

    @Property(tries = 1000)
    void shouldAnswerAFileWithItsWordsChanged(@ForAll long seed) {
        Random random = new Random(seed);
        String[] parts = FILE.split("\"", -1);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int word = 2 * random.nextInt(parts.length / 2) + 1;
            parts[word] = random.nextBoolean()
                    ? parts[2 * random.nextInt(parts.length / 2) + 1]
                    : PIECES.get(random.nextInt(PIECES.size())).replaceAll("[\"\\\\\\p{Cntrl}]", "");
        }
        parse(String.join("\"", parts));
    }

    @Property
    void shouldAnswerAnyShortForm(@ForAll @StringLength(max = 40) String text) {
        try {
            assertThat(TraceSpec.parse("agentprofiler.trace", text).rules()).isNotEmpty();
        } catch (RuleFileException e) {
            assertThat(e.problems()).isNotEmpty();
        }
    }

    private static void parse(String text) {
        for (Origin origin : Origin.values()) {
            try {
                assertThat(RuleParser.parse("my.json", text, origin).rules()).doesNotContainNull();
            } catch (RuleFileException e) {
                assertThat(e.problems()).isNotEmpty().allSatisfy(problem -> {
                    assertThat(problem.line()).isPositive();
                    assertThat(problem.column()).isPositive();
                });
            }
        }
    }
}
