// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules about requests that get a header. */
class HeaderRuleTest {
    private static final String GOOD = """
            "host": {"url": "arg0.url", "part": "host"}, "present": "arg0.@headers[].name", "into": "arg0",
            "class": "com.acme.Request", "calls": ["newBuilder()", "header(java.lang.String,java.lang.String)", "build()"]""";

    private static Rule parse(String header) throws RuleFileException {
        String file = """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "send", "role": "propagate", "header": {%s},
                   "match": {"class": "com.acme.Client", "method": "send(com.acme.Request):void"}}]}
                """.formatted(header);
        return RuleParser.parse("acme.json", file, Origin.USER).rules().get(0);
    }

    @Test
    void shouldReadWhereTheHeaderGoes() throws RuleFileException {
        Rule rule = parse(GOOD);

        assertThat(rule.role()).isEqualTo(Role.PROPAGATE);
        assertThat(rule.kind()).isNull();
        assertThat(rule.replacedArgument()).isZero();
        assertThat(rule.header().types()).containsExactly("com.acme.Request");
        assertThat(rule.header().calls()).hasSize(3);
        assertThat(parse(GOOD.replace("\"into\": \"arg0\"", "\"into\": \"arg0.@headers\""))
                        .replacedArgument())
                .isEqualTo(-1);
    }

    @Test
    void shouldTakeStaticMethodsOfTheObject() throws RuleFileException {
        Rule rule = parse(GOOD.replace("newBuilder()", "com.acme.Request#from(com.acme.Request)"));

        assertThat(rule.header().calls().get(0).type()).isEqualTo("com.acme.Request");
    }

    @Test
    void shouldTakeAComponentOfARecord() throws RuleFileException {
        Rule rule = parse(GOOD.replaceAll("\"calls\": .*", "\"entry\": \"meta\""));

        assertThat(rule.header().entry()).isEqualTo("meta");
        assertThat(rule.header().calls()).isEmpty();
        assertThatThrownBy(() -> parse(GOOD + ", \"entry\": \"meta\"")).hasMessageContaining("either calls or entry");
    }

    @Test
    void shouldRefuseOtherCalls() {
        for (String wrong : List.of("delete(java.lang.String)", "header(int,int)", "header", "build() + 1")) {
            assertThatThrownBy(() -> parse(GOOD.replace("build()", wrong)))
                    .as(wrong)
                    .isInstanceOf(RuleFileException.class)
                    .hasMessageContaining("methods called one after the other");
        }
        assertThatThrownBy(() -> parse(GOOD.replace("\"header(java.lang.String,java.lang.String)\", ", "")))
                .hasMessageContaining("gives the header to 0 methods, expected one");
    }

    @Test
    void shouldNeedAllOfIt() {
        assertThatThrownBy(() -> parse("\"into\": \"arg0\""))
                .hasMessageContaining("key 'host' is missing")
                .hasMessageContaining("and 3 more");
        assertThatThrownBy(() -> parse(GOOD.replace("arg0.url", "return.url")))
                .hasMessageContaining("before the method has returned");
    }
}
