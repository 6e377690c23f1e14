// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds rule files: the bundled ones, which {@code rules/index} beside the resources lists, and those of users.
 *
 * <p><b>Threading:</b> any thread; reads files.
 */
public final class RuleFiles {
    private static final String FOLDER = "/rules/";
    private static final String REACTIVE = "reactive.json";
    private static final String COROUTINES = "coroutines.json";
    /** Bytes of the largest rule file that is read; the largest bundled one has a fiftieth of it. */
    static final int MOST_BYTES = 4 << 20;

    private RuleFiles() {}

    /** Returns the names of the bundled rule files, without suffix. */
    public static List<String> bundled() {
        try {
            return resource("index")
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the list of bundled rules cannot be read", e);
        }
    }

    /**
     * Loads a bundled rule file.
     *
     * @throws RuleFileException when there is none of the name, or it is wrong
     */
    public static RuleFile loadBundled(String name) throws RuleFileException {
        if (!bundled().contains(name)) {
            throw new RuleFileException(problem(
                    name + ".json",
                    "is not bundled" + Nearest.hint(name, bundled()) + "; bundled are "
                            + String.join(", ", bundled())));
        }
        try {
            return RuleParser.parse(name + ".json", resource(name + ".json"), Origin.BUNDLED);
        } catch (IOException e) {
            throw new RuleFileException(problem(name + ".json", "cannot be read: " + e));
        }
    }

    /**
     * Loads what the agent knows of reactive libraries. It goes with whatever rules are on, and never wakes the agent by
     * itself.
     */
    public static RuleFile loadReactive() throws RuleFileException {
        return loadTypes(REACTIVE);
    }

    /** Loads what the agent knows of Kotlin's coroutines; the same holds for it. */
    public static RuleFile loadCoroutines() throws RuleFileException {
        return loadTypes(COROUTINES);
    }

    private static RuleFile loadTypes(String file) throws RuleFileException {
        try {
            return RuleParser.parse(file, resource("types/" + file), Origin.BUNDLED);
        } catch (IOException e) {
            throw new RuleFileException(problem(file, "cannot be read: " + e));
        }
    }

    /**
     * Loads a user's rule file.
     *
     * @throws RuleFileException when it cannot be read or is wrong
     */
    public static RuleFile load(File file) throws RuleFileException {
        // a pipe, such as a shell's <(...), is as good as a file
        if (!file.exists() || file.isDirectory()) {
            throw new RuleFileException(problem(
                    file.getPath(),
                    file.exists()
                            ? "is a directory, expected a rule file"
                            : "does not exist (looked for " + file.getAbsolutePath() + ")"));
        }
        try (InputStream in = new BufferedInputStream(new FileInputStream(file))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new RuleFileException(problem(
                        file.getPath(),
                        "is larger than " + (MOST_BYTES >> 20) + " MiB, which no rule file may be: split it, or name"
                                + " the right file"));
            }
            return RuleParser.parse(file.getPath(), text(bytes), Origin.USER);
        } catch (CharacterCodingException e) {
            throw new RuleFileException(problem(file.getPath(), "is not UTF-8 text"));
        } catch (IOException e) {
            throw new RuleFileException(problem(file.getPath(), "cannot be read: " + e.getMessage()));
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = RuleFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("no resource " + FOLDER + name);
            }
            return text(in.readAllBytes());
        }
    }

    /** Reads UTF-8 and insists on it. */
    private static String text(byte[] bytes) throws IOException {
        Reader reader = new InputStreamReader(
                new ByteArrayInputStream(bytes),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString().startsWith("\uFEFF") ? text.toString().substring(1) : text.toString();
    }

    private static Problem problem(String file, String text) {
        return new Problem(file, 0, 0, null, null, text);
    }
}
