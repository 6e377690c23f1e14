// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * What a span is called where it is shown by itself. A name says what many spans have in common and groups them; of an HTTP request
 * people also want to know where this one went and what came of it.
 */
public final class SpanLabel {
    /** Name of the attribute with the service that a span is of, where a workflow goes through several. */
    public static final String SERVICE = "service.name";

    private static final String HOST = "server.address";
    private static final String PORT = "server.port";
    private static final long HTTP = 80;
    private static final long HTTPS = 443;

    private SpanLabel() {}

    /**
     * Returns the span's name; of an HTTP request also the server and the status, {@code HTTP POST api.acme.com 200}; of one that another
     * process called also its service, {@code serve [desk]}.
     */
    public static String of(Span span) {
        String request = request(span);
        String service = otherService(span);
        return (request == null ? span.name() + span.mark() : span.name() + " " + request)
                + (service == null ? "" : " [" + service + "]");
    }

    /** Returns the service of a span whose parent is of another one; {@code null} for any other span. */
    public static String otherService(Span span) {
        String service = span.parent() == null ? null : span.attributes().text(SERVICE);
        return service == null || service.equals(span.parent().attributes().text(SERVICE)) ? null : service;
    }

    /**
     * Returns server and status of an HTTP request, as far as they are known: {@code api.acme.com 200}, with the port where it is not
     * the usual one of HTTP or HTTPS. {@code null} for any other span, and where neither is known.
     */
    public static String request(Span span) {
        if (span.kind() != SpanKind.HTTP) {
            return null;
        }
        String host = span.attributes().text(HOST);
        long port = span.attributes().number(PORT);
        long status = span.attributes().number(Attributes.HTTP_STATUS);
        boolean usual = port == Unknown.LONG || port == HTTP || port == HTTPS;
        String server = host == null || usual ? host : host + ":" + port;
        if (status == Unknown.LONG) {
            return server;
        }
        return server == null ? String.valueOf(status) : server + " " + status;
    }
}
