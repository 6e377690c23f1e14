// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The longer demo, {@code ./mvnw -q -Pdemo package -Ddemo=tour}: two releases of {@code com.example.helpdesk}, the second with
 * planted faults, so that every command of the analyzer has something true to say. {@code docs/start/tour.md} shows what each says, and
 * {@code TourIT} checks it.
 */
package io.agentprofiler.it.tour;
