// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.tool.jvm.Jvm;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** A setting with a wrong name or value, which the agent replaces by the default: in the agent's own words. */
public final class WrongSetting implements Cause {
    @Override
    public List<Finding> look(Jvm jvm, Scene scene) {
        List<String> problems = new ArrayList<>();
        Settings settings = Settings.parse(jvm.settings(), problems::add);
        try {
            if (!settings.get(Setting.TRACE).isBlank()) {
                TraceSpec.parse("agentprofiler.trace", settings.get(Setting.TRACE));
            }
            for (String file : settings.get(Setting.RULES)) {
                File named = new File(file);
                File found = named.isAbsolute() || jvm.directory() == null
                        ? named
                        : jvm.directory().resolve(file).toFile();
                // a pipe gave the JVM what was in it, and would have the doctor wait for more
                if (found.isFile() || found.isDirectory() || !found.exists()) {
                    RuleFiles.load(found);
                }
            }
        } catch (RuleFileException e) {
            e.problems().forEach(problem -> problems.add(problem.toString()));
        }
        return problems.stream()
                .map(problem -> new Finding(
                        "a setting is wrong",
                        problem,
                        "names and values as java -Dagentprofiler.help=true -javaagent:... prints them",
                        "correct it; until then the default is used",
                        jvm.spans() == 0))
                .toList();
    }
}
