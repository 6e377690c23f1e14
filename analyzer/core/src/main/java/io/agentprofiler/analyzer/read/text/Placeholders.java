// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Texts that stand for a text that was removed before it was recorded, such as {@code [REDACTED]} or {@code ***}. Equal placeholders
 * say nothing of whether the texts were equal.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Placeholders {
    /** A longer text says something beside what was removed from it. */
    private static final int LONGEST = 64;

    private static final String MARKS =
            "redacted|redaction|masked|removed|hidden|filtered|scrubbed|saniti[sz]ed|anonymi[sz]ed"
                    + "|omitted|withheld|censored|confidential|obfuscated|elided|suppressed|stripped|not recorded|secret|sensitive";

    /** A mark in brackets of any sort: {@code [REDACTED]}, {@code <redacted by policy>}, {@code {{hidden}}}. */
    private static final Pattern BRACKETED = Pattern.compile(
            "[\\[<({\u00ab\u3010][\\s\\[<({*_#]*(?:[\\p{L}\\p{N}]+[\\s_:.-]+){0,3}(?:" + MARKS
                    + ")(?:[\\s_:.-]+[\\p{L}\\p{N}]+){0,6}[\\s\\])>}*_#]*[\\])>}\u00bb\u3011]",
            Pattern.CASE_INSENSITIVE);

    /** A mark inside a longer text, which has to be told from a program's own brackets. */
    private static final Pattern INSIDE = Pattern.compile(
            "[\\[<][\\s\\[<*_#]*(?:[\\p{L}\\p{N}]{1,30}[\\s_:.-]{1,3}){0,3}(?:redacted|masked|scrubbed|anonymi[sz]ed|censored|withheld)"
                    + "(?:[\\s_:.-]{1,3}[\\p{L}\\p{N}]{1,30}){0,6}[\\s\\]>*_#]{0,4}[\\]>]",
            Pattern.CASE_INSENSITIVE);

    /** A whole text: {@code REDACTED}, {@code __REDACTED__}, {@code content redacted}, {@code REDACTED:email}. */
    private static final Pattern BARE = Pattern.compile(
            "[\\s*_#-]*(?:(?:value|content|text|data|input|output|argument|arguments|result|message|pii)[\\s_:.-]+)?"
                    + "(?:is[\\s_]|was[\\s_])?(?:redacted|masked|scrubbed|anonymi[sz]ed|censored|withheld|obfuscated)"
                    + "(?:[\\s_:.-]+[\\p{L}\\p{N}]+){0,4}[\\s*_#.-]*",
            Pattern.CASE_INSENSITIVE);

    /** One sign again and again, as in {@code ***}, {@code xxxx} and {@code xxxx-xxxx}. */
    private static final Pattern REPEATED =
            Pattern.compile("([*xX#\u2022\u25cf\u2588\u25a0])(?:[ .-]?\\1){2,}|\\.{3,}|\u2026");

    /** The marks that other programs write most, whose hashes are known. */
    private static final List<String> COMMON = List.of(
            "[REDACTED]",
            "[redacted]",
            "[Redacted]",
            "<REDACTED>",
            "<redacted>",
            "REDACTED",
            "redacted",
            "__REDACTED__",
            "[FILTERED]",
            "[Filtered]",
            "[MASKED]",
            "<masked>",
            "[REMOVED]",
            "[HIDDEN]",
            "<hidden>",
            "[omitted]",
            "***",
            "****",
            "*****",
            "******",
            "********",
            "xxx",
            "xxxx",
            "xxxxx",
            "xxxxxxxx",
            "XXXX",
            "...",
            "\u2026");

    private static final Set<String> HASHES = hashes();

    private Placeholders() {}

    private static Set<String> hashes() {
        Set<String> hashes = new HashSet<>(List.of(PromptBlocks.hash("")));
        COMMON.forEach(mark -> hashes.add(PromptBlocks.hash(mark)));
        return Set.copyOf(hashes);
    }

    /** Answers whether a hash is that of a frequent placeholder, or of an empty text, without the salt of a run. */
    public static boolean isHash(String hash) {
        return HASHES.contains(hash);
    }

    /** Answers whether a text as a whole stands for another, or is blank. */
    public static boolean isOne(String text) {
        String stripped = text.strip();
        return stripped.isEmpty()
                || stripped.length() <= LONGEST
                        && (BRACKETED.matcher(stripped).matches()
                                || BARE.matcher(stripped).matches()
                                || REPEATED.matcher(stripped).matches());
    }

    /** Answers whether a text of a message, of instructions or of a tool's definition was removed as a whole. */
    public static boolean areTextsOf(Object payload) {
        if (payload instanceof Map<?, ?> map) {
            return areTextsOf(map.values());
        }
        if (payload instanceof Iterable<?> elements) {
            for (Object element : elements) {
                if (areTextsOf(element)) {
                    return true;
                }
            }
            return false;
        }
        return payload instanceof String text && !text.isBlank() && isOne(text);
    }

    /** Answers whether a text, or a part of one, was removed from a payload: equal payloads may have been different ones. */
    public static boolean areIn(Object payload) {
        if (payload instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(Placeholders::areIn);
        }
        if (payload instanceof Iterable<?> elements) {
            for (Object element : elements) {
                if (areIn(element)) {
                    return true;
                }
            }
            return false;
        }
        return payload instanceof String text
                && !text.isBlank()
                && (isOne(text) || mayHaveMark(text) && INSIDE.matcher(text).find());
    }

    /** Answers quickly for the most texts: a mark has one of few beginnings. */
    private static boolean mayHaveMark(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '[' || text.charAt(i) == '<') {
                return true;
            }
        }
        return false;
    }
}
