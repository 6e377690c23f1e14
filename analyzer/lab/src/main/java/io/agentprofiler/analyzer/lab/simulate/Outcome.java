// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.recording.Failure;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Locale;
import java.util.Set;

/** The outcome of a model request, as its server sees it. */
public enum Outcome {
    /** It was answered, and its tokens are known. */
    ANSWERED("they are answered again"),
    /** It was answered, or failed while it was served: it held a slot, for as long as can be told. */
    HELD(
            "their tokens are not recorded, or they failed while they were served: they hold a slot for as long as recorded"),
    /** The sender cancelled it. It held its slot until then, if it had one. */
    GIVEN_UP("they timed out, and do so again after as long, also where they would have been answered by then"),
    /** The server refused it. It held no slot. */
    REFUSED("they were refused, and are again, also where the server would have room");

    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;
    /** Of the statuses from 500 on those of a server that is too busy to begin: 529 is Anthropic's. */
    private static final Set<Long> TOO_BUSY = Set.of(503L, 529L);

    private final String words;

    Outcome(String words) {
        this.words = words;
    }

    /** Returns how it is simulated, for people. */
    public String words() {
        return words;
    }

    /** Returns the outcome of a request after which another one was made. */
    static Outcome ofAttempt(Span request) {
        return of(request.attributes().number(Attributes.HTTP_STATUS), request.errorType(), HELD);
    }

    /**
     * Returns the outcome of the last request of a call.
     *
     * @param request its span; {@code null} where no requests were recorded
     */
    static Outcome ofLast(Span call, Span request) {
        if (call.status() == SpanStatus.OK) {
            return call.tokens().input() > 0 && call.tokens().output() >= 0 ? ANSWERED : HELD;
        }
        if (call.status() != SpanStatus.ERROR) {
            return HELD;
        }
        long status = request == null ? Unknown.LONG : request.attributes().number(Attributes.HTTP_STATUS);
        String type = call.errorType();
        return of(status >= 0 ? status : new Failure(type, null).status(), type, HELD);
    }

    private static Outcome of(long status, String type, Outcome otherwise) {
        if (status >= BAD_REQUEST) {
            return status < SERVER_ERROR || TOO_BUSY.contains(status) ? REFUSED : HELD;
        }
        String name =
                type == null ? "" : type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (name.contains("connect")) {
            // nobody answered: the server never had it
            return REFUSED;
        }
        return name.contains("timeout") || name.contains("timedout") ? GIVEN_UP : otherwise;
    }
}
