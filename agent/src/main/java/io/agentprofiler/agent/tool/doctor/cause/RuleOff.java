// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Rules that failed and were disabled; rules of the user's own that matched nothing. */
public final class RuleOff implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        if (jvm.run() == null) {
            return List.of();
        }
        List<Finding> found = new ArrayList<>();
        for (Json.Obj rule : jvm.run().entries("rules")) {
            if (RunFiles.text(rule, "state").equals("off") && !jvm.run().isStopped()) {
                found.add(new Finding(
                        "a rule was disabled",
                        RunFiles.text(rule, "rule") + ": " + RunFiles.text(rule, "reason"),
                        "rules that fit the framework",
                        "report it with this line if it is a bundled rule; correct it if it is your own",
                        jvm.spans() == 0));
            }
        }
        for (String rule : jvm.run().names("unmatched")) {
            found.add(new Finding(
                    "a rule of your own matched nothing",
                    rule + " matched no method of a loaded class",
                    "the class and method as they are in the loaded version, and a program that gets as far",
                    "compare the name with the class: javap -p CLASS",
                    jvm.spans() == 0));
        }
        return found;
    }
}
