// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where requests go.
 *
 * @param base address that paths such as {@code /chat/completions} are added to, without a slash at its end
 */
public record LoadTarget(String base) {
    private static final Pattern VERSIONED = Pattern.compile("/(?:v1beta|v1|api)/");
    private static final Pattern VERSION_AT_END = Pattern.compile("/(?:v1beta|v1|api)$");

    /**
     * Reads an address.
     *
     * @param own whether the user says that the host is theirs; without that only this machine is taken
     * @throws IllegalArgumentException when it is no address, or one that may not be loaded; the message says what to do
     */
    public static LoadTarget of(String text, boolean own) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("expected a URL such as http://127.0.0.1:8089/v1, not " + text, e);
        }
        boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!web || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("expected a URL such as http://127.0.0.1:8089/v1, not " + text);
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "takes no name or password in the URL; --key-env names a variable with a key");
        }
        if (!own && !isLoopback(uri.getHost())) {
            throw new IllegalArgumentException(
                    uri.getHost() + " is not this machine: add --i-own-this-host if its owner" + " wants this load");
        }
        String base = text;
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        return new LoadTarget(base);
    }

    /** A name other than localhost could mean another machine a moment later. */
    private static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }

    /**
     * Returns the address of a path. What a base address ends with by the custom of one API, a path of another begins with: it stands
     * there once.
     */
    public URI uri(String path) {
        boolean whole = VERSIONED.matcher(path).lookingAt();
        return URI.create((whole ? VERSION_AT_END.matcher(base).replaceFirst("") : base) + path);
    }
}
