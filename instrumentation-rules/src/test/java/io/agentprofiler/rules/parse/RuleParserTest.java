// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.schema.SpanKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleParserTest {
    @Test
    void shouldReadEveryKeyOfASpanRule() throws RuleFileException {
        RuleFile file = RuleParser.parse("some/where/acme.json", """
                { "format": "agent-profiler-rules/1", "title": "Acme", "packages": ["com.acme."], "comment": "why",
                  "rules": [ { "id": "chat-model", "kind": "llm", "role": "span", "operation": "chat",
                    "match": { "subtypeOf": "com.acme.ChatModel", "except": ["com.acme.Fake", "com.acme.Other"],
                               "method": ["doChat(com.acme.Request,int[]):com.acme.Response", "chat(..):*"] },
                    "shape": "publisher", "nested": "innermost", "name": "chat {gen_ai.request.model} {arg0.id}",
                    "start": { "gen_ai.request.model": "arg0.parameters.modelName" },
                    "end": { "gen_ai.usage.input_tokens": "return.usage.input",
                             "gen_ai.response.finish_reasons": [ { "of": "return.reason", "map": {"STOP": "stop"} } ] },
                    "content": { "gen_ai.input.messages": { "each": "arg0.messages", "as": {"role": "type|class"} } },
                    "key": ["arg0", "this"],
                    "chunk": {"type": "text", "chars": "return"},
                    "unless": [ {"path": "arg1.name", "in": ["toString", "hashCode"]} ],
                    "failed": {"when": "return.isError", "type": {"const": "tool_error"}, "message": "return.text"},
                    "snapshot": [0], "unstarted": ["com.acme.TokenStream"], "resources": true,
                    "since": "1.6.0", "until": "1.19.0", "optional": true } ] }
                """, Origin.USER);

        assertThat(file.name()).isEqualTo("acme");
        assertThat(file.title()).isEqualTo("Acme");
        assertThat(file.packages()).containsExactly("com.acme.");
        Rule rule = file.rules().get(0);
        assertThat(rule.qualifiedId()).isEqualTo("acme/chat-model");
        assertThat(rule.kind()).isEqualTo(SpanKind.LLM);
        assertThat(rule.role()).isEqualTo(Role.SPAN);
        assertThat(rule.operation()).isEqualTo("chat");
        assertThat(rule.match())
                .isEqualTo(new Match(
                        Match.By.SUBTYPE,
                        "com.acme.ChatModel",
                        List.of("com.acme.Fake", "com.acme.Other"),
                        List.of(
                                new MethodSignature(
                                        "doChat", List.of("com.acme.Request", "int[]"), "com.acme.Response"),
                                new MethodSignature("chat", null, null))));
        assertThat(rule.shape()).isEqualTo(Shape.PUBLISHER);
        assertThat(rule.nested()).isEqualTo(Nesting.INNERMOST);
        assertThat(rule.name()).isEqualTo(TemplateParser.parse("chat {gen_ai.request.model} {arg0.id}", false));
        assertThat(rule.start()).containsOnlyKeys("gen_ai.request.model");
        assertThat(rule.end().keySet()).containsExactly("gen_ai.usage.input_tokens", "gen_ai.response.finish_reasons");
        assertThat(rule.content()).containsOnlyKeys("gen_ai.input.messages");
        assertThat(rule.key()).containsExactly(PathParser.parse("arg0"), PathParser.parse("this"));
        assertThat(rule.chunk()).isEqualTo(new Rule.Chunk("text", PathParser.parse("return")));
        assertThat(rule.unless())
                .containsExactly(new Rule.Unless(PathParser.parse("arg1.name"), Set.of("toString", "hashCode")));
        assertThat(rule.failed().when()).isEqualTo(PathParser.parse("return.isError"));
        assertThat(rule.snapshot()).containsExactly(0);
        assertThat(rule.unstarted()).containsExactly("com.acme.TokenStream");
        assertThat(rule.resources()).isTrue();
        assertThat(rule.scope()).isTrue();
        assertThat(rule.versions()).isEqualTo(new Rule.Versions("1.6.0", "1.19.0", true));
    }
}
