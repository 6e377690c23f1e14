// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.listen;

import java.util.Set;

/**
 * Which requests come from a program of this machine that means this server. Pages of other sites in a browser of this machine reach
 * it, too: so a request must name the server as its users do, which a page whose name leads here cannot; and must not come from
 * another site's page.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class SameMachine {
    private final Set<String> hosts;
    private final Set<String> origins;

    /**
     * Lets in who names the server.
     *
     * @param port where it listens
     */
    public SameMachine(int port) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
        this.origins = Set.of("http://127.0.0.1:" + port, "http://localhost:" + port, "http://[::1]:" + port);
    }

    /**
     * Returns why a request is refused, {@code null} when it is not.
     *
     * @param host the header of that name; this and the others are {@code null} where there is none
     * @param origin the header of that name
     * @param site the header {@code Sec-Fetch-Site}, by which browsers say who asks
     */
    public String refusal(String host, String origin, String site) {
        if (host == null || !hosts.contains(host)) {
            return "the header Host names another server";
        }
        if (origin != null && !origins.contains(origin) || "cross-site".equals(site) || "same-site".equals(site)) {
            return "a page of another site asks";
        }
        return null;
    }
}
