// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.listen;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A file whose only line is what requests must bring. */
public final class TokenFile {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,200}");

    private TokenFile() {}

    /**
     * Returns the token; {@code null} where no file is given.
     *
     * @param option that names the file
     * @throws CommandException when the file cannot be read or holds no token
     */
    public static String read(String option, Path file) throws CommandException {
        if (file == null) {
            return null;
        }
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new CommandException(option + " " + file + " cannot be read: " + Reasons.of(e));
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new CommandException(
                    option + " " + file + ": expected one line of 16 to 200 letters, digits and . _ ~ + / = -");
        }
        return token;
    }
}
