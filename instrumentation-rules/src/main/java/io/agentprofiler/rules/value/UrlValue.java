// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a URL: its host; its port, which where the URL names none is the one its scheme stands for; or its path, or a piece
 * of that.
 * Most calls go where the one before went: what a text says is remembered until another is read.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class UrlValue implements Value {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    /** What stands for the piece in a pattern. */
    public static final String PIECE = "{}";

    /** A part of a URL. */
    public enum UrlPart {
        /** {@code api.acme.com}; of an IPv6 address the address without brackets. */
        HOST,
        /** A number. */
        PORT,
        /** {@code /v1/models}, as it is written, without query and fragment; {@code /} where the URL ends before it. */
        PATH
    }

    /** A text, and the part of it. */
    private record KnownUrl(String text, Object part) {}

    private final Path url;
    private final UrlPart part;
    private final List<String> like;
    private volatile KnownUrl last;

    /**
     * Creates a part of a URL.
     *
     * @param url path to a text, a {@link URI} or a {@link URL}; for the path of a URL also the target of a request, which begins
     *     with a slash
     * @param part which part
     * @param like patterns of paths, of which the first that fits says which piece of the path is meant: {@code {}} stands for it,
     *     {@code *} for any text; none for the whole part
     */
    public UrlValue(Path url, UrlPart part, List<String> like) {
        this.url = url;
        this.part = part;
        this.like = List.copyOf(like);
    }

    /** Creates a whole part of a URL. */
    public UrlValue(Path url, UrlPart part) {
        this(url, part, List.of());
    }

    /** Returns the path to the URL. */
    public Path url() {
        return url;
    }

    /** Returns which part it is. */
    public UrlPart part() {
        return part;
    }

    /** Returns the patterns. */
    public List<String> like() {
        return like;
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object object = url.read(roots);
        if (part == UrlPart.PATH) {
            Object text = object instanceof URL address
                    ? address.getProtocol() + "://" + address.getHost() + address.getFile()
                    : Normal.of(object, url.toString(), roots);
            String path = text instanceof String written ? path(written) : null;
            return path == null || like.isEmpty() ? path : piece(path);
        }
        if (object instanceof URL address) {
            return part(address.getProtocol(), address.getHost(), address.getPort());
        }
        Object text = Normal.of(object, url.toString(), roots);
        if (object instanceof URI uri) {
            return part(uri.getScheme(), uri.getHost(), uri.getPort());
        }
        return text instanceof String written ? part(written) : null;
    }

    /** Returns the piece of a path that a pattern names, without percent-encoding; {@code null} where no pattern fits. */
    private String piece(String path) {
        for (String pattern : like) {
            int at = pattern.indexOf(PIECE);
            Matcher matcher = Pattern.compile(
                            regex(pattern.substring(0, at)) + "([^/]+)" + regex(pattern.substring(at + PIECE.length())))
                    .matcher(path);
            if (matcher.matches()) {
                return decoded(matcher.group(1));
            }
        }
        return null;
    }

    private static String regex(String pattern) {
        return Pattern.quote(pattern).replace("*", "\\E.*\\Q");
    }

    private static String decoded(String piece) {
        try {
            return URLDecoder.decode(piece.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return piece;
        }
    }

    /** Returns the path of a URL or of a request's target; {@code null} for what is neither. */
    private static String path(String text) {
        int scheme = text.indexOf("://");
        if (scheme < 0 && !text.startsWith("/")) {
            return null;
        }
        int from = scheme < 0 || text.startsWith("/") ? 0 : endOf(text, scheme + 3, "/?#");
        int to = endOf(text, from, "?#");
        return from == to ? "/" : text.substring(from, to);
    }

    /** Returns where the first of some characters is, the text's length where none is. */
    private static int endOf(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private Object part(String text) {
        KnownUrl known = last;
        if (known == null || !known.text.equals(text)) {
            known = new KnownUrl(text, find(text));
            last = known;
        }
        return known.part;
    }

    private Object find(String text) {
        try {
            URI uri = new URI(upToThePath(text));
            return part(uri.getScheme(), uri.getHost(), uri.getPort());
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Paths and queries of URLs in use are not always what {@link URI} takes. */
    private static String upToThePath(String url) {
        int from = url.indexOf("://");
        return url.substring(0, endOf(url, from < 0 ? 0 : from + 3, "/?#"));
    }

    private Object part(String scheme, String host, int port) {
        if (host == null || host.isEmpty()) {
            return null;
        }
        if (part == UrlPart.HOST) {
            return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        }
        if (port >= 0) {
            return (long) port;
        }
        return "https".equalsIgnoreCase(scheme)
                ? (Object) (long) HTTPS
                : "http".equalsIgnoreCase(scheme) ? (Object) (long) HTTP : null;
    }

    @Override
    public Roots roots() {
        return url.roots();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UrlValue value
                && url.equals(value.url)
                && part == value.part
                && like.equals(value.like);
    }

    @Override
    public int hashCode() {
        return url.hashCode() * 31 + part.hashCode();
    }

    @Override
    public String toString() {
        return "UrlValue[" + url + ", " + part + (like.isEmpty() ? "" : ", " + like) + "]";
    }
}
