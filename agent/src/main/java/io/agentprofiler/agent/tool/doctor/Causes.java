// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import io.agentprofiler.agent.tool.doctor.cause.CannotWrite;
import io.agentprofiler.agent.tool.doctor.cause.Cause;
import io.agentprofiler.agent.tool.doctor.cause.Dropped;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Killed;
import io.agentprofiler.agent.tool.doctor.cause.NotStarted;
import io.agentprofiler.agent.tool.doctor.cause.RuleOff;
import io.agentprofiler.agent.tool.doctor.cause.SampledOut;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.doctor.cause.Stopped;
import io.agentprofiler.agent.tool.doctor.cause.SwitchedOff;
import io.agentprofiler.agent.tool.doctor.cause.WrongSetting;
import io.agentprofiler.agent.tool.doctor.cause.attach.EndedAtStart;
import io.agentprofiler.agent.tool.doctor.cause.attach.Misplaced;
import io.agentprofiler.agent.tool.doctor.cause.attach.MissingModule;
import io.agentprofiler.agent.tool.doctor.cause.attach.NotAttached;
import io.agentprofiler.agent.tool.doctor.cause.attach.OldJava;
import io.agentprofiler.agent.tool.doctor.cause.attach.WrongJar;
import io.agentprofiler.agent.tool.doctor.cause.framework.AgentInPieces;
import io.agentprofiler.agent.tool.doctor.cause.framework.NoTracedCall;
import io.agentprofiler.agent.tool.doctor.cause.framework.NothingLoaded;
import io.agentprofiler.agent.tool.doctor.cause.framework.OtherLoader;
import io.agentprofiler.agent.tool.doctor.cause.framework.Unsupported;
import io.agentprofiler.agent.tool.doctor.cause.framework.UntracedLibrary;
import io.agentprofiler.agent.tool.jvm.Jvm;
import java.util.ArrayList;
import java.util.List;

/**
 * All causes, in the order in which a trace comes about. A JVM without the agent has one cause; one with it may have several.
 *
 * <p><b>Threading:</b> stateless.
 */
final class Causes {
    /** Why the JVM has no agent: the first that is so explains those after it. */
    private static final List<Cause> ATTACH = List.of(
            new OldJava(), new MissingModule(), new WrongJar(), new Misplaced(), new NotAttached(), new EndedAtStart());

    /** Why an agent that is there records nothing: each stands for itself. */
    private static final List<Cause> RECORD = List.of(
            new SwitchedOff(),
            new WrongSetting(),
            new Stopped(),
            new SampledOut(),
            new RuleOff(),
            new OtherLoader(),
            new Unsupported(),
            new UntracedLibrary(),
            new AgentInPieces(),
            new NotStarted(),
            new CannotWrite(),
            new Killed(),
            new Dropped());

    /** What is left when nothing else is wrong. */
    private static final List<Cause> LAST = List.of(new NothingLoaded(), new NoTracedCall());

    private Causes() {}

    /** Returns what is wrong with a JVM; nothing when it has spans and nothing is. */
    static List<Finding> of(Jvm jvm, Scene scene) {
        List<Finding> found = new ArrayList<>();
        if (addFirst(ATTACH, jvm, scene, found)) {
            return found;
        }
        for (Cause cause : RECORD) {
            found.addAll(cause.look(jvm, scene));
        }
        if (found.stream().noneMatch(Finding::serious)) {
            addFirst(LAST, jvm, scene, found);
        }
        return found;
    }

    private static boolean addFirst(List<Cause> causes, Jvm jvm, Scene scene, List<Finding> into) {
        for (Cause cause : causes) {
            List<Finding> found = cause.look(jvm, scene);
            into.addAll(found);
            if (found.stream().anyMatch(Finding::serious)) {
                return true;
            }
        }
        return false;
    }
}
