// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.live.listen.SameMachine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Who may ask. The server is reached from this machine only, but every program and every page in a browser of this machine reaches it:
 * so a request must bring the token, and {@linkplain SameMachine mean this server}.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Access {
    /** The parameter of the address that brings the token; programs send it as {@code Authorization: Bearer}. */
    static final String TOKEN = "token";

    private static final String BEARER = "Bearer ";
    private static final int TOKEN_BYTES = 24;

    private final byte[] token;
    private final SameMachine machine;

    /**
     * Lets in who brings a token.
     *
     * @param port where the server listens
     */
    Access(String token, int port) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.machine = new SameMachine(port);
    }

    /** Returns a token that nobody guesses. */
    static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /**
     * Returns why a request is refused, {@code null} when it is not.
     *
     * @param host the header of that name; this and the others are {@code null} where there is none
     * @param site the header {@code Sec-Fetch-Site}, by which browsers say who asks
     * @param authorization the header of that name
     * @param given the token of the address
     */
    HttpAnswer refusal(String method, String host, String origin, String site, String authorization, String given) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return HttpAnswer.problem(405, "everything here is only read: GET or HEAD");
        }
        String stranger = machine.refusal(host, origin, site);
        if (stranger != null) {
            return HttpAnswer.problem(403, stranger);
        }
        String brought = authorization != null && authorization.startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : given;
        // takes as long whatever is wrong with it
        if (brought == null || !MessageDigest.isEqual(brought.getBytes(StandardCharsets.UTF_8), token)) {
            return HttpAnswer.problem(
                    401,
                    "the token is missing or wrong: open the address that analyzer serve printed, or send its token as"
                            + " Authorization: Bearer TOKEN");
        }
        return null;
    }
}
