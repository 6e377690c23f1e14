// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearMissTest {
    private static final int PUBLIC = 1;
    private static final int ABSTRACT = 0x400;
    private static final NearMiss.Declared CREATE =
            new NearMiss.Declared(PUBLIC, "create", "(Lcom/acme/Question;[I)Ljava/lang/String;");

    @Test
    void shouldTellThatAMethodIsAbstract() {
        NearMiss.Declared declared = new NearMiss.Declared(PUBLIC | ABSTRACT, CREATE.name(), CREATE.descriptor());

        assertThat(NearMiss.tell(match(Match.By.CLASS, null), List.of(declared)))
                .isEqualTo("create is abstract in com.acme.Model:"
                        + " write \"subtypeOf\" in place of \"class\" to trace its implementations");
        assertThat(NearMiss.tell(match(Match.By.SUBTYPE, null), List.of(declared)))
                .as("its implementations may come yet")
                .isNull();
    }

    @Test
    void shouldListOverloadsAndSimpleNames() {
        NearMiss.Declared other = new NearMiss.Declared(PUBLIC, "close", "()V");

        assertThat(NearMiss.tell(match(Match.By.CLASS, List.of("com.acme.Other")), List.of(other, CREATE, CREATE)))
                .isEqualTo("com.acme.Model has create(com.acme.Question,int[]):java.lang.String");
        assertThat(NearMiss.tell(match(Match.By.SUBTYPE, List.of("Question")), List.of(CREATE)))
                .isEqualTo("'Question' is written without its package;"
                        + " com.acme.Model has create(com.acme.Question,int[]):java.lang.String");
        assertThat(NearMiss.tell(match(Match.By.CLASS, List.of("com.acme.Other")), List.of(other)))
                .isNull();
    }

    private static Match match(Match.By by, List<String> parameters) {
        return new Match(by, "com.acme.Model", List.of(), List.of(new MethodSignature("create", parameters, null)));
    }
}
