// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names that say secret, and those that only sound like it: {@code max_tokens}, {@code password_policy}.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SecretNames {
    private static final String WORDS = "words.txt";
    private static final Map<String, List<String>> ALL = read();

    /** Names whose every value is a secret. */
    static final List<String> STRONG = words("strong");

    /** Names that also stand for something else: the value must look like a secret. */
    static final List<String> WEAK = words("weak");

    /** Short words for a password, as they end names: the value needs a digit or a sign. */
    static final List<String> SHORT = words("short");

    /** Names of numbers that are secret. */
    static final List<String> CODES = words("codes");

    /** Passwords in other languages. */
    static final List<String> FOREIGN = words("foreign");

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

    /** Returns the words of a kind, as {@code words.txt} lists them. */
    public static List<String> words(String kind) {
        return ALL.get(kind);
    }

    private static Map<String, List<String>> read() {
        try (InputStream in = SecretNames.class.getResourceAsStream(WORDS)) {
            if (in == null) {
                throw new IllegalStateException("the agent's jar lacks " + WORDS + ": build it again");
            }
            Map<String, List<String>> all = new HashMap<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String[] columns = line.replace("\r", "").split(" ");
                List<String> words = all.computeIfAbsent(columns[0], kind -> new ArrayList<>());
                for (int i = 1; i < columns.length; i++) {
                    words.add(columns[i].replace('^', ' '));
                }
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers whether a word of a command says that a secret is next: {@code aws_secret_access_key}. */
    public static boolean saySecret(String text, int from, int to) {
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        return !word.endsWith("_id")
                && !word.endsWith("signingkey")
                && (word.endsWith("token")
                        || word.endsWith("pass")
                        || word.endsWith("_auth")
                        || word.endsWith("_key")
                        || word.endsWith("psk")
                        || STRONG.stream().anyMatch(word::endsWith));
    }

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

    /** Answers whether the word at {@code at} says that the secret's name before is about something else: {@code password policy}. */
    static boolean isAbout(String text, int at) {
        int to = at;
        while (to - at < MOST_REST && AsciiText.isLetter(text, to)) {
            to++;
        }
        return ABOUT.contains(text.substring(at, to).toLowerCase(Locale.ROOT));
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
