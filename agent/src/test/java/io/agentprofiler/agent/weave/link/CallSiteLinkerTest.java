// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallSiteLinkerTest {
    private static final MethodType TEXT = MethodType.methodType(String.class);

    private final CallSiteLinker linker = new CallSiteLinker();

    @Test
    void shouldLinkEachKindByItsOwnLinker() throws Throwable {
        linker.register(
                "greet",
                (caller, kind, type, arguments) ->
                        new ConstantCallSite(MethodHandles.constant(String.class, kind + " " + arguments[0])));

        assertThat(link("greet", "Ada")).isEqualTo("greet Ada");
    }

    @Test
    void shouldMakeSitesThatDoNothingOfWhatCannotBeLinked() throws Throwable {
        linker.register("broken", (caller, kind, type, arguments) -> {
            throw new NoClassDefFoundError("gone");
        });
        linker.register("refused", (caller, kind, type, arguments) -> null);

        assertThat(link("broken")).isNull();
        assertThat(link("refused")).isNull();
        assertThat(link("unknown")).isNull();
    }

    @Test
    void shouldLeaveASiteUnlinkedThatIsFirstReachedAtTheEndOfTheStack() throws Throwable {
        AtomicInteger calls = new AtomicInteger();
        linker.register("deep", (caller, kind, type, arguments) -> {
            switch (calls.incrementAndGet()) {
                case 1 -> throw new StackOverflowError();
                case 2 -> throw new InternalError(new IllegalStateException(new StackOverflowError()));
                default -> {}
            }
            return new ConstantCallSite(MethodHandles.constant(String.class, "linked"));
        });

        assertThatThrownBy(() -> link("deep")).isInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> link("deep")).isInstanceOf(StackOverflowError.class);
        assertThat(link("deep")).isEqualTo("linked");
    }

    @Test
    void shouldNotWaitForItselfWhenLinkingReachesAnotherSite() throws Throwable {
        linker.register("outer", (caller, kind, type, arguments) -> {
            Object inner =
                    linker.link(caller, "outer", type, arguments).getTarget().invoke();
            return new ConstantCallSite(MethodHandles.constant(String.class, "inner " + inner));
        });

        assertThat(link("outer")).isEqualTo("inner null");
    }

    private Object link(String kind, Object... arguments) throws Throwable {
        CallSite site = linker.link(MethodHandles.lookup(), kind, TEXT, arguments);
        return site.getTarget().invoke();
    }
}
