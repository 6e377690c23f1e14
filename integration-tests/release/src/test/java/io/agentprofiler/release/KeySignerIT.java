// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing with a key as a user has it: made and exported by {@code gpg}, with a passphrase. */
class KeySignerIT {
    @TempDir
    Path folder;

    private GnuPg gpg;

    @BeforeEach
    void shouldHaveGpg() throws IOException {
        gpg = GnuPg.orSkip(Files.createDirectory(folder.resolve("gpg")));
    }

    @AfterEach
    void shouldLeaveNothingRunning() throws IOException, InterruptedException {
        gpg.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa3072"})
    void shouldSignWithAKeyThatGpgExported(String kind) throws IOException, InterruptedException {
        gpg.run("--passphrase", "secret", "--quick-gen-key", "me@example.com", kind, "sign", "0");
        String key = gpg.run("--passphrase", "secret", "--armor", "--export-secret-keys", "me@example.com");
        Path file = Files.writeString(folder.resolve("file"), "text");

        Signer signer = KeySigner.of(key, "secret");
        signer.sign(file);

        assertThat(gpg.run("--status-fd", "1", "--verify", Signer.beside(file).toString(), file.toString()))
                .contains("GOODSIG", "VALIDSIG");
        assertThat(new String(signer.publicKey(), StandardCharsets.US_ASCII))
                .startsWith("-----BEGIN PGP PUBLIC KEY BLOCK-----");
        assertThat(signer.throwAway()).isFalse();
        assertThatThrownBy(() -> KeySigner.of(key, "wrong"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("passphrase");
    }

    @Test
    void shouldRefuseAPublicKey() throws IOException, InterruptedException {
        gpg.run("--passphrase", "", "--quick-gen-key", "me@example.com", "ed25519", "sign", "0");
        String key = gpg.run("--armor", "--export", "me@example.com");

        assertThatThrownBy(() -> KeySigner.of(key, "")).isInstanceOf(IOException.class);
    }
}
