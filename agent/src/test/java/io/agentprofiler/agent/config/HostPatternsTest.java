// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostPatternsTest {
    @Test
    void shouldMeanNamesAndAddresses() {
        HostPatterns some = HostPatterns.of(List.of("desk.acme.com", "*.internal", "10.0.*", "fd00::*"));

        assertThat(List.of("desk.acme.com", "Desk.Acme.COM", "a.b.internal", "10.0.7.1", "fd00::7", "[fd00::7]"))
                .allMatch(some::mean);
        assertThat(List.of("acme.com", "desk.acme.com.evil.org", "internal", "110.0.7.1", "localhost", "fe80::1", ""))
                .noneMatch(some::mean);
    }

    @Test
    void shouldMeanAddressesInBrackets() {
        HostPatterns some = HostPatterns.of(List.of("[fd00::*]", "[2001:db8::1]"));

        assertThat(List.of("fd00::7", "[fd00::7]", "2001:DB8::1", "[2001:db8::1]"))
                .allMatch(some::mean);
        assertThat(List.of("fe80::1", "[2001:db8::11]")).noneMatch(some::mean);
    }

    @Test
    void shouldMeanThisMachine() {
        HostPatterns loopback = HostPatterns.of(List.of("loopback"));

        assertThat(List.of("localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"))
                .allMatch(loopback::mean);
        assertThat(List.of("127.0.0.1.evil.org", "localhost.evil.org", "128.0.0.1", "::2", "acme.com"))
                .noneMatch(loopback::mean);
    }

    @Test
    void shouldMeanAllOrNone() {
        assertThat(HostPatterns.ALL.mean("acme.com")).isTrue();
        assertThat(HostPatterns.NONE.mean("acme.com")).isFalse();
        assertThat(HostPatterns.NONE.any()).isFalse();
    }

    @Test
    void shouldTakeHostsOnly() {
        for (String wrong :
                List.of("http://acme.com", "acme.com:80", "acme.com/x", "a b", "[::1]:80", "[::1", "[acme.com]")) {
            assertThatThrownBy(() -> HostPatterns.of(List.of(wrong))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
