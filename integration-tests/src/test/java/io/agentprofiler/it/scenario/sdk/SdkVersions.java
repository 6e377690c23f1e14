// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The versions of an SDK that its program runs on, each with a JDK: folders of {@code frameworks/}. */
final class SdkVersions {
    private SdkVersions() {}

    /** Returns the newest on the newest JDK, and in a full run the older ones on the JDK that runs the tests. */
    static Stream<Arguments> of(String newest, String... older) {
        return Stream.concat(
                Breadth.onlyInFull(older).map(version -> Arguments.of(version, Jdks.current())),
                Breadth.unlessVerified(Arguments.of(newest, Jdks.newest())));
    }
}
