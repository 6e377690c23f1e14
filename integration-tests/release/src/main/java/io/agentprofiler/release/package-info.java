// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Makes what a release uploads, from what the build of the other modules left: a Maven repository with checksums and signatures,
 * the bundle for Maven Central, and the files beside a release on GitHub. The tests of this module check all of it.
 */
package io.agentprofiler.release;
