// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The recipes of {@code docs/attach/README.md}: each is the block of code behind a mark {@code <!-- recipe: NAME -->}. The tests
 * replace the page's two directories and change nothing else.
 */
final class Recipes {
    private static final Pattern RECIPE = Pattern.compile("(?ms)^<!-- recipe: (\\S+) -->\n```(\\w+)\n(.*?)^```$");

    static final String JAR = "/opt/agent-profiler/agent-profiler.jar";
    private static final String TRACES = "/var/tmp/agent-profile";

    private Recipes() {}

    /** Returns the names of the recipes in a language, in the order of the page. */
    static List<String> names(String language) throws IOException {
        List<String> names = new ArrayList<>();
        Matcher matcher = RECIPE.matcher(page());
        while (matcher.find()) {
            if (matcher.group(2).equals(language)) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }

    /** Returns a recipe as printed. */
    static String text(String name) throws IOException {
        Matcher matcher = RECIPE.matcher(page());
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(3);
            }
        }
        throw new IllegalArgumentException("docs/attach/README.md has no recipe " + name);
    }

    /** Returns a recipe with the jar of this build and another directory for the traces. */
    static String text(String name, Path traces) throws IOException {
        String text = text(name);
        assertThat(text).contains(JAR, TRACES);
        return text.replace(JAR, Artifacts.agentJar().toString()).replace(TRACES, traces.toString());
    }

    private static String page() throws IOException {
        return Files.readString(
                Artifacts.agentJar().resolve("../../../docs/attach/README.md").normalize());
    }
}
