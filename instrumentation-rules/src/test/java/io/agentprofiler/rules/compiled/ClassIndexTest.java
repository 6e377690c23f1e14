// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a rule means is found by the index before the rule is read. */
class ClassIndexTest {
    @Test
    void shouldFindEveryClassThatABundledRuleMeans() throws RuleFileException {
        List<RuleFile> files = new ArrayList<>();
        for (String name : RuleFiles.bundled()) {
            files.add(RuleFiles.loadBundled(name));
        }
        ClassIndex index = CompiledRules.read(CompiledRules.outline(files)).index();

        for (int file = 0; file < files.size(); file++) {
            for (String prefix : files.get(file).packages()) {
                assertThat(named(index, prefix + "Any")).contains(file);
            }
            for (Rule rule : files.get(file).rules()) {
                Match match = rule.match();
                String type = match.type();
                assertThat(named(index, match.by() == Match.By.PREFIX ? type + "Any" : type))
                        .contains(file);
                if (match.by() == Match.By.SUBTYPE) {
                    assertThat(above(index, type)).contains(file);
                    for (MethodSignature method : match.methods()) {
                        assertThat(index.isMethod(method.name().hashCode())).isTrue();
                        assertThat(methods(index, method.name(), descriptor(method)))
                                .contains(file);
                    }
                }
            }
        }
    }

    @Test
    void shouldFindNoOtherClass() throws RuleFileException {
        ClassIndex index = ClassIndex.of(List.of(
                file("one", "\"class\": \"com.one.Model\""),
                file("two", "\"subtypeOf\": \"com.two.Model\""),
                file("three", "\"prefix\": \"org.three.Outer$\"")));

        assertThat(named(index, "com.one.Model")).containsExactly(0);
        assertThat(named(index, "com.two.Model")).containsExactly(1);
        assertThat(named(index, "com.two.Model$Part")).isEmpty();
        assertThat(named(index, "com.two.inner.Model")).isEmpty();
        assertThat(named(index, "org.three.Outer$Part")).containsExactly(2);
        assertThat(named(index, "org.three.Outer")).isEmpty();
        assertThat(above(index, "com.two.Model")).containsExactly(1);
        assertThat(above(index, "com.one.Model")).isEmpty();
        assertThat(methods(index, "call", "(Ljava/lang/String;[I)V")).containsExactly(1);
        assertThat(methods(index, "call", "(Ljava/lang/String;[I)I")).isEmpty();
        assertThat(index.isMethod("call".hashCode())).isTrue();
        assertThat(index.isMethod("calls".hashCode())).isFalse();
    }

    @Test
    void shouldLookBesideAClassThatMakesModelCalls() throws RuleFileException {
        ClassIndex index = ClassIndex.of(List.of(RuleParser.parse("acme.json", """
                {"format": "agent-profiler-rules/1", "packages": [], "rules": [
                  {"id": "call", "kind": "llm", "match": {"class": "com.acme.Model", "method": "call():void"}}]}""", Origin.USER)));

        assertThat(named(index, "com.acme.ReactiveModel")).containsExactly(0);
        assertThat(named(index, "com.acme.part.Other")).containsExactly(0);
        assertThat(named(index, "com.acmeModel")).isEmpty();
    }

    @Test
    void shouldRefuseWhatNoIndexCanTell() throws RuleFileException {
        RuleFile wide = RuleParser.parse("acme.json", """
                {"format": "agent-profiler-rules/1", "packages": [], "rules": [
                  {"id": "call", "match": {"subtypeOf": "com.acme.Model", "method": "call(..)"}}]}""", Origin.USER);

        assertThatThrownBy(() -> ClassIndex.of(List.of(wide)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a bundled rule gives the full signature");
    }

    private static String descriptor(MethodSignature method) {
        StringBuilder descriptor = new StringBuilder("(");
        method.parameters().forEach(type -> descriptor.append(descriptor(type)));
        return descriptor.append(')').append(descriptor(method.returns())).toString();
    }

    private static String descriptor(String type) {
        if (type.endsWith("[]")) {
            return "[" + descriptor(type.substring(0, type.length() - 2));
        }
        for (Class<?> primitive : List.of(
                void.class,
                boolean.class,
                byte.class,
                char.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class)) {
            if (primitive.getName().equals(type)) {
                return MethodType.methodType(primitive)
                        .toMethodDescriptorString()
                        .substring(2);
            }
        }
        return "L" + type.replace('.', '/') + ";";
    }

    private static List<Integer> named(ClassIndex index, String className) {
        BitSet files = new BitSet();
        index.addNamed(className.replace('.', '/'), files);
        return list(files);
    }

    private static List<Integer> above(ClassIndex index, String type) {
        BitSet files = new BitSet();
        index.addAbove(type.replace('.', '/'), files);
        return list(files);
    }

    private static List<Integer> methods(ClassIndex index, String name, String descriptor) {
        BitSet files = new BitSet();
        index.addMethod(name.hashCode(), descriptor.hashCode(), files);
        return list(files);
    }

    private static List<Integer> list(BitSet files) {
        return files.stream().boxed().toList();
    }

    private static RuleFile file(String name, String match) throws RuleFileException {
        return RuleParser.parse(name + ".json", """
                {"format": "agent-profiler-rules/1", "packages": [], "rules": [
                  {"id": "call", "kind": "tool", "match": {%s, "method": "call(java.lang.String,int[]):void"}}]}
                """.formatted(match), Origin.USER);
    }
}
