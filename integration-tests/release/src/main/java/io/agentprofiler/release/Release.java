// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Puts what is uploaded into {@code target/release}. The build in the profile {@code release} runs it.
 *
 * <p>It signs with the key that {@code -Dgpg.keyname} names, by {@code gpg}; else with the one in {@code MAVEN_GPG_KEY}, opened by
 * {@code MAVEN_GPG_PASSPHRASE}; else with a key that it makes and forgets. Signatures of the last are good for checks only, and
 * the bundle with them has another name, so that it is not taken for one to upload.
 */
public final class Release {
    /** The bundle to upload. */
    public static final String BUNDLE = "central-bundle.zip";

    /** The bundle with signatures that nobody may trust. */
    public static final String CHECKED_ONLY = "central-bundle-throw-away-key.zip";

    /** The key that the signatures are checked with. */
    public static final String KEY = "signing-key.asc";

    private Release() {}

    /**
     * Makes all.
     *
     * @param args the project's folder, its version, the time that archives carry, {@code key=} and a key that gpg has
     */
    public static void main(String... args) throws IOException {
        Path root = Path.of(args[0]);
        String version = args[1];
        Instant time = Instant.parse(args[2]);
        Signer signer = signer(args[3].substring("key=".length()));

        Path out = root.resolve("target/release");
        delete(out);
        Path repository = out.resolve("repository");
        Staging staging = new Staging(repository);
        for (Publication publication : Publication.ALL) {
            staging.add(publication, version, root, signer);
        }
        Path bundle = out.resolve(signer.throwAway() ? CHECKED_ONLY : BUNDLE);
        staging.zip(bundle, time);
        Files.write(out.resolve(KEY), signer.publicKey());
        new Downloads(root, version, repository, signer).write(out.resolve("downloads"));

        if (signer.throwAway()) {
            System.out.println(
                    "[WARNING] Signed with a key made for this check only, as neither gpg.keyname nor MAVEN_GPG_KEY names"
                            + " one: none of the signatures may be published");
        }
        System.out.println("[INFO] What a release uploads is in " + root.relativize(out) + ", for Maven Central "
                + out.relativize(bundle));
    }

    private static Signer signer(String name) throws IOException {
        if (!name.isEmpty()) {
            return new GnuPgSigner(name);
        }
        String key = System.getenv("MAVEN_GPG_KEY");
        if (key != null && !key.isBlank()) {
            String passphrase = System.getenv("MAVEN_GPG_PASSPHRASE");
            return KeySigner.of(key, passphrase == null ? "" : passphrase);
        }
        return KeySigner.forThisBuild();
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
