// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Path;

/** Makes OpenPGP signatures as Maven Central wants them: detached, armoured, beside the file. */
public interface Signer {
    /**
     * Signs a file: {@code x.jar} gets {@code x.jar.asc}.
     *
     * @throws IOException if that fails
     */
    void sign(Path file) throws IOException;

    /**
     * Returns the key that the signatures are checked with, armoured.
     *
     * @throws IOException if it cannot be had
     */
    byte[] publicKey() throws IOException;

    /** Returns whether the key was made for this build and is forgotten after it: nothing signed by it may be published. */
    boolean throwAway();

    /** Returns the signature's place. */
    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }
}
