// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.advice;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The base cost of a Java agent on Byte Buddy's own API: methods get an inlined {@link Advice} whose entry and exit see the
 * result and the exception, as ours do, and do nothing. Arguments: {@code type#method;type#method}, subtypes included.
 */
public final class AdviceAgent {
    private AdviceAgent() {}

    /** Installs the advice. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        AgentBuilder builder = new AgentBuilder.Default().disableClassFormatChanges();
        for (String method : arguments.split(";")) {
            String[] parts = method.split("#");
            builder = builder.type(ElementMatchers.hasSuperType(ElementMatchers.named(parts[0])))
                    .transform((type, description, loader, module, domain) -> type.visit(Advice.to(Empty.class)
                            .on(ElementMatchers.named(parts[1])
                                    .and(ElementMatchers.not(ElementMatchers.isAbstract())))));
        }
        builder.installOn(instrumentation);
    }

    /** The advice. */
    static final class Empty {
        private Empty() {}

        @Advice.OnMethodEnter
        static Object enter() {
            return Hooks.enter();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter Object token,
                @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object result,
                @Advice.Thrown Throwable failure) {
            Hooks.exit(token, result, failure);
        }
    }
}
