// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;
import io.agentprofiler.agent.content.redaction.secret.KeywordTrie;
import io.agentprofiler.agent.content.redaction.secret.SecretKeywords;
import java.util.ArrayList;
import java.util.List;

/**
 * Blanks secrets in text: tokens and keys of well-known shapes, values of names that say secret, credentials in headers and
 * addresses, private keys, e-mail addresses, telephone, social security and bank account numbers, payment card numbers, and what the
 * user's own expressions match.
 *
 * <p>Time is linear in the text, whatever it holds, but for the user's expressions, which are stopped when they take too
 * long: the text is then withheld.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Redactor {
    private static final int LEAST_BUFFER = 4096;
    private static final int MOST_BUFFER = 1 << 17;

    private final List<OwnPattern> own = new ArrayList<>();
    private char[] chars = {};
    private volatile long withheld;

    /**
     * Creates a redactor.
     *
     * @param own further regular expressions
     * @throws java.util.regex.PatternSyntaxException when one of them is none
     */
    public Redactor(List<String> own) {
        for (String expression : own) {
            this.own.add(new OwnPattern(this.own.size() + 1, expression));
        }
    }

    /** Returns {@code text} with every match blanked, or what is to be written instead of it. */
    public String redact(String text) {
        Blanks secrets = new Blanks(text);
        char[] read = chars(text);
        Keywords.ALL.scan(text, read, secrets);
        RandomTokens.find(text, read, secrets);
        String clean = CardNumbers.replace(secrets.apply(), Blanks.BLANK);
        for (OwnPattern pattern : own) {
            String cleaner = pattern.redact(clean);
            if (cleaner == null) {
                withheld = withheld + 1;
                return pattern.instead();
            }
            clean = cleaner;
        }
        return clean;
    }

    /** Made when a text is redacted first: where no text is written none is, and its expressions would only cost the start. */
    private static final class Keywords {
        static final KeywordTrie ALL = all();

        private Keywords() {}

        private static KeywordTrie all() {
            KeywordTrie keywords = SecretKeywords.all();
            CommandTable.addTo(keywords);
            ColumnSecrets.addTo(keywords);
            keywords.addNumbers(Redactor::number);
            return keywords;
        }
    }

    /** Returns how many texts could not be redacted and were withheld. */
    public long withheld() {
        return withheld;
    }

    /** Returns the text's characters, and others behind them: in a buffer, so that none is made for each text. */
    private char[] chars(String text) {
        int length = text.length();
        char[] read = chars.length >= length ? chars : new char[Math.max(length, LEAST_BUFFER)];
        text.getChars(0, length, read, 0);
        if (length <= MOST_BUFFER) {
            chars = read;
        }
        return read;
    }

    /** Blanks the number that begins at {@code at}; returns where it ends, -1 for none. */
    private static int number(String text, int at, int end, Blanks into) {
        return AsciiText.isUpper(text, at) ? Ibans.find(text, at - 1, into) : PhoneNumbers.find(text, at, into);
    }
}
