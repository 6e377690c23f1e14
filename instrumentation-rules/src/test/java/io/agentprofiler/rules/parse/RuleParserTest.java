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
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.shared.schema.SpanKind;
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
                    "unless": [ {"path": "arg1.name", "in": ["toString", "hashCode"]}, {"under": ["llm", "embedding"]},
                                {"notUnder": "retrieval"} ],
                    "failed": {"when": "return.isError", "type": {"const": "tool_error"}, "message": "return.text"},
                    "snapshot": [0], "unstarted": ["com.acme.TokenStream"], "resources": true,
                    "traceparent": "arg0.getHeader('traceparent')",
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
                .containsExactly(
                        new Rule.Unless(PathParser.parse("arg1.name"), Set.of("toString", "hashCode")),
                        new Rule.Unless(null, Set.of(), false, Set.of(SpanKind.LLM, SpanKind.EMBEDDING)),
                        new Rule.Unless(null, Set.of(), true, Set.of(SpanKind.RETRIEVAL)));
        assertThat(rule.failed().when()).isEqualTo(PathParser.parse("return.isError"));
        assertThat(rule.snapshot()).containsExactly(0);
        assertThat(rule.unstarted()).containsExactly("com.acme.TokenStream");
        assertThat(rule.resources()).isTrue();
        assertThat(rule.traceparent()).isEqualTo(PathParser.parse("arg0.getHeader('traceparent')"));
        assertThat(rule.scope()).isTrue();
        assertThat(rule.versions()).isEqualTo(new Rule.Versions("1.6.0", "1.19.0", true));
    }

    @Test
    void shouldFillInWhatAUserLeavesOut() throws RuleFileException {
        RuleFile file = RuleParser.parse("my.json", minimal(""), Origin.USER);

        assertThat(file.title()).isEqualTo("my");
        assertThat(file.packages()).containsExactly("com.acme.");
        Rule rule = file.rules().get(0);
        assertThat(rule.kind()).isEqualTo(SpanKind.FUNCTION);
        assertThat(rule.role()).isEqualTo(Role.SPAN);
        assertThat(rule.operation()).isEqualTo("plan");
        assertThat(rule.shape()).isEqualTo(Shape.AUTO);
        assertThat(rule.nested()).isEqualTo(Nesting.ALL);
        assertThat(rule.name()).isEqualTo(TemplateParser.parse("{class}.{method}", false));
        assertThat(rule.scope()).isTrue();
        assertThat(rule.resources()).isFalse();
        assertThat(rule.chunk()).isNull();
        assertThat(rule.failed()).isNull();
        assertThat(rule.key()).isEmpty();
        assertThat(rule.versions()).isEqualTo(new Rule.Versions(null, null, false));
    }

    @Test
    void shouldTakeBundledSpansForPlainCalls() throws RuleFileException {
        RuleFile file = RuleParser.parse("x.json", minimal("\"packages\": [\"com.acme.\"],"), Origin.BUNDLED);

        assertThat(file.rules().get(0).shape()).isEqualTo(Shape.CALL);
    }

    @Test
    void shouldReadEveryRole() throws RuleFileException {
        RuleFile file = RuleParser.parse(
                "my.json",
                """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "o", "role": "open", "kind": "llm", "key": "arg0", "match": MATCH},
                  {"id": "c", "role": "close", "operation": "o", "key": "this", "end": {"x": "arg0"}, "match": MATCH},
                  {"id": "f", "role": "fail", "operation": "o", "key": "this", "thrown": "arg0", "match": MATCH},
                  {"id": "x", "role": "cancel", "operation": "o", "key": "this", "match": MATCH},
                  {"id": "h", "role": "chunk", "operation": "o", "key": "this", "scope": false, "match": MATCH,
                   "chunk": {"type": "thinking", "chars": "arg0.text"}},
                  {"id": "b", "role": "bind", "operation": "o", "key": "this", "to": "arg0.handle", "match": MATCH},
                  {"id": "k", "role": "carry", "key": "return", "match": MATCH},
                  {"id": "s", "role": "scope", "operation": "k", "key": "this", "match": MATCH},
                  {"id": "t", "role": "task", "match": MATCH}]}
                """.replace("MATCH", "{\"class\": \"com.acme.Model\", \"method\": \"on(java.lang.Object)\"}"),
                Origin.USER);

        assertThat(file.rules())
                .map(Rule::role)
                .containsExactly(
                        Role.OPEN,
                        Role.CLOSE,
                        Role.FAIL,
                        Role.CANCEL,
                        Role.CHUNK,
                        Role.BIND,
                        Role.CARRY,
                        Role.SCOPE,
                        Role.TASK);
        assertThat(file.rules()).map(Rule::shape).containsOnly(Shape.CALL);
        assertThat(file.rules().get(0).name()).isNotNull();
        assertThat(file.rules().get(1).name()).isNull();
        assertThat(file.rules().get(1).kind()).isNull();
        assertThat(file.rules().get(2).thrown()).isEqualTo(PathParser.parse("arg0"));
        assertThat(file.rules().get(4).scope()).isFalse();
        assertThat(file.rules().get(4).chunk()).isEqualTo(new Rule.Chunk("thinking", PathParser.parse("arg0.text")));
        assertThat(file.rules().get(5).to()).isEqualTo(PathParser.parse("arg0.handle"));
    }

    @Test
    void shouldNameRulesOfAnyPathByTheFileAlone() throws RuleFileException {
        for (String path : List.of("my.json", "/etc/rules/my.json", "C:\\rules\\my.json", "my")) {
            assertThat(RuleParser.parse(path, minimal(""), Origin.USER).name()).isEqualTo("my");
        }
    }

    private static String minimal(String keys) {
        return """
                { "format": "agent-profiler-rules/1", %s
                  "rules": [ { "id": "plan", "match": { "class": "com.acme.Planner", "method": "plan(int):void" } } ] }
                """.formatted(keys);
    }
}
