// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.weave.link.RuleSites;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * Signatures of the call sites woven around a method. Byte Buddy reads them; the bodies are never run, the sites are
 * linked by {@link RuleSites}.
 *
 * <p>{@code suppress} covers what even an empty call can throw: a stack overflow or a failed link must not surface in the
 * application because of us.
 */
final class RuleAdvice {
    private RuleAdvice() {}

    /** Leaves the result alone. */
    static final class Observing {
        private Observing() {}

        @Advice.OnMethodEnter(inline = false, suppress = Throwable.class)
        static Object enter(
                @Captured(Captured.SELF) Object self,
                @Captured(0) Object a0,
                @Captured(1) Object a1,
                @Captured(2) Object a2,
                @Captured(3) Object a3,
                @Captured(4) Object a4,
                @Captured(5) Object a5,
                @Captured(6) Object a6,
                @Captured(7) Object a7) {
            return null;
        }

        @Advice.OnMethodExit(inline = false, suppress = Throwable.class, onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter Object handle,
                @Captured(Captured.RESULT) Object result,
                @Advice.Thrown Throwable thrown) {}
    }

    /** Of a function that can be suspended: is given the continuation besides, and leaves the result alone. */
    static final class Suspending {
        private Suspending() {}

        @Advice.OnMethodEnter(inline = false, suppress = Throwable.class)
        static Object enterSuspending(
                @Captured(Captured.SELF) Object self,
                @Captured(0) Object a0,
                @Captured(1) Object a1,
                @Captured(2) Object a2,
                @Captured(3) Object a3,
                @Captured(4) Object a4,
                @Captured(5) Object a5,
                @Captured(6) Object a6,
                @Captured(7) Object a7,
                @Captured(Captured.CONTINUATION) Object continuation) {
            return null;
        }

        @Advice.OnMethodExit(inline = false, suppress = Throwable.class, onThrowable = Throwable.class)
        static void exitSuspending(
                @Advice.Enter Object handle,
                @Captured(Captured.RESULT) Object result,
                @Advice.Thrown Throwable thrown) {}
    }

    /** May replace the result: a publisher, an iterator. */
    static final class Replacing {
        private Replacing() {}

        @Advice.OnMethodEnter(inline = false, suppress = Throwable.class)
        static Object enter(
                @Captured(Captured.SELF) Object self,
                @Captured(0) Object a0,
                @Captured(1) Object a1,
                @Captured(2) Object a2,
                @Captured(3) Object a3,
                @Captured(4) Object a4,
                @Captured(5) Object a5,
                @Captured(6) Object a6,
                @Captured(7) Object a7) {
            return null;
        }

        @Advice.OnMethodExit(inline = false, suppress = Throwable.class, onThrowable = Throwable.class)
        @Advice.AssignReturned.ToReturned(typing = Assigner.Typing.DYNAMIC)
        static Object replace(
                @Advice.Enter Object handle,
                @Captured(Captured.RESULT) Object result,
                @Advice.Thrown Throwable thrown) {
            return null;
        }
    }
}
