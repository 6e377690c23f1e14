// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The keywords by which secrets are found, and who looks closer: tokens of the shapes in {@code secrets.txt}, values of names
 * that say secret, HTTP headers, private keys, e-mail addresses.
 */
public final class SecretKeywords {
    private static final String SHAPES = "secrets.txt";

    private SecretKeywords() {}

    /** Returns them all. */
    public static KeywordTrie all() {
        KeywordTrie keywords = new KeywordTrie();
        keywords.add(PrivateKeys.BEGIN, new PrivateKeys());
        HeaderSecrets headers = new HeaderSecrets();
        HeaderSecrets.NAMES.forEach(name -> keywords.add(name, headers));
        keywords.add("basic", EncodedSecrets::basic);
        keywords.add("\"auth", EncodedSecrets::auth);
        keywords.add("'auth", EncodedSecrets::auth);
        keywords.add("_auth", EncodedSecrets::auth);
        keywords.add(" auth:", EncodedSecrets::auth);
        keywords.add(EncodedSecrets.PEM, EncodedSecrets::pem);
        keywords.add("@", new Emails());
        read(keywords);
        AssignedSecrets strong = new AssignedSecrets(true, false, new SecretValues(true));
        SecretNames.STRONG.forEach(name -> keywords.add(name, strong));
        AssignedSecrets weak = new AssignedSecrets(false, false, new SecretValues(false));
        SecretNames.WEAK.forEach(name -> keywords.add(name, weak));
        AssignedSecrets brief = new AssignedSecrets(false, true, SecretValues.ofShortNames());
        SecretNames.SHORT.forEach(name -> keywords.add(name, brief));
        SaidSecrets password = new SaidSecrets(false, false, true);
        SaidSecrets.PASSWORDS.forEach(word -> keywords.add(word, password));
        SaidSecrets key = new SaidSecrets(false, false, false);
        SaidSecrets.KEYS.forEach(word -> keywords.add(word, key));
        SaidSecrets number = new SaidSecrets(false, true, false);
        SaidSecrets.NUMBERS.forEach(word -> keywords.add(word, number));
        InsertedSecrets inserted = new InsertedSecrets();
        InsertedSecrets.WORDS.forEach(word -> keywords.add(word, inserted));
        SaidSecrets foreign = new SaidSecrets(true, false, true);
        SaidSecrets ambiguous = new SaidSecrets(true, false, false);
        SecretNames.FOREIGN.forEach(name -> {
            keywords.add(name, brief);
            keywords.add(name, SaidWords.isPassword(name) ? foreign : ambiguous);
        });
        return keywords;
    }

    private static void read(KeywordTrie into) {
        try (InputStream in = SecretKeywords.class.getResourceAsStream(SHAPES)) {
            if (in == null) {
                throw new IllegalStateException("the agent's jar lacks " + SHAPES + ": build it again");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] columns = line.strip().split("\\s+", 4);
                boolean behind = columns[1].equals("<");
                String notBefore = behind || columns[1].equals("*") ? null : columns[1].equals("-") ? "" : columns[1];
                Detector token = new TokenDetector(notBefore, behind, Pattern.compile(columns[3]));
                for (String keyword : columns[2].split(",")) {
                    into.add(keyword.replace('^', ' '), token);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
