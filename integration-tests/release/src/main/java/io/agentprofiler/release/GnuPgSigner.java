// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Signs with a key of the user's, by the user's {@code gpg}, whose agent may ask for the passphrase. */
final class GnuPgSigner implements Signer {
    private final String key;

    /**
     * Uses a key.
     *
     * @param key its id, fingerprint or e-mail address
     */
    GnuPgSigner(String key) {
        this.key = key;
    }

    @Override
    public void sign(Path file) throws IOException {
        gpg(
                "--yes",
                "--armor",
                "--local-user",
                key,
                "--output",
                Signer.beside(file).toString(),
                "--detach-sign",
                file.toString());
    }

    @Override
    public byte[] publicKey() throws IOException {
        byte[] armoured = gpg("--armor", "--export", key);
        if (armoured.length == 0) {
            throw new IOException("gpg knows no public key " + key);
        }
        return armoured;
    }

    @Override
    public boolean throwAway() {
        return false;
    }

    private static byte[] gpg(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("gpg", "--quiet", "--batch"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] output = process.getInputStream().readAllBytes();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("gpg failed with " + process.exitValue() + ": " + String.join(" ", command));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while gpg signed", e);
        }
        return output;
    }
}
