// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of fingerprints; {@code FingerprintPropertiesTest} says what they do not depend on. */
package io.agentprofiler.analyzer.answer.fingerprint;
