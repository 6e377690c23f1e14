// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.send;

import io.agentprofiler.analyzer.command.CommandException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where requests go.
 *
 * @param uri the address
 * @param shown the address without its query, which may hold a key
 */
public record Endpoint(URI uri, String shown) {
    private static final String TRACES = "/v1/traces";

    /**
     * Reads what the user gave: {@value #TRACES} is put behind its path unless it is there.
     *
     * @throws CommandException when it is no address of a receiver; the message does not repeat what may be secret
     */
    public static Endpoint of(String text) throws CommandException {
        URI given;
        try {
            given = new URI(text);
        } catch (URISyntaxException e) {
            throw new CommandException("--endpoint is not a URL: " + e.getReason() + " at character " + e.getIndex());
        }
        String scheme = String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || given.getHost() == null) {
            throw new CommandException(
                    "--endpoint needs a URL such as http://localhost:4318; gRPC, which is usually on port 4317, is not spoken");
        }
        if (given.getRawUserInfo() != null) {
            throw new CommandException(
                    "--endpoint must not hold a user and a password: give them with --header Authorization=\"Basic ...\"");
        }
        if (given.getRawFragment() != null) {
            throw new CommandException("--endpoint must not hold a fragment (#...)");
        }
        String path = given.getRawPath() == null ? "" : given.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        if (!path.endsWith(TRACES)) {
            path += TRACES;
        }
        String shown = scheme + "://" + given.getRawAuthority() + path;
        String query = given.getRawQuery() == null ? "" : "?" + given.getRawQuery();
        return new Endpoint(URI.create(shown + query), shown);
    }

    @Override
    public String toString() {
        return shown;
    }
}
