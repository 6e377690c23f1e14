// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * Random bytes that keep the hashes of one run from being compared with another's.
 *
 * <p><b>Threading:</b> any.
 */
final class Salt {
    private static final int BYTES = 16;

    private Salt() {}

    /** Returns a new salt. */
    static byte[] fresh() {
        byte[] salt = new byte[BYTES];
        try (DataInputStream kernel = new DataInputStream(new FileInputStream("/dev/urandom"))) {
            kernel.readFully(salt);
        } catch (IOException e) {
            // not a Unix; elsewhere it is not asked first because it brings up the JDK's security providers
            new SecureRandom().nextBytes(salt);
        }
        return salt;
    }
}
