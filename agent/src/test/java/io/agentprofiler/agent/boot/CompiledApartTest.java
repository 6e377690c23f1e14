// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.shared.CompilerDirectives;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("every-jdk")
class CompiledApartTest {
    @Test
    void shouldBeTakenByTheJvmOnce() throws Exception {
        CompilerDirectives directives = CompilerDirectives.open();

        assertThat(CompiledApart.tell(directives)).contains("2 compiler directives added");
        assertThat(CompiledApart.tell(directives)).isEqualTo("told before");
        assertThat(directives.print())
                .containsOnlyOnce("matching: io/agentprofiler/*.*")
                .contains("io/agentprofiler/agent/writer/SinkSet.*")
                .contains("Exclude:true")
                .contains("-io/agentprofiler/agent/writer/RingConsumer.*")
                .contains("-io/agentprofiler/shared/schema/ContentText$Writer.*");
        assertThat(directives.remove("io/agentprofiler/")).isTrue();
        assertThat(directives.print()).doesNotContain("io/agentprofiler");
    }

    @Test
    void shouldTakeBackItsOwnDirectivesOnly() throws Exception {
        CompilerDirectives directives = CompilerDirectives.open();
        directives.add("[{match: [\"com/example/Below.*\"], c2: {Exclude: true}}]");
        CompiledApart.tell(directives);

        CompiledApart.takeBack();
        assertThat(directives.print()).doesNotContain("io/agentprofiler").contains("com/example/Below.*");
        CompiledApart.takeBack();
        assertThat(directives.print()).contains("com/example/Below.*");
        CompiledApart.tell(directives);
        directives.add("[{match: [\"com/example/Above.*\"], c2: {Exclude: true}}]");
        CompiledApart.takeBack();
        assertThat(directives.print())
                .contains("com/example/Above.*")
                .contains("io/agentprofiler/*.*")
                .contains("com/example/Below.*");

        directives.removeLast();
        CompiledApart.takeBack();
        directives.removeLast();
        assertThat(directives.print()).doesNotContain("io/agentprofiler").doesNotContain("com/example");
    }

    static List<String> methods() {
        return Stream.of(CompiledApart.APART, CompiledApart.QUICKLY)
                .flatMap(List::stream)
                .filter(named -> !named.contains("$Lambdas")) // made by the build
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void shouldNameMethodsThatThereAre(String named) throws ClassNotFoundException {
        int dot = named.lastIndexOf('.');
        String type =
                "io.agentprofiler." + named.substring(0, dot).replace('/', '.').replace("*", "");
        String method = named.substring(dot + 1);

        Class<?> found = Class.forName(type);
        assertThat(Stream.of(Stream.of(found), Arrays.stream(found.getDeclaredClasses()))
                        .flatMap(classes -> classes)
                        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                        .map(Executable::getName))
                .anyMatch(name -> method.equals("*") || name.equals(method));
    }
}
