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
    private final List<OwnPattern> own = new ArrayList<>();
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
        Keywords.ALL.scan(text, secrets);
        String clean = CardNumbers.replace(withoutNumbers(secrets.apply()), Blanks.BLANK);
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
            return keywords;
        }
    }

    /** Returns how many texts could not be redacted and were withheld. */
    public long withheld() {
        return withheld;
    }

    /** Each number has a digit right behind its beginning, so that digits are all that is looked for. */
    private static String withoutNumbers(String text) {
        Blanks numbers = new Blanks(text);
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                continue;
            }
            int digits = i;
            do {
                i++;
            } while (AsciiText.isDigit(text, i));
            int end = endOfNumber(text, begin, digits, i, numbers);
            begin = Math.max(i, end);
            i = begin - 1;
        }
        return numbers.apply();
    }

    /** Blanks the number, not before {@code begin}, whose first digits are from {@code from} to {@code to}; -1 when there is none. */
    private static int endOfNumber(String text, int begin, int from, int to, Blanks into) {
        if (to - from >= 2 && from - 2 >= begin && AsciiText.isUpper(text, from - 1)) {
            return Ibans.find(text, from - 2, into);
        }
        int end = from > begin && AsciiText.is(text, from - 1, "+(") ? PhoneNumbers.find(text, from - 1, into) : -1;
        if (end >= 0) {
            return end;
        }
        return to - from == 3 && AsciiText.is(text, to, "-.") ? PhoneNumbers.find(text, from, into) : -1;
    }
}
