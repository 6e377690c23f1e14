// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Links one kind of woven call site.
 *
 * <p><b>Threading:</b> any thread that reaches a woven method for the first time.
 *
 * <p><b>Errors:</b> what is thrown, and {@code null}, make the site do nothing for good.
 */
@FunctionalInterface
public interface SiteLinker {
    /**
     * Links a call site.
     *
     * @param caller the woven class
     * @param kind the site's name, by which its linker was found
     * @param type what the site passes and expects
     * @param arguments constants the weaver stored with the site
     */
    CallSite link(MethodHandles.Lookup caller, String kind, MethodType type, Object[] arguments) throws Throwable;
}
