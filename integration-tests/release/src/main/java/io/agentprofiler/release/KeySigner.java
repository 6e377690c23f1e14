// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.BCPGOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPPrivateKey;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/** Signs in this process, with a key that never touches the disk. */
final class KeySigner implements Signer {
    private static final int BITS = 3072;
    private static final int CERTAINTY = 100;

    private final PGPPrivateKey secret;
    private final PGPPublicKey open;
    private final byte[] armoured;
    private final boolean throwAway;

    private KeySigner(PGPPrivateKey secret, PGPPublicKey open, byte[] armoured, boolean throwAway) {
        this.secret = secret;
        this.open = open;
        this.armoured = armoured;
        this.throwAway = throwAway;
    }

    /**
     * Uses a key of the user's.
     *
     * @param key the armoured secret key
     * @param passphrase what opens it; empty for none
     * @throws IOException if it is no key that signs, or the passphrase is wrong
     */
    static Signer of(String key, String passphrase) throws IOException {
        try {
            PGPSecretKeyRingCollection rings = new PGPSecretKeyRingCollection(
                    PGPUtil.getDecoderStream(new ByteArrayInputStream(key.getBytes(StandardCharsets.UTF_8))),
                    new BcKeyFingerprintCalculator());
            for (PGPSecretKeyRing ring : rings) {
                for (PGPSecretKey candidate : ring) {
                    if (candidate.isSigningKey() && !candidate.isPrivateKeyEmpty()) {
                        PGPPrivateKey secret = candidate.extractPrivateKey(
                                new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider())
                                        .build(passphrase.toCharArray()));
                        byte[] ringOfPublicKeys = ring.toCertificate().getEncoded();
                        return new KeySigner(secret, candidate.getPublicKey(), armoured(ringOfPublicKeys), false);
                    }
                }
            }
        } catch (PGPException e) {
            throw new IOException("the key to sign with cannot be used, or its passphrase is another", e);
        }
        throw new IOException("there is no key that signs in what was given as the key to sign with");
    }

    /**
     * Makes a key for this build only, so that signing can be checked where there is no key.
     *
     * @throws IOException never, as nothing is read
     */
    static Signer forThisBuild() throws IOException {
        try {
            RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
            generator.init(
                    new RSAKeyGenerationParameters(BigInteger.valueOf(0x10001), new SecureRandom(), BITS, CERTAINTY));
            PGPKeyPair pair = new BcPGPKeyPair(
                    PublicKeyPacket.VERSION_4,
                    PublicKeyAlgorithmTags.RSA_GENERAL,
                    generator.generateKeyPair(),
                    new Date());
            String owner = "agent-profiler throw-away key, never to be trusted";
            PGPSignatureGenerator certifier = new PGPSignatureGenerator(
                    new BcPGPContentSignerBuilder(PublicKeyAlgorithmTags.RSA_GENERAL, HashAlgorithmTags.SHA512),
                    pair.getPublicKey());
            certifier.init(PGPSignature.POSITIVE_CERTIFICATION, pair.getPrivateKey());
            PGPPublicKey open = PGPPublicKey.addCertification(
                    pair.getPublicKey(), owner, certifier.generateCertification(owner, pair.getPublicKey()));
            return new KeySigner(pair.getPrivateKey(), open, armoured(open.getEncoded()), true);
        } catch (PGPException e) {
            throw new IOException("no key could be made", e);
        }
    }

    private static byte[] armoured(byte[] key) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ArmoredOutputStream armour =
                ArmoredOutputStream.builder().clearHeaders().build(bytes)) {
            armour.write(key);
        }
        return bytes.toByteArray();
    }

    @Override
    public void sign(Path file) throws IOException {
        try {
            PGPSignatureGenerator generator = new PGPSignatureGenerator(
                    new BcPGPContentSignerBuilder(open.getAlgorithm(), HashAlgorithmTags.SHA512), open);
            generator.init(PGPSignature.BINARY_DOCUMENT, secret);
            generator.update(Files.readAllBytes(file));
            try (ArmoredOutputStream armour = ArmoredOutputStream.builder()
                            .clearHeaders()
                            .build(Files.newOutputStream(Signer.beside(file)));
                    BCPGOutputStream packets = new BCPGOutputStream(armour)) {
                generator.generate().encode(packets);
            }
        } catch (PGPException e) {
            throw new IOException("could not sign " + file, e);
        }
    }

    @Override
    public byte[] publicKey() {
        return armoured.clone();
    }

    @Override
    public boolean throwAway() {
        return throwAway;
    }
}
