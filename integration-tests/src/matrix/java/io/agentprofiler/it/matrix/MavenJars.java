// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.supplier.SessionBuilderSupplier;

/**
 * Jars of a Maven repository, by way of the local one the build uses.
 *
 * <p>{@code matrix.local} is the local repository, {@code matrix.remote} the URL of the remote one.
 */
final class MavenJars {
    private final RepositorySystem system = new RepositorySystemSupplier().get();
    private final RepositorySystemSession session = new SessionBuilderSupplier(system)
            .get()
            .withLocalRepositoryBaseDirectories(Path.of(property("matrix.local")))
            .build();
    private final List<RemoteRepository> remote =
            List.of(new RemoteRepository.Builder("central", "default", property("matrix.remote")).build());

    /**
     * Returns the jars, without what they depend on.
     *
     * @param coordinates {@code group:artifact:version} each
     * @throws AssertionError naming every jar that cannot be had
     */
    List<Path> jars(List<String> coordinates) {
        List<ArtifactRequest> requests = coordinates.stream()
                .map(each -> new ArtifactRequest(new DefaultArtifact(each), remote, null))
                .toList();
        try {
            List<Path> jars = new ArrayList<>();
            for (ArtifactResult result : system.resolveArtifacts(session, requests)) {
                jars.add(result.getArtifact().getPath());
            }
            return jars;
        } catch (ArtifactResolutionException e) {
            throw new AssertionError("correct the table in src/test/resources/matrix: " + e.getMessage(), e);
        }
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the profile matrix sets -D" + name + ": start with ./mvnw -Pmatrix");
        }
        return value;
    }
}
