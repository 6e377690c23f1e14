// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.Scene;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.LoadedClasses.SeenFramework;
import java.io.PrintStream;
import java.util.List;

/**
 * What the doctor prints: a paragraph for what was looked at, and one for each thing that is wrong.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Answer {
    private final PrintStream out;
    private boolean serious;

    Answer(PrintStream out) {
        this.out = out;
    }

    /** Returns the exit code that goes with what was printed. */
    int exitCode() {
        return serious ? Doctor.CAUSE_FOUND : Doctor.NOTHING_WRONG;
    }

    /** Prints a line on its own. */
    void say(String line) {
        out.println(line);
    }

    /** Prints a line of facts. */
    void fact(String name, String value) {
        out.printf("  %-11s %s%n", name, value.replace("\r", "\\r").replace("\n", "\\n"));
    }

    /** Prints what was seen of a JVM. */
    void describe(Jvm jvm, Scene scene) {
        say(jvm.describe());
        if (jvm.home().directory() != null) {
            fact(
                    "java",
                    (jvm.home().feature() == 0 ? "" : jvm.home().feature() + ", ")
                            + jvm.home().directory());
        }
        fact("agent", agent(jvm, scene));
        jvm.properties().forEach((name, value) -> fact("setting", name + "=" + value));
        for (SeenFramework framework : jvm.classes().frameworks()) {
            fact("loaded", framework.describe());
        }
        if (jvm.run() != null) {
            fact("run", jvm.run().directory() + ": " + spans(jvm.spans()));
        }
    }

    private static String agent(Jvm jvm, Scene scene) {
        List<String> own = jvm.ownAgents();
        if (jvm.isAttached()) {
            return "attached" + (own.isEmpty() ? "" : ", " + String.join(", ", own));
        }
        if (scene.isAsked(jvm)) {
            return "not attached";
        }
        if (jvm.run() != null) {
            return "attached, as there is a run of this process";
        }
        return "cannot tell; "
                + (own.isEmpty() ? "no option that can be seen names it" : "an option names " + String.join(", ", own));
    }

    /** Prints what is wrong; that there is nothing, if there is nothing. */
    void findings(List<Finding> findings, String nothing) {
        boolean any = false;
        for (Finding finding : findings) {
            out.println();
            say((finding.serious() ? "Cause: " : "Note: ") + finding.cause());
            fact("found", finding.found());
            fact("expected", finding.expected());
            fact("to do", finding.todo());
            any |= finding.serious();
        }
        serious |= any;
        if (!any) {
            out.println();
            say(nothing);
        }
    }

    /** Returns a number of spans in words. */
    static String spans(long count) {
        return count == 0 ? "no spans" : count + (count == 1 ? " span" : " spans");
    }
}
