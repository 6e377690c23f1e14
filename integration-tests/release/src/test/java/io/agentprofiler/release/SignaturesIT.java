// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each file is signed, and the signature is one of the key that is given with them. */
class SignaturesIT {
    private static final Path THROW_AWAY = Path.of("src/key/throw-away-key.asc");

    @TempDir
    private static Path folder;

    /** The public key that the signatures are checked with. */
    private static Path key;

    private static PGPPublicKeyRingCollection keys;

    @BeforeAll
    static void shouldHaveTheKey() throws IOException, InterruptedException, PGPException {
        key = folder.resolve("key.asc");
        String name = System.getProperty("release.keyname", "");
        String given = System.getenv("MAVEN_GPG_KEY");
        if (!name.isEmpty()) {
            Files.writeString(key, GnuPg.ofTheUser().run("--armor", "--export", name));
        } else {
            String secret = given == null || given.isEmpty() ? Files.readString(THROW_AWAY) : given;
            try (OutputStream out = Files.newOutputStream(key);
                    ArmoredOutputStream armour =
                            ArmoredOutputStream.builder().clearHeaders().build(out)) {
                for (PGPSecretKeyRing ring : new PGPSecretKeyRingCollection(
                        PGPUtil.getDecoderStream(new ByteArrayInputStream(secret.getBytes(StandardCharsets.UTF_8))),
                        new BcKeyFingerprintCalculator())) {
                    armour.write(ring.toCertificate().getEncoded());
                }
            }
        }
        try (InputStream in = PGPUtil.getDecoderStream(Files.newInputStream(key))) {
            keys = new PGPPublicKeyRingCollection(in, new BcKeyFingerprintCalculator());
        }
    }

    private static boolean verifies(byte[] content, Path signature) throws IOException, PGPException {
        try (InputStream in = PGPUtil.getDecoderStream(Files.newInputStream(signature))) {
            PGPSignature read = ((PGPSignatureList) new BcPGPObjectFactory(in).nextObject()).get(0);
            PGPPublicKey signer = keys.getPublicKey(read.getKeyID());
            assertThat(signer).as("key of " + signature).isNotNull();
            read.init(new BcPGPContentVerifierBuilderProvider(), signer);
            read.update(content);
            return read.verify();
        }
    }

    private static List<Path> signed() throws IOException {
        return Stream.concat(Made.signed().stream(), Stream.of(Made.CHECKSUMS)).toList();
    }

    @Test
    void shouldSignEachFile() throws IOException, PGPException {
        for (Path file : signed()) {
            byte[] content = Files.readAllBytes(file);
            assertThat(verifies(content, Made.signature(file)))
                    .as(file.toString())
                    .isTrue();

            content[content.length / 2]++;
            assertThat(verifies(content, Made.signature(file)))
                    .as("changed " + file)
                    .isFalse();
        }
    }

    /** The same, asked of the program that everybody else will ask. */
    @Test
    void shouldBeGoodForGnuPg(@TempDir Path home) throws IOException, InterruptedException {
        try (GnuPg gpg = GnuPg.orSkip(home)) {
            gpg.run("--import", key.toString());
            for (Path file : signed()) {
                assertThat(gpg.run(
                                "--status-fd",
                                "1",
                                "--verify",
                                Made.signature(file).toString(),
                                file.toString()))
                        .contains("GOODSIG", "VALIDSIG");
            }
        }
    }

    @Test
    void shouldNotOfferForUploadWhatTheThrowAwayKeySigned() {
        boolean throwAway =
                keys.getKeyRings().next().getPublicKey().getUserIDs().next().contains("throw-away key");

        assertThat(Files.exists(Made.CHECKED_ONLY)).isEqualTo(throwAway);
        assertThat(Files.exists(Made.BUNDLE)).isNotEqualTo(throwAway);
    }
}
