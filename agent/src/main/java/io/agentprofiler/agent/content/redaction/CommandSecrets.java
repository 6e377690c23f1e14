// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.AsciiText;
import io.agentprofiler.agent.content.redaction.secret.Blanks;
import io.agentprofiler.agent.content.redaction.secret.Detector;
import io.agentprofiler.agent.content.redaction.secret.SecretNames;
import io.agentprofiler.agent.content.redaction.secret.SecretValues;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the secrets that one command is given. The scan goes on right behind the command's name, so that all else in it is looked
 * at, too.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class CommandSecrets implements Detector {
    private static final SecretValues VALUES = new SecretValues(true);
    private static final int LEAST = 3;
    /** Names of values that stand beside secrets. */
    private static final Set<String> NO_SECRETS =
            Set.of("user", "username", "login", "email", "host", "hostname", "port", "database", "dbname", "url");

    private final Set<String> needed;
    private final boolean upToFirstWord;
    private final List<CommandOption> options;

    /**
     * Creates a detector.
     *
     * @param needed words of which one must stand before the secret, none for any command
     * @param upToFirstWord whether the first word that is no option begins another command
     * @param options where it is given secrets
     */
    CommandSecrets(Set<String> needed, boolean upToFirstWord, List<CommandOption> options) {
        this.needed = needed;
        this.upToFirstWord = upToFirstWord;
        this.options = options;
    }

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int name = text.startsWith(".exe", end) ? end + 4 : end;
        if (AsciiText.isWord(text, at - 1, "_-.@:") || !AsciiText.is(text, name, " \t\"'")) {
            return -1;
        }
        CommandArguments arguments = new CommandArguments(text, at, name);
        boolean reached = needed.isEmpty();
        boolean saysSecret = false;
        int words = 0;
        int lastFrom = -1;
        int lastTo = -1;
        CommandOption awaited = null;
        while (arguments.next()) {
            int from = arguments.from();
            int to = arguments.to();
            if (to - from == end - at && text.regionMatches(from, text, at, end - at)) {
                // the same command again, which is looked at by itself
                break;
            }
            if (awaited != null) {
                blank(text, from, to, awaited.part(), into);
                awaited = null;
                continue;
            }
            if (!reached && isNeeded(text, from, to)) {
                reached = true;
                continue;
            }
            if (AsciiText.is(text, from, "-") || AsciiText.is(text, from, "/") && hasSlashes()) {
                awaited = reached ? flag(text, from, to, into) : null;
                continue;
            }
            if (upToFirstWord) {
                return -1;
            }
            if (reached) {
                words++;
                word(text, from, to, words, saysSecret, into);
                saysSecret = SecretNames.saySecret(text, from, to);
                lastFrom = from;
                lastTo = to;
            }
        }
        for (int i = 0; i < options.size() && words > (needed.isEmpty() ? 1 : 0); i++) {
            CommandOption option = options.get(i);
            if (!option.isFlag() && option.place() == -1) {
                blank(text, lastFrom, lastTo, option.part(), into);
            }
        }
        return -1;
    }

    /** Answers whether its options begin with slashes: words with one are paths otherwise. */
    private boolean hasSlashes() {
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).isFlag() && options.get(i).flag().startsWith("/")) {
                return true;
            }
        }
        return false;
    }

    private boolean isNeeded(String text, int from, int to) {
        if (AsciiText.is(text, from, "-")) {
            // letters of short options may stand together: -nbB
            for (int i = from + 1; i < to && AsciiText.isLetter(text, i); i++) {
                if (needed.contains("-" + text.charAt(i))) {
                    return true;
                }
            }
            return false;
        }
        return needed.contains(text.substring(from, Math.min(to, from + 40)));
    }

    /** Blanks the value of an option if it is joined to it; returns the option when its value comes next. */
    private CommandOption flag(String text, int from, int to, Blanks into) {
        for (int i = 0; i < options.size(); i++) {
            CommandOption option = options.get(i);
            if (!option.isFlag()) {
                continue;
            }
            String flag = option.flag();
            if (text.startsWith(flag, from)) {
                int end = from + flag.length();
                if (end == to) {
                    return option.form() == CommandOption.Form.JOINED ? null : option;
                }
                boolean sign = AsciiText.is(text, end, "=");
                if (option.form() != CommandOption.Form.NEXT
                        && (sign || option.isShort() || option.form() == CommandOption.Form.JOINED)) {
                    blank(text, sign ? end + 1 : end, to, option.part(), into);
                    return null;
                }
            } else if (option.isShort()
                    && option.form() == CommandOption.Form.EITHER
                    && isCluster(text, from, to, flag.charAt(1))) {
                return option;
            }
        }
        return null;
    }

    /** Answers whether letters of options stand together, and the last is {@code letter}: {@code -sSu}. */
    private static boolean isCluster(String text, int from, int to, char letter) {
        if (to - from < 3 || to - from > 8 || text.charAt(to - 1) != letter) {
            return false;
        }
        for (int i = from + 1; i < to; i++) {
            if (!AsciiText.isLetter(text, i)) {
                return false;
            }
        }
        return true;
    }

    private void word(String text, int from, int to, int place, boolean named, Blanks into) {
        for (int i = 0; i < options.size(); i++) {
            CommandOption option = options.get(i);
            if (option.isFlag()) {
                continue;
            }
            boolean here =
                    option.place() == place || option.place() == CommandOption.EACH || option.place() == 0 && named;
            // a word with an equals sign is judged by its name, if it is not said to be an assignment
            if (here && (!option.part().isEmpty() || text.substring(from, to).indexOf('=') < 1)) {
                blank(text, from, to, option.part(), into);
            }
        }
    }

    private static void blank(String text, int begin, int end, String part, Blanks into) {
        int from = begin;
        int to = end;
        if (AsciiText.is(text, from, "\\") && AsciiText.is(text, from + 1, "\"'")) {
            from += 2;
            to -= AsciiText.is(text, to - 1, "\"'") ? 2 : 0;
        } else if (AsciiText.is(text, from, "\"'`")) {
            boolean closed = to - 1 > from && text.charAt(to - 1) == text.charAt(from);
            from++;
            to -= closed ? 1 : 0;
        }
        if (!part.isEmpty()) {
            boolean upToHost = part.endsWith("@");
            String sign = upToHost ? part.substring(0, part.length() - 1) : part;
            int secret = from + text.substring(from, to).indexOf(sign);
            if (secret < from || secret + sign.length() >= to || upToHost && secret == from) {
                return;
            }
            if (sign.equals("=")
                    && NO_SECRETS.contains(text.substring(from, secret).toLowerCase(Locale.ROOT))) {
                return;
            }
            from = secret + sign.length();
            int host = upToHost ? from + text.substring(from, to).lastIndexOf('@') : -1;
            to = host > from ? host : to;
            if (AsciiText.is(text, from, "\"'") && to - 1 > from && text.charAt(to - 1) == text.charAt(from)) {
                from++;
                to--;
            }
        }
        boolean address = part.isEmpty() && text.substring(from, to).contains("://");
        if (to - from >= LEAST && !address && VALUES.isSecret(text, from, to, true)) {
            into.add(from, to);
        }
    }
}
