// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Tells a password of letters only from what else sentences say of passwords: {@code my password is hunter}, but {@code my password
 * is wrong} and {@code my password is in the vault}. The password ends its clause, and it is no word that describes passwords.
 *
 * <p>Knows English, German, French, Spanish, Italian, Portuguese and Dutch.
 *
 * <p><b>Threading:</b> stateless.
 */
final class SaidWords {
    /** Verbs that a password follows in a statement, such as "is". */
    private static final Set<String> VERBS = words("is was equals ist war lautet est c'est était es era é è luidt");
    /** A verb behind which only a password can stand. */
    private static final Set<String> TELLING = words("equals lautet luidt");
    /** What may join a word for a password to what it opens: {@code the password for the server is …}. */
    private static final Set<String> PREPOSITIONS = words(
            "for of to on in at für von zu zum zur vom am im pour de du des del della di do da dos para per voor van для от до к на do od dla na pre za för till fra til pro için");
    /** What may go on behind a password. */
    private static final Set<String> FOLLOWERS =
            words("and but so or please thanks thank for if und aber bitte für et mais pour y pero"
                    + " para por e ma mas per en maar voor username user login email");
    /** Words that name more than passwords. */
    private static final Set<String> OTHER_MEANINGS = words("clave parola parole parolă");

    /** What a sentence says of passwords. */
    private static final Set<String> DESCRIPTIONS = words(
            "not never told another other either neither both always only also already being been what where when how why who which"
                    + " that this these those there here below above next then it its mine yours ours theirs none nothing something anything"
                    + " everything unknown known wrong right correct incorrect valid invalid empty blank missing absent present"
                    + " weak strong stronger weaker secure insecure safe unsafe safer secret public private open optional mandatory"
                    + " necessary unnecessary compulsory sensitive insensitive confidential important irrelevant critical essential"
                    + " short shorter long longer simple simpler complex easy easier hard harder difficult trivial obvious same different"
                    + " identical equal unique similar common random static dynamic temporary permanent default local global"
                    + " numeric alphanumeric plaintext plain clear clean raw visible invisible readable hidden gone lost forgotten stolen"
                    + " broken frozen given taken written shown known chosen kept sent held hashed salted set unset reset done okay fine"
                    + " good better best great bad worse worst poor enough sufficient insufficient available unavailable ready live"
                    + " active inactive stale outdated obsolete due overdue older newer fresh current recent constant consistent"
                    + " inconsistent different apparent evident relevant dead false true null undefined required working missing"
                    + " expiring failing pending changing rotating leaking loading lacking misleading confusing annoying funny stupid"
                    + " silly useless pointless strange weird odd strict special personal internal external individual universal"
                    + " essential crucial vital basic generic automatic specific problematic everywhere somewhere nowhere elsewhere online"
                    + " offline somehow later soon again anyway case login continue proceed expire begin start finish access connect"
                    + " match work change rotate unlock decrypt encrypt authenticate verify confirm test string text value password"
                    + " secret token data base argon bcrypt scrypt hash plain optional everyone everybody someone nobody"
                    // German
                    + " falsch richtig korrekt abgelaufen leer erforderlich notwendig nötig ungültig gültig sicher unsicher schwach stark"
                    + " geheim bekannt unbekannt vergessen verloren verschlüsselt gespeichert gesetzt geändert gehasht gesperrt hinterlegt"
                    + " kurz lang kürzer länger einfach alt neu älter neuer hier dort unten oben gleich egal wichtig pflicht optional"
                    + " pflichtfeld kompromittiert veraltet öffentlich privat gut besser schlecht weg okay fertig zurückgesetzt nicht"
                    + " verboten erlaubt nirgends überall offen komplex schwer leicht identisch verschieden anders wie"
                    // French
                    + " faux fausse incorrect correct juste invalide valide requis obligatoire nécessaire facultatif vide faible fort robuste"
                    + " perdu secret court long simple complexe bon mauvais inconnu connu obsolète ici sensible public compromis"
                    // Spanish, Portuguese, Italian
                    + " incorrecta incorrecto correcta correcto requerida obligatoria obligatorio necesaria necesario inválida inválido"
                    + " válida válido débil fuerte segura seguro insegura vacía vacío secreta secreto larga corta nueva antigua distinta"
                    + " errada errado incorreta correta obrigatória necessária fraca forte vazia longa curta nova errata sbagliata corretta"
                    + " scaduta vuota obbligatoria necessaria valida debole sicura insicura segreta richiesta dimenticata nuova vecchia"
                    + " diversa facile difficile fácil difícil simples pública pubblica privada privata igual uguale caduca aquí aqui qui"
                    // Dutch
                    + " onjuist verkeerd fout juist verplicht vereist leeg zwak sterk veilig onveilig verlopen vergeten bekend onbekend"
                    + " ongeldig geldig nodig kort hier openbaar nieuw oud gewijzigd opgeslagen versleuteld hetzelfde anders");

    /** How words end that describe. */
    private static final String[] ENDINGS = {
        "ed", "able", "ible", "less", "ful", "ous", "ive", "ory", "lich", "bar", "é", "ée", "ado", "ada", "ido", "ida",
        "ato", "ata", "uto", "uta", "ito", "ita", "haft", "los"
    };

    private static final int LEAST = 4;
    private static final int MOST_WORD = 12;
    private static final int LEAST_STEM = 3;
    private static final int LAST_LATIN = 0x24f;

    private SaidWords() {}

    /** Answers whether a word for a password stands for nothing else. */
    static boolean isPassword(String word) {
        return !OTHER_MEANINGS.contains(word);
    }

    /** Answers whether a password may follow a verb. */
    static boolean isVerb(String word) {
        return VERBS.contains(word);
    }

    /** Answers whether a word says that what the password is for comes next. */
    static boolean isPreposition(String word) {
        return PREPOSITIONS.contains(word);
    }

    /**
     * Answers whether a word is a password.
     *
     * @param verb the last verb before it, {@code ""} for a colon
     */
    static boolean isTold(String text, int from, int to, String verb) {
        if (to - from < LEAST) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((!Character.isLetter(c) || c > LAST_LATIN) && !(c == '!' && i == to - 1)) {
                return false;
            }
        }
        if (!endsClause(text, to, verb.isEmpty()) || isIdentifier(text, from, to)) {
            return false;
        }
        int end = text.charAt(to - 1) == '!' ? to - 1 : to;
        String word = text.substring(from, end).toLowerCase(Locale.ROOT);
        return TELLING.contains(verb) || !describes(word);
    }

    private static boolean describes(String word) {
        if (DESCRIPTIONS.contains(word)) {
            return true;
        }
        for (String ending : ENDINGS) {
            if (word.length() >= ending.length() + LEAST_STEM && word.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether a word is one that programs make up. */
    private static boolean isIdentifier(String text, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (Character.isUpperCase(text.charAt(i)) && Character.isLowerCase(text.charAt(i - 1))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Answers whether nothing, or a new clause, stands behind a word.
     *
     * @param listed whether a new clause without a sign before it has to name a value, too: {@code password: hunter and user: bob}
     */
    private static boolean endsClause(String text, int to, boolean listed) {
        int at = to;
        while (at - to < 4 && AsciiText.is(text, at, ".,;:!?)]}*'\"")) {
            at++;
        }
        if (at == text.length() || "\r\n\\<".indexOf(text.charAt(at)) >= 0) {
            return true;
        }
        if (text.charAt(at) != ' ') {
            return false;
        }
        if (at > to) {
            return true;
        }
        int stop = endOfWord(text, at + 1);
        if (!FOLLOWERS.contains(text.substring(at + 1, stop).toLowerCase(Locale.ROOT))) {
            return false;
        }
        return !listed || AsciiText.is(text, stop, ":=") || AsciiText.is(text, endOfWord(text, stop + 1), ":=");
    }

    private static int endOfWord(String text, int from) {
        int to = from;
        while (to - from < MOST_WORD && to < text.length() && Character.isLetter(text.charAt(to))) {
            to++;
        }
        return to;
    }

    private static Set<String> words(String words) {
        return new HashSet<>(Arrays.asList(words.split(" ")));
    }
}
