// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a rule that is wrong: place, rule, key, what was found, what is expected. */
class RuleProblemsTest {
    private static final String MATCH =
            "'match': {'class': 'com.acme.Model', 'method': 'ask(java.lang.String,int):java.lang.Object'}";

    @Test
    void shouldNameFileLineColumnRuleAndKey() {
        assertThat(problem("""
            { "format": "agent-profiler-rules/1",
              "rules": [
                { "id": "ask",
                  "match": { "class": "com.acme.Model", "method": "ask" },
                  "start": { "gen_ai.request.model": "arg0..model" } } ] }
            """))
                .isEqualTo("rules/my.json:5:42: rule 'ask', key 'start > gen_ai.request.model': "
                        + "path 'arg0..model', column 6: found '.', expected a name");
    }

    @Test
    void shouldCollectEveryProblemOfAFile() {
        RuleFileException e =
                catchThrowableOfType(RuleFileException.class, () -> RuleParser.parse("my.json", """
                    { "format": "agent-profiler-rules/2", "rulez": [],
                      "rules": [
                        { "id": "a", "role": "close", "shape": "futur", "match": {} },
                        5,
                        { "id": "a", "match": { "class": "A", "method": "m" } },
                        { "id": "b", "match": { "class": "A", "method": "m" }, "end": {"x": true} } ] }
                    """, Origin.USER));

        assertThat(e.problems())
                .map(Problem::toString)
                .containsExactly(
                        "my.json:1:39: unknown key 'rulez'; did you mean 'rules'?; known are format, title, packages, "
                                + "shared, reactive, rules, metadata, $schema",
                        "my.json:1:13: key 'format': found \"agent-profiler-rules/2\", expected "
                                + "\"agent-profiler-rules/1\"",
                        "my.json:3:44: rule 'a', key 'shape': has no meaning for role close; it may have id, role,"
                                + " match, operation, unless, since, until, optional, key, end, content, failed, snapshot,"
                                + " scope, recycled",
                        "my.json:3:5: rule 'a': key 'key' is missing, expected a path, or several, to the object the"
                                + " span is bound to: role close needs it",
                        "my.json:3:5: rule 'a': key 'operation' is missing, expected the operation of the span it acts"
                                + " on: role close needs it",
                        "my.json:3:62: rule 'a', key 'match': key 'method' is missing, expected a method or an array"
                                + " of methods, for example \"chat(java.lang.String):java.lang.String\"",
                        "my.json:3:62: rule 'a', key 'match': names no class, expected exactly one of class,"
                                + " subtypeOf, prefix",
                        "my.json:3:44: rule 'a', key 'shape': found \"futur\", expected one of call, future,"
                                + " publisher, delay, iterator, lambda, auto; did you mean 'future'?",
                        "my.json:4:5: key 'rules': found 5, expected a rule: an object with id and match",
                        "my.json:5:13: rule 'a', key 'id': is also the id of the rule in line 3",
                        "my.json:6:73: rule 'b', key 'end > x': found true, expected a path, an array of values, or an "
                                + "object with one of const, text, each, object, of, minus, plus, if, data, join, group, url, route, types, shared; a fixed value "
                                + "is written {\"const\": true}");
        assertThat(e).hasMessage(e.problems().get(0) + " (and 10 more)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                // the rule's own keys
                "'id': 'two words' ! id ! found \"two words\", expected letters, digits, '-', '_' and '.', for example"
                        + " \"chat-model\"",
                "'opertaion': 'x' !  ! unknown key 'opertaion'; did you mean 'operation'?; known are",
                "'kind': 'lm' ! kind ! found \"lm\", expected one of workflow, agent, llm, tool,",
                "'role': 5 ! role ! found 5, expected one of span, open, close, fail, cancel, chunk, elements, bind,"
                        + " scope, note, learn, carry",
                "'resources': 'yes' ! resources ! found \"yes\", expected true or false",
                "'snapshot': ['arg0'] ! snapshot ! found \"arg0\", expected an argument number from 0, or an array of"
                        + " them",
                "'snapshot': [2] ! snapshot ! reads arg2, but the method has 2 parameters: arg0 to arg1",
                "'unstarted': 'a b' ! unstarted ! found \"a b\", expected a fully qualified class name",
                "'key': [3] ! key ! found 3, expected a path or an array of paths, for example [\"arg1\", \"this\"]",
                "'operation': '' ! operation ! found \"\", expected an operation's name",
                "'name': {'text': 'x'} ! name ! found an object, expected a text, for example \"chat"
                        + " {gen_ai.request.model}\"",
                "'name': 'a {b}' ! name ! {b} is neither a path nor an attribute of this rule's start or end",
                "'name': 'a {' ! name ! text 'a {', column 3: '{' is never closed; write {{ for the brace",
                "'to': 'arg0' ! to ! has no meaning for role span; it may have",
                "'since': 1 ! since ! found 1, expected a version",
                // values
                "'start': {'a': 'arg2.x'} ! start > a ! reads arg2, but the method has 2 parameters: arg0 to arg1",
                "'start': {'a': 'return.x'} ! start > a ! reads 'return' before the method has returned; write it"
                        + " under end",
                "'start': {'a': {'text': '{thrown.x}'}} ! start > a ! reads 'thrown' before the method has returned;"
                        + " write it under end",
                "'start': {'gen_ai.request.modl': 'arg0'} ! start > gen_ai.request.modl ! is not a known attribute;"
                        + " did you mean 'gen_ai.request.model'?",
                "'start': {'a b': 'arg0'} ! start > a b ! is no attribute name, expected words joined by dots",
                "'start': ['arg0'] ! start ! found an array, expected an object of attributes",
                "'end': {'a': null} ! end > a ! found null, expected a path, an array of values, or an object",
                "'end': {'a': {}} ! end > a ! found an object, expected a path, an array of values, or an object",
                "'end': {'a': []} ! end > a ! found an array, expected at least one value; a fixed empty array is"
                        + " written {\"const\": []}",
                "'end': {'a': {'const': 1, 'x': 2}} ! end > a ! unknown key 'x'; known are const",
                "'end': {'a': {'const': {}}} ! end > a > const ! found an object, expected a string, number, boolean"
                        + " or an array of these",
                "'end': {'a': {'each': 'arg0'}} ! end > a ! key 'as' is missing, expected what to write of each"
                        + " element",
                "'end': {'a': {'each': 'arg0', 'as': {}}} ! end > a > as ! found an object, expected at least one"
                        + " named value",
                "'end': {'a': {'each': 'arg0', 'as': {'b': 'c..d'}}} ! end > a > as > b ! path 'c..d', column 3: found"
                        + " '.', expected a name",
                "'end': {'a': {'object': 'x'}} ! end > a > object ! found \"x\", expected an object of named values",
                "'end': {'a': {'of': 'return'}} ! end > a ! key 'map' is missing, expected an object of spellings, or"
                        + " prefixMap",
                "'end': {'a': {'of': 'return', 'map': {'A': 1}}} ! end > a > map > A ! found 1, expected a string",
                "'end': {'a': {'minus': ['return']}} ! end > a > minus ! found an array, expected an array of two"
                        + " paths: the number, and what is taken away",
                // match
                "'match': 'com.acme.Model' ! match ! found \"com.acme.Model\", expected an object that names a class"
                        + " and a method",
                "'match': {'class': 'A', 'prefix': 'B', 'method': 'm'} ! match ! has class and prefix, expected"
                        + " exactly one of class, subtypeOf, prefix",
                "'match': {'class': 'A B', 'method': 'm'} ! match > class ! found \"A B\", expected a fully qualified"
                        + " class name, nested classes with $",
                "'match': {'class': 'A', 'method': []} ! match > method ! found an array, expected at least one method",
                "'match': {'class': 'A', 'method': 'm('} ! match > method ! method 'm(': expected ')' after the"
                        + " parameter types",
                "'match': {'class': 'A', 'methods': 'm'} ! match ! unknown key 'methods'; did you mean 'method'?",
                "'match': {'class': 'A', 'method': 'm', 'except': 'a/b'} ! match > except ! found \"a/b\", expected a"
                        + " fully qualified class name",
                "'match': {'class': 'A', 'method': 'm():void'}, 'end': {'a': 'return'} ! end > a ! reads 'return', but"
                        + " the method returns void",
                "'match': {'class': 'A', 'method': 'm():void'}, 'start': {'a': 'arg0'} ! start > a ! reads arg0, but"
                        + " the method has no parameters",
                "'match': {'class': 'A', 'method': 'm(int):void'}, 'start': {'a': 'arg1'} ! start > a ! reads arg1,"
                        + " but the method has one parameter: arg0",
                "'match': {'class': 'A', 'method': 'm():void'}, 'shape': 'future' ! shape ! describes a result, but"
                        + " the method returns void",
                "'role': 'open', 'kind': 'llm', 'key': 'return', 'match': {'class': 'A', 'method': 'm():java.util.Iterator'},"
                        + " 'shape': 'iterator' ! shape ! has no meaning for role open, which has call, and future for"
                        + " what a future brings",
                "'match': {'class': 'A', 'method': 'm():int'}, 'shape': 'lambda' ! shape ! describes a lambda, but the"
                        + " method returns int",
                "'shape': 'lambda', 'unstarted': 'com.acme.Later' ! unstarted ! has no meaning for shape lambda",
                "'role': 'elements', 'key': 'this', 'operation': 'r', 'shape': 'lambda' ! shape ! has no meaning for role"
                        + " elements",
                // unless, failed, chunk
                "'unless': {} ! unless ! found an object, expected an array of conditions",
                "'unless': [1] ! unless ! found 1, expected an object with path and in",
                "'unless': [{'path': 'arg0'}] ! unless ! key 'in' is missing, expected an array of strings",
                "'unless': [{'path': 'return', 'in': 'x'}] ! unless ! reads 'return' before the method has returned",
                "'unless': [{'under': 'model'}] ! unless > under ! found \"model\", expected one of workflow, agent,"
                        + " llm, tool,",
                "'unless': [{'under': 'llm', 'in': ['x']}] ! unless ! unknown key 'in'; known are under",
                "'unless': [{'notUnder': 'model'}] ! unless > notUnder ! found \"model\", expected one of workflow,",
                "'unless': [{'notUnder': 'llm', 'under': 'llm'}] ! unless ! unknown key 'notUnder'; known are under",
                "'key': 'current' ! key ! 'current' is the span to act on; role span has none",
                "'failed': {'type': {'const': 'x'}} ! failed ! key 'when' is missing, expected a path to what is true"
                        + " when the call failed",
                "'failed': {'when': 'return', 'atLeast': '400'} ! failed > atLeast ! found \"400\", expected a whole"
                        + " number",
                "'failed': {'when': 'return', 'atLeast': 400, 'in': 'x'} ! failed > in ! has no meaning beside atLeast",
                "'failed': {'when': 'return', 'in': 4} ! failed > in ! found 4, expected a string or an array of strings",
                "'role': 'chunk', 'key': 'this', 'operation': 'r', 'from': 'arg9' ! from ! found \"arg9\", expected the"
                        + " argument that brings the elements, arg0 to arg7",
                "'role': 'chunk', 'key': 'this', 'operation': 'r', 'from': 'arg4' ! from ! reads arg4, but the method has 2",
                "'from': 'arg0' ! from ! has no meaning for role span",
                "'failed': {'when': 'arg9'} ! failed ! reads arg9, but the method has 2 parameters: arg0 to arg1",
                "'chunk': {'type': 'word'} ! chunk > type ! found \"word\", expected one of text, thinking, tool_call, item",
                "'shape': 'call', 'chunk': {'type': 'text'} ! chunk ! has no meaning for shape call; publisher and iterator have chunks",
                "'shape': 'lambda', 'chunk': {'type': 'text'} ! chunk ! has no meaning for shape lambda; publisher and",
                "'chunk': {'type': 'text', 'size': 1} ! chunk ! unknown key 'size'; known are type, when, in, unless, chars",
            })
    void shouldSayWhatIsWrongWithASpan(String keys, String key, String text) {
        expect(keys, key, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "'role': 'open', 'key': 'arg0' !  ! key 'kind' is missing, expected the span's kind: role open needs"
                        + " it",
                "'role': 'open', 'kind': 'llm' !  ! key 'key' is missing, expected a path, or several, to the object"
                        + " the span is bound to: role open needs it",
                "'role': 'fail', 'operation': 'o', 'key': 'arg0' !  ! key 'thrown' is missing, expected a path to the"
                        + " failure: role fail needs it",
                "'role': 'fail', 'operation': 'o', 'key': 'arg0', 'thrown': 'thrown' ! thrown ! reads 'thrown' before"
                        + " the method has returned",
                "'role': 'bind', 'operation': 'o', 'key': 'arg0' !  ! key 'to' is missing, expected a path to the"
                        + " second key object: role bind needs it",
                "'role': 'cancel', 'operation': 'o' !  ! key 'key' is missing, expected a path, or several,",
                "'role': 'scope', 'key': 'this' !  ! key 'operation' is missing, expected the operation of the span it"
                        + " acts on: role scope needs it",
                "'role': 'carry' !  ! key 'key' is missing, expected a path, or several,",
                "'role': 'close', 'operation': 'o', 'key': 'return' ! key ! reads 'return' before the method has"
                        + " returned",
                "'role': 'close', 'operation': 'o', 'key': 'this', 'end': {'a': 'return'} ! end > a ! reads 'return'"
                        + " before the method has returned",
                "'role': 'chunk', 'operation': 'o', 'key': 'this', 'chunk': {'chars': 'arg0'} ! chunk ! key 'type' is"
                        + " missing, expected one of text, thinking, tool_call, item",
                "'role': 'close', 'operation': 'p', 'key': 'this' ! operation ! no rule of this file opens a span of"
                        + " operation 'p'; it has o",
                "'role': 'carry', 'operation': 'o', 'key': 'current' ! key ! 'current' is the span to act on; role"
                        + " carry has none",
                "'role': 'elements', 'operation': 'o', 'key': 'this' ! match ! role elements needs methods that return"
                        + " java.util.Iterator or java.util.stream.Stream",
                "'role': 'elements', 'operation': 'o', 'key': 'this', 'chunk': {'done': 'arg9'} ! chunk ! reads arg9,"
                        + " but the method has 2 parameters: arg0 to arg1",
                "'role': 'elements', 'operation': 'o', 'key': 'return', 'chunk': {'done': 'return'} ! key ! reads"
                        + " 'return' before the method has returned",
                "'role': 'carry', 'key': 'this', 'kind': 'llm' ! kind ! has no meaning for role carry; it may have id,"
                        + " role, match, operation, unless, since, until, optional, key",
            })
    void shouldSayWhatARoleNeeds(String keys, String key, String text) {
        expect(keys, key, text);
    }

    @Test
    void shouldTellOfARuleWithNeitherIdNorOperation() {
        assertThat(problem(file("'id': 'two words', 'role': 'close', 'operation': '', 'key': 'this', " + MATCH)))
                .contains("found \"two words\"");
    }

    @Test
    void shouldSuggestTheOperationThatWasMeant() {
        assertThat(problem(file("'id': 'r', 'role': 'close', 'operation': 'chat-modl', 'key': 'this', " + MATCH
                        + "}, {'id': 'chat-model', " + MATCH)))
                .endsWith("rule 'r', key 'operation': no rule of this file opens a span of operation 'chat-modl'; "
                        + "did you mean 'chat-model'?; it has chat-model, o");
    }

    @Test
    void shouldRefuseCallsOfTheApplicationInBundledFiles() {
        RuleFileException e =
                catchThrowableOfType(RuleFileException.class, () -> RuleParser.parse("x.json", """
                    { "format": "agent-profiler-rules/1", "packages": ["a."],
                      "shared": { "s": "arg0.(a|b())" },
                      "rules": [ { "id": "r", "match": { "class": "A", "method": "m(B):C" },
                        "name": "n {arg0.c('d')}",
                        "start": { "acme.a": "(arg0.e().f|arg0.g)", "acme.b": { "shared": "s" }, "acme.c": "arg0.getHeader!('h')" },
                        "content": { "acme.d": { "each": "arg0.h", "as": { "i": "j()" } } } } ] }\
                    """, Origin.BUNDLED));

        assertThat(e.problems())
                .map(Problem::toString)
                .map(line ->
                        line.substring(0, line.indexOf(" calls a method of whatever class the object is of; bundled")))
                .containsExactlyInAnyOrder(
                        "x.json:2:20: rule 'r', key 'shared > s': path 'arg0.(a|b())'",
                        "x.json:4:13: rule 'r', key 'name': path 'arg0.c('d')'",
                        "x.json:5:26: rule 'r', key 'start > acme.a': path '(arg0.e().f|arg0.g)'",
                        "x.json:6:61: rule 'r', key 'content > acme.d > as > i': path 'j()'");
    }

    @Test
    void shouldInsistOnCompleteSignaturesInBundledFiles() {
        RuleFileException e =
                catchThrowableOfType(RuleFileException.class, () -> RuleParser.parse("x.json", """
                    { "format": "agent-profiler-rules/1",
                      "rules": [ { "id": "r", "match": { "class": "A",
                        "method": ["m", "m(..):void", "m()", "*():void", "m():void"] } } ] }\
                    """, Origin.BUNDLED));

        assertThat(e.problems())
                .map(Problem::toString)
                .containsExactly(
                        "x.json:3:16: rule 'r', key 'match > method': found \"m\", expected name, parameter types and "
                                + "return type: a bundled rule matches no more than it was made for",
                        "x.json:3:21: rule 'r', key 'match > method': found \"m(..):void\", expected name, parameter"
                                + " types and return type: a bundled rule matches no more than it was made for",
                        "x.json:3:35: rule 'r', key 'match > method': found \"m()\", expected name, parameter types"
                                + " and return type: a bundled rule matches no more than it was made for",
                        "x.json:3:42: rule 'r', key 'match > method': found \"*():void\", expected name, parameter"
                                + " types and return type: a bundled rule matches no more than it was made for",
                        "x.json:1:1: key 'packages' is missing, expected an array of package names, each with a"
                                + " trailing dot, for example [\"com.acme.\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "\"\"            ! :1:1: the file is empty, expected a rule file: {\"format\": ..}",
                "[]            ! :1:1: found an array, expected an object with format, title, packages, shared,"
                        + " reactive, rules",
                "{             ! :1:2: not JSON: Unexpected end-of-input",
                "{} {}         ! :1:4: expected nothing after the closing brace",
                "{'a': 1, 'a': 2} ! :1:10: key 'a': is written twice in one object",
                "{'a': 1,}     ! :1:9: not JSON: Unexpected character ('}' (code 125))",
                "{'a': 1e999}  ! :1:7: found 1e999, expected a smaller number",
                "{'a': tru}    ! :1:7: not JSON: Unrecognized token 'tru'",
                "// why        ! :1:1: not JSON: comments are written \"comment\": \"..\" (",
                "{'rules': {}} ! :1:1: key 'format' is missing, expected \"agent-profiler-rules/1\"",
                "{'format': 'agent-profiler-rules/1'} ! :1:1: key 'rules' is missing, expected an array of rules",
                "{'format': 'agent-profiler-rules/1', 'rules': [], 'packages': ['com.acme']} ! :1:64: key 'packages':"
                        + " found \"com.acme\", expected an array of package names, each with a trailing dot",
            })
    void shouldSayWhatIsWrongWithAFile(String text, String message) {
        assertThat(problem(text.replace('\'', '"'))).startsWith("rules/my.json" + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "{}          ! 'reactive': found an object, expected an array of types",
                "[1]         ! 'reactive': found 1, expected an object with type and subscriber",
                "[{}]        ! 'reactive': key 'type' is missing, expected a fully qualified class name, nested classes with $",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'wrp': 'of'}] ! 'reactive': unknown key 'wrp'; did you mean 'wrap'?",
                "[{'type': 'a.P', 'subscriber': 'a-S'}] ! 'reactive > subscriber': found \"a-S\", expected a fully qualified",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'wrap': 'of'}] ! 'reactive > wrap': found \"of\", expected a static method",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'wrap': 'of(String)'}] ! 'reactive > wrap': method 'of(String)': found type",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'factory': 'make'}] ! 'reactive': key 'wrap' is missing, expected the method of what 'make' returns that takes a source",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'via': 'to()'}] ! 'reactive > via': found \"to()\", expected a method name",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'single': 1}] ! 'reactive > single': found 1, expected true or false",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'signals': {'nxt': 'n'}}] ! 'reactive > signals': unknown key 'nxt'; did you mean 'next'?",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'signals': {'next': 'n()'}}] ! 'reactive > signals > next': found \"n()\", expected a method name",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'context': {'of': 'c', 'get': 'g'}}] ! 'reactive > context': key 'put' is missing, expected a method name",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'subclass': {}}] ! 'reactive > subclass': key 'of' is missing, expected a fully qualified",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'subclass': {'of': 'a.P', 'direct': 'x()'}}] ! 'reactive > subclass > direct': found \"x()\", expected a method name",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'subclass': {'of': 'a.P'}, 'wrap': 'of(a.Q)'}] ! 'reactive > subclass': is for a type without wrap, factory and via",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'fusion': {'offer': 'o', 'request': 'r', 'poll': 'p', 'empty': 'e'}}] ! 'reactive > fusion': key 'sync' is missing, expected a number",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'packages': 'a'}] ! 'reactive > packages': found \"a\", expected a package name with a trailing dot",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'keep': ['x y']}] ! 'reactive > keep': found \"x y\", expected a fully qualified",
                "[{'type': 'a.P', 'subscriber': 'a.S', 'forward': ['x y']}] ! 'reactive > forward': found \"x y\", expected a fully qualified",
            })
    void shouldSayWhatIsWrongWithAReactiveType(String reactive, String message) {
        String file = "{'format': 'agent-profiler-rules/1', 'rules': [], 'reactive': " + reactive + "}";

        assertThat(problem(file.replace('\'', '"')).replace('"', '\'')).contains("key " + message.replace('"', '\''));
    }

    @Test
    void shouldRefuseNestingBeyondReason() {
        assertThat(problem("[".repeat(100_000))).contains("beyond a limit");
    }

    private static void expect(String keys, String key, String text) {
        String id = keys.contains("'id'") ? "" : "'id': 'r', ";
        String match = keys.contains("'match'") ? "" : ", " + MATCH;
        String where = keys.contains("'id'") ? "" : "rule 'r'" + (key == null ? ": " : ", ");
        assertThat(problem(file(id + keys + match)))
                .contains(": " + where + (key == null ? "" : "key '" + key + "': ") + text);
    }

    private static String file(String rule) {
        String text = "{'format': 'agent-profiler-rules/1', 'rules': [{'id': 'opens', 'operation': 'o', " + MATCH
                + "}, {" + rule + "}]}";
        return text.replace('\'', '"');
    }

    /** Returns the first problem, on one line. */
    private static String problem(String text) {
        RuleFileException e = catchThrowableOfType(
                RuleFileException.class, () -> RuleParser.parse("rules/my.json", text, Origin.USER));
        assertThat(e.problems())
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("\n"));
        return e.problems().get(0).toString();
    }
}
