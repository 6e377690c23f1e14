// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.parse.rule.SignatureParser.SignatureException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignatureParserTest {
    @Test
    void shouldReadCompleteSignatures() throws SignatureException {
        assertThat(SignatureParser.parse("chat(java.lang.String,int, a.B$C[][]):void"))
                .isEqualTo(new MethodSignature("chat", List.of("java.lang.String", "int", "a.B$C[][]"), "void"));
        assertThat(SignatureParser.parse("cancel():boolean"))
                .isEqualTo(new MethodSignature("cancel", List.of(), "boolean"));
    }

    @Test
    void shouldReadNamesThatKotlinMangles() throws SignatureException {
        assertThat(SignatureParser.parse("find-yxL6bBk(int):java.lang.Object"))
                .isEqualTo(new MethodSignature("find-yxL6bBk", List.of("int"), "java.lang.Object"));
    }

    @Test
    void shouldReadWildcards() throws SignatureException {
        assertThat(SignatureParser.parse("*")).isEqualTo(new MethodSignature("*", null, null));
        assertThat(SignatureParser.parse("run")).isEqualTo(new MethodSignature("run", null, null));
        assertThat(SignatureParser.parse("run()")).isEqualTo(new MethodSignature("run", List.of(), null));
        assertThat(SignatureParser.parse("run(..):*")).isEqualTo(new MethodSignature("run", null, null));
        assertThat(SignatureParser.parse("*(Planner):a.B"))
                .isEqualTo(new MethodSignature("*", List.of("Planner"), "a.B"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "''          ! method '': expected a method name or *; constructors are not traced",
                "<init>()    ! method '<init>()': expected a method name or *; constructors are not traced",
                "run:void    ! method 'run:void': expected name(parameter types):return type",
                "run)        ! method 'run)': expected name(parameter types):return type",
                "run(        ! method 'run(': expected ')' after the parameter types",
                "run()void   ! method 'run()void': expected ':' and the return type after ')'",
            })
    void shouldSayWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> SignatureParser.parse(text))
                .isInstanceOf(SignatureException.class)
                .hasMessage(message + ", for example chat(java.lang.String,int):java.lang.Object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "run(java.util.List<a.B>)     ! java.util.List<a.B>",
                "run(int,)                    ! ''",
                "run(void)                    ! void",
                "run():void[]                 ! void[]",
                "run():                       ! ''",
                "run(a..B)                    ! a..B",
                "run(int...)                  ! int...",
            })
    void shouldInsistOnErasedTypes(String text, String type) {
        assertThatThrownBy(() -> SignatureParser.parse(text))
                .hasMessage("method '" + text + "': found type '" + type
                        + "', expected an erased, fully qualified type, for example java.util.List, int or a.B$C[]");
    }

    @Test
    void shouldAskForThePackageOfWellKnownTypes() {
        assertThatThrownBy(() -> SignatureParser.parse("run(String[])"))
                .hasMessage("method 'run(String[])': found type 'String[]', expected a fully qualified one: "
                        + "java.lang.String[]");
    }
}
