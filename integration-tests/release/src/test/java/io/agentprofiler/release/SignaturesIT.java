// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each file is signed, and the signature is one of the key that is given with them. */
class SignaturesIT {
    private static final Path KEY = Made.RELEASE.resolve(Release.KEY);

    private static boolean verifies(byte[] content, Path signature) throws IOException, PGPException {
        PGPPublicKeyRingCollection keys;
        try (InputStream in = PGPUtil.getDecoderStream(Files.newInputStream(KEY))) {
            keys = new PGPPublicKeyRingCollection(in, new BcKeyFingerprintCalculator());
        }
        try (InputStream in = PGPUtil.getDecoderStream(Files.newInputStream(signature))) {
            PGPSignature read = ((PGPSignatureList) new BcPGPObjectFactory(in).nextObject()).get(0);
            PGPPublicKey key = keys.getPublicKey(read.getKeyID());
            assertThat(key).as("key of " + signature).isNotNull();
            read.init(new BcPGPContentVerifierBuilderProvider(), key);
            read.update(content);
            return read.verify();
        }
    }

    private static List<Path> signed() throws IOException {
        return Stream.concat(Made.signed().stream(), Stream.of(Made.DOWNLOADS.resolve(Downloads.CHECKSUMS)))
                .toList();
    }

    @Test
    void shouldSignEachFile() throws IOException, PGPException {
        for (Path file : signed()) {
            byte[] content = Files.readAllBytes(file);
            assertThat(verifies(content, Signer.beside(file)))
                    .as(file.toString())
                    .isTrue();

            content[content.length / 2]++;
            assertThat(verifies(content, Signer.beside(file)))
                    .as("changed " + file)
                    .isFalse();
        }
    }

    /** The same, asked of the program that everybody else will ask. */
    @Test
    void shouldBeGoodForGnuPg(@TempDir Path home) throws IOException, InterruptedException {
        try (GnuPg gpg = GnuPg.orSkip(home)) {
            gpg.run("--import", KEY.toString());
            for (Path file : signed()) {
                assertThat(gpg.run(
                                "--status-fd",
                                "1",
                                "--verify",
                                Signer.beside(file).toString(),
                                file.toString()))
                        .contains("GOODSIG", "VALIDSIG");
            }
        }
    }

    @Test
    void shouldNotOfferForUploadWhatAThrowAwayKeySigned() throws IOException {
        boolean throwAway = Files.exists(Made.RELEASE.resolve(Release.CHECKED_ONLY));

        assertThat(Files.exists(Made.RELEASE.resolve(Release.BUNDLE))).isNotEqualTo(throwAway);
        try (InputStream in = PGPUtil.getDecoderStream(Files.newInputStream(KEY))) {
            var owners = new PGPPublicKeyRingCollection(in, new BcKeyFingerprintCalculator())
                    .getKeyRings()
                    .next()
                    .getPublicKey()
                    .getUserIDs();
            assertThat(owners.next().contains("throw-away key")).isEqualTo(throwAway);
        } catch (PGPException e) {
            throw new IOException(e);
        }
    }
}
