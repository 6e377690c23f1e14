// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names that say secret, and those that only sound like it: {@code max_tokens}, {@code password_policy}.
 *
 * <p><b>Threading:</b> stateless.
 */
final class SecretNames {
    /** Names whose every value is a secret. */
    static final List<String> STRONG = List.of(
            "password",
            "passwd",
            "passphrase",
            "passwort",
            "pwd",
            "secret",
            "apikey",
            "api_key",
            "api-key",
            "accesskey",
            "access_key",
            "access-key",
            "privatekey",
            "private_key",
            "private-key",
            "accountkey",
            "account_key",
            "account-key",
            "signingkey",
            "signing_key",
            "signing-key",
            "encryptionkey",
            "encryption_key",
            "encryption-key",
            "masterkey",
            "master_key",
            "authkey",
            "auth_key",
            "auth-key",
            "subscription-key",
            "subscription_key");
    /** Names that also stand for something else: the value must look like a secret. */
    static final List<String> WEAK = List.of("token", "credential", "_pass", "-pass");

    /** What is read of a name after its keyword, in chars. */
    private static final int MOST_REST = 40;

    /** Last words of names that are about a secret and hold none. */
    private static final Set<String> ABOUT = Set.of(
            "count",
            "counts",
            "limit",
            "limits",
            "length",
            "len",
            "size",
            "sizes",
            "type",
            "types",
            "name",
            "names",
            "id",
            "ids",
            "url",
            "uri",
            "file",
            "files",
            "path",
            "dir",
            "policy",
            "expiry",
            "expires",
            "expiration",
            "ttl",
            "field",
            "hint",
            "reset",
            "usage",
            "budget",
            "rate",
            "version",
            "manager",
            "rotation",
            "min",
            "max",
            "enabled",
            "disabled",
            "required",
            "at",
            "in",
            "on",
            "by",
            "endpoint",
            "provider",
            "store",
            "ref",
            "arn",
            "label",
            "prompt",
            "regex",
            "pattern",
            "format",
            "strength",
            "error",
            "errors",
            "message",
            "input",
            "changed",
            "updated",
            "created",
            "valid",
            "visible",
            "index",
            "column",
            "class",
            "service",
            "scope",
            "scopes",
            "used",
            "cost",
            "price",
            "total",
            "sum",
            "avg",
            "window",
            "encoder",
            "decoder",
            "details",
            "ids_count",
            "per",
            "exists",
            "present",
            "missing",
            "age",
            "days",
            "history",
            "mode");

    private SecretNames() {}

    /** Returns where the name ends that goes on after the keyword; -1 when it is the name of something else. */
    static int endOfName(String text, int end) {
        int name = end;
        while (name - end < MOST_REST && AsciiText.isWord(text, name, "_-.")) {
            name++;
        }
        while (name > end && AsciiText.is(text, name - 1, "-.")) {
            name--;
        }
        if (name == end) {
            return name;
        }
        boolean newWord = AsciiText.is(text, end, "_-.")
                || AsciiText.isDigit(text, end)
                || AsciiText.isUpper(text, end) && !AsciiText.isUpper(text, end - 1);
        return newWord && !ABOUT.contains(lastWord(text, end, name)) ? name : -1;
    }

    private static String lastWord(String text, int from, int to) {
        int word = to;
        while (word > from
                && AsciiText.isLetter(text, word - 1)
                && !(AsciiText.isUpper(text, word - 1)
                        && word < to
                        && AsciiText.isLetter(text, word)
                        && !AsciiText.isUpper(text, word))) {
            word--;
        }
        if (word > from && AsciiText.isUpper(text, word - 1) && word < to && !AsciiText.isUpper(text, word)) {
            word--;
        }
        return text.substring(word, to).toLowerCase(Locale.ROOT);
    }
}
