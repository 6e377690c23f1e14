// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compiled rules mean what the texts mean that they were compiled from. */
class CompiledRulesTest {
    /**
     * Has every form of a value, every step of a path and every part of a rule that the bundled files may do without. Sets are in the
     * order they are taken down in: in which they print depends, where hashes collide, on the order they were made in.
     */
    private static final String EVERYTHING = """
            {"format": "agent-profiler-rules/1", "title": "Acme \u2013 everything", "packages": ["com.acme."],
             "metadata": ["acme.choice"],
             "rules": [
              {"id": "ask", "kind": "llm", "operation": "ask", "shape": "iterator",
               "match": {"class": "com.acme.Model", "except": ["com.acme.Other"],
                         "method": ["ask(java.lang.String,int[]):java.util.Iterator", "*(..)"]},
               "name": "{{ {acme.choice} {arg0.name} }}",
               "start": {
                 "acme.choice": "(arg0.a|arg1.b[0]).c|d.(e[-1].f|g()?)['key.of'].h('text').@field.@other?.size.class",
                 "acme.constants": {"const": ["text", 1, -7, 0.5, true, ["inner"]]},
                 "acme.fixed": {"const": 9007199254740993},
                 "acme.spelled": {"of": "arg0.reason", "map": {"STOP": "stop", "NONE": null}, "prefixMap": {"b": "B", "a": "A"}},
                 "acme.minus": {"minus": ["arg0.all", "arg0.before"]},
                 "acme.plus": {"plus": ["arg0.a", "arg0.b", "arg0.c"]},
                 "acme.route": {"route": ["arg0.@a*.b", "arg0.getStatus!()"]},
                 "acme.if": {"if": "arg0.text?", "in": ["x", "y"], "then": {"const": 1}, "else": "this.simpleClass"},
                 "acme.host": {"url": "arg0.url", "part": "host"},
                 "acme.piece": {"url": "arg0.url", "part": "path", "like": ["*/models/{}:*", "/{}"]},
                 "acme.annotated": "arg@com.acme.Named.value",
                 "acme.all": {"data": "arg*", "classes": {"com.acme.T": {"type": "t", "n": 1}}, "names": {"b": "B", "a": "A"}}},
               "end": {
                 "acme.joined": {"join": "kept.texts"},
                 "acme.grouped": {"group": "kept.calls", "by": "index", "as": {"name": "name", "arguments": {"join": "it.args[]"}}},
                 "acme.list": ["return.a", {"each": "return.parts[]", "as": {"text": "it.text", "of": "arg0.id"}}]},
               "content": {"gen_ai.input.messages": {"object": {"z": "arg0.z",
                 "a": {"each": "arg0.parts", "as": {"t": {"text": "{it.b} {arg0.a}"}}}}}},
               "chunk": {"type": "text", "chars": "return.text"},
               "keep": {"texts": {"all": "return.text", "most": 7}, "calls": {"first": "return.call"}, "last": "return",
                        "raw": {"bytes": [{"of": "arg1", "from": "arg0.from", "to": "arg0.to"}, {"of": "return[events].x"}], "count": "arg0.count"}},
               "unless": [{"path": "arg0.name", "in": ["hashCode", "toString"]}, {"path": "arg0.on", "absent": true}, {"path": "arg0.id", "notIn": ["b", "a"]},
                          {"under": ["llm", "tool"]}, {"notUnder": ["workflow"]}],
               "failed": {"when": "return.status", "atLeast": 400, "type": "return.code", "message": "return.why"},
               "snapshot": [1, 0], "unstarted": ["com.acme.Later"], "resources": true,
               "since": "1.2", "until": "2.0", "optional": true},
              {"id": "given", "role": "elements", "operation": "ask", "key": "this", "from": "arg1",
               "match": {"subtypeOf": "com.acme.Handler", "method": "on(int,org.reactivestreams.Publisher):void"},
               "chunk": [{"type": "text", "when": "return.class", "in": ["com.acme.Text", "com.acme.Delta"], "chars": "return.text"}],
               "failed": {"when": "return.state", "in": ["REFUSED", "BROKEN"]}},
              {"id": "lambda", "shape": "lambda", "start": {"acme.a": "arg3"},
               "match": {"class": "com.acme.Tool", "method": "function():com.acme.Function"}},
              {"id": "bind", "role": "bind", "operation": "ask", "key": ["current", "arg0"], "to": "return",
               "match": {"prefix": "com.acme.Bind", "method": ["bind(..)"]}}]}""";

    private static RuleFile again(RuleFile file) {
        return CompiledRules.file(CompiledRules.compile(file), true);
    }

    private static List<RuleFile> bundled() throws RuleFileException {
        List<RuleFile> files = new ArrayList<>();
        for (String name : RuleFiles.bundled()) {
            files.add(RuleFiles.loadBundled(name));
        }
        files.add(RuleFiles.loadReactive());
        files.add(RuleFiles.loadCoroutines());
        return files;
    }

    @Test
    void shouldMeanWhatTheBundledFilesMean() throws RuleFileException {
        for (RuleFile file : bundled()) {
            RuleFile read = again(file);
            assertThat(read).isEqualTo(file);
            assertSameOrder(read, file);
        }
    }

    @Test
    void shouldLeaveOutHowCallsAreAnsweredAndNothingElse() throws RuleFileException {
        int left = 0;
        for (RuleFile file : bundled()) {
            RuleFile without = CompiledRules.file(CompiledRules.compile(file), false);
            for (int i = 0; i < file.rules().size(); i++) {
                Rule read = without.rules().get(i);
                assertThat(read.replay()).isNull();
                assertThat(read)
                        .usingRecursiveComparison()
                        .usingOverriddenEquals()
                        .ignoringFields("replay")
                        .isEqualTo(file.rules().get(i));
                left += file.rules().get(i).replay() == null ? 0 : 1;
            }
        }
        assertThat(left).isPositive();
    }

    @Test
    void shouldKeepEveryFormThereIs() throws RuleFileException {
        RuleFile file = RuleParser.parse("everything.json", EVERYTHING, Origin.USER);

        RuleFile read = again(file);

        assertThat(read).isEqualTo(file).hasToString(file.toString());
        assertSameOrder(read, file);
    }

    @Test
    void shouldKeepTheRulesOfMethodsThatAUserNames() throws RuleFileException {
        RuleFile file = TraceSpec.parse("agentprofiler.trace", "com.acme.Planner#plan;com.acme.tools.*#*");

        assertThat(again(file)).isEqualTo(file);
    }

    @Test
    void shouldBeTheSameBytesEachTime() throws RuleFileException {
        for (RuleFile file : bundled()) {
            assertThat(CompiledRules.compile(again(file))).isEqualTo(CompiledRules.compile(file));
        }
        assertThat(CompiledRules.outline(bundled())).isEqualTo(CompiledRules.outline(bundled()));
    }

    @Test
    void shouldTellOfFilesBeforeTheyAreRead() throws RuleFileException {
        List<RuleFile> files = bundled();

        CompiledRules outline = CompiledRules.read(CompiledRules.outline(files));

        assertThat(outline.files())
                .containsExactlyElementsOf(files.stream().map(FileOutline::of).toList());
        assertThat(outline.files().get(0).name()).isEqualTo("langchain4j");
        assertThat(outline.files().get(0).modelPackages()).containsExactly("dev.langchain4j.");
        assertThat(outline.files().get(0).rules())
                .isEqualTo(files.get(0).rules().size());
    }

    /** Maps are equal in any order; attributes are written in theirs. */
    private static void assertSameOrder(RuleFile read, RuleFile file) {
        for (int i = 0; i < file.rules().size(); i++) {
            Rule expected = file.rules().get(i);
            Rule rule = read.rules().get(i);
            assertThat(rule.start().keySet())
                    .containsExactlyElementsOf(expected.start().keySet());
            assertThat(rule.end().keySet())
                    .containsExactlyElementsOf(expected.end().keySet());
            assertThat(rule.content().keySet())
                    .containsExactlyElementsOf(expected.content().keySet());
            assertThat(rule.key()).hasToString(expected.key().toString());
        }
    }
}
