// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.invoke.SwitchPoint;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One switch a rule. Every call site of the rule is linked behind it; disabling it takes the woven methods back to the
 * speed they have without an agent, with no retransformation. A rule once disabled stays disabled.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Switches {
    /** Each made when it is first asked for: most rules of a run are never woven. Behind this object's lock. */
    private final SwitchPoint[] points;

    private final AtomicReferenceArray<String> reasons;

    /** Makes the switches of {@code rules} rules. */
    public Switches(int rules) {
        points = new SwitchPoint[rules];
        reasons = new AtomicReferenceArray<>(rules);
    }

    /** Returns how many rules have a switch. */
    int rules() {
        return points.length;
    }

    /** Returns the switch that call sites of the rule are linked behind. */
    synchronized SwitchPoint point(int rule) {
        SwitchPoint point = points[rule];
        if (point == null) {
            point = new SwitchPoint();
            if (isDisabled(rule)) {
                SwitchPoint.invalidateAll(new SwitchPoint[] {point});
            }
            points[rule] = point;
        }
        return point;
    }

    /** Switches one rule off for good; answers whether this call did it. */
    public boolean disable(int rule, String reason) {
        // First, and each time: a call cut off in here, by the end of the application's stack, must not pass for done.
        SwitchPoint.invalidateAll(new SwitchPoint[] {point(rule)});
        return reasons.compareAndSet(rule, null, reason);
    }

    /** Switches every rule off for good. */
    public void disableAll(String reason) {
        for (int i = 0; i < points.length; i++) {
            reasons.compareAndSet(i, null, reason);
        }
        SwitchPoint.invalidateAll(made());
        AgentLog.debug("all rules are off: " + reason);
    }

    private synchronized SwitchPoint[] made() {
        return Arrays.stream(points).filter(Objects::nonNull).toArray(SwitchPoint[]::new);
    }

    /** Answers whether the rule is switched off. */
    public boolean isDisabled(int rule) {
        return reasons.get(rule) != null;
    }

    /** Returns why the rule was switched off, {@code null} while it is on. */
    public String reason(int rule) {
        return reasons.get(rule);
    }
}
