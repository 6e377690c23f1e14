// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks what a release uploads, as Maven's plugins made it: a repository with checksums and signatures, the bundle for Maven Central,
 * and the files beside a release on GitHub.
 */
package io.agentprofiler.release;
