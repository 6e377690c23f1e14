// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TrialCalls;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.weave.RuleWeaver;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loads ahead of time what weaving would otherwise load from within class loading, where the JVM takes it for a class that
 * needs itself ({@code ClassCircularityError}, seen on JDK 17).
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class WarmUp {
    private WarmUp() {}

    /** Weaves a class of the agent's own, for nothing. */
    static void run(RuleWeaver weaver) throws IOException {
        ThreadLocalRandom.current();
        try {
            Class.forName("java.lang.invoke.MethodHandle$1", false, null);
        } catch (ClassNotFoundException e) {
            // a JDK without this class does not need it ahead of time
        }
        weaver.warmUp();
    }

    /**
     * Links call sites of the first of the user's own rules that opens spans, if there is one: what it means is called sooner and more
     * often than a framework, from where nobody expects a slow first call. It opens no span. Once woven calls may run.
     *
     * @param own the user's rules, some of the weaver's
     */
    static void link(RuleWeaver weaver, List<Rule> own) {
        for (Rule rule : own) {
            if (rule.role() == Role.SPAN) {
                link(weaver, indexOf(rule, weaver.rules()));
                return;
            }
        }
    }

    private static void link(RuleWeaver weaver, int rule) {
        ThreadContext context = ThreadContext.get();
        try {
            TrialCalls.make();
            context.inside = true;
            weaver.warmUpLinking(rule);
        } catch (IOException | IllegalAccessException | RuntimeException | LinkageError e) {
            AgentLog.debug("the first calls will be slower: " + e);
        } finally {
            context.inside = false;
        }
    }

    private static int indexOf(Rule rule, List<Rule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i) == rule) {
                return i;
            }
        }
        throw new IllegalArgumentException("no rule of the weaver's: " + rule.qualifiedId());
    }
}
