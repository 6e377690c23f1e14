// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blanks secrets in text before it is written: keys of the common providers, bearer tokens, private keys, e-mail addresses,
 * payment card numbers (checked by their check digit), and what the user's own expressions match.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public final class Redactor {
    private static final String BLANK = "[redacted]";

    /** Quantifiers are bounded or possessive, so that no text can make matching slow. */
    private static final List<Pattern> BUILT_IN = List.of(
            Pattern.compile(
                    "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}-----END [A-Z ]{0,40}PRIVATE KEY-----"),
            Pattern.compile("\\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,512}+"),
            Pattern.compile("\\b(?:gh[pousr]|github_pat|glpat|xox[abprs])[_-][A-Za-z0-9_-]{16,512}+"),
            Pattern.compile("\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b"),
            Pattern.compile("\\bAIza[A-Za-z0-9_-]{35}"),
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{8,4096}+\\.[A-Za-z0-9_-]{8,8192}+\\.[A-Za-z0-9_-]{8,4096}+"),
            Pattern.compile("(?i)\\bbearer\\s{1,4}[A-Za-z0-9._~+/=-]{8,8192}+"),
            Pattern.compile(
                    "(?i)\\b(?:api[_-]?key|secret|password|passwd|access[_-]?token)\\b[\"']?\\s{0,4}[:=]\\s{0,4}"
                            + "[\"']?[^\\s\"',;}]{4,512}+"),
            Pattern.compile("\\b[A-Za-z0-9._%+-]{1,64}+@[A-Za-z0-9-]{1,63}+(?:\\.[A-Za-z0-9-]{1,63}+){1,8}+"));

    private final List<Pattern> patterns;

    /**
     * Creates a redactor.
     *
     * @param own further regular expressions
     * @throws java.util.regex.PatternSyntaxException when one of them is none
     */
    public Redactor(List<String> own) {
        List<Pattern> all = new ArrayList<>(BUILT_IN);
        own.forEach(expression -> all.add(Pattern.compile(expression)));
        this.patterns = List.copyOf(all);
    }

    /** Returns {@code text} with every match blanked. */
    public String redact(String text) {
        String clean = text;
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(clean);
            if (matcher.find()) {
                clean = matcher.replaceAll(BLANK);
            }
        }
        return CardNumbers.replace(clean, BLANK);
    }
}
