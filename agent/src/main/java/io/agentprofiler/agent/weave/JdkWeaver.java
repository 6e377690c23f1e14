// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;

/**
 * Weaves the few JDK classes through which work changes threads. Called once, on the agent's thread, after the first rule
 * was applied in this JVM; until it returns, the first woven call of an application waits (bounded), so that no hop is
 * missed.
 */
@FunctionalInterface
public interface JdkWeaver {
    /** Weaves nothing. */
    JdkWeaver NONE = (instrumentation, bootstrap, linker) -> {};

    /**
     * Weaves the JDK's classes.
     *
     * @param bootstrap the method that call sites name as their bootstrap
     * @param linker where the kinds of these call sites are registered
     */
    void weave(Instrumentation instrumentation, Method bootstrap, CallSiteLinker linker) throws Exception;
}
