// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Which workflows share a row of a table: those whose first span has the same name and, where more is asked, which do the same or
 * have the same value of an attribute.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Grouping {
    /** Those whose first span has the same name. */
    public static final Grouping NAME = new Grouping("name", "by name of the first span", "names", null);

    /** Those that do the same, too. */
    public static final Grouping FINGERPRINT = new Grouping(
            "fingerprint",
            "by name of the first span and fingerprint",
            "fingerprints",
            trace -> Fingerprint.of(trace).id());

    private final String key;
    private final String explanation;
    private final String plural;
    /** What follows the name in a row; {@code null} where nothing does. */
    private final Function<Trace, String> more;

    private Grouping(String key, String explanation, String plural, Function<Trace, String> more) {
        this.key = key;
        this.explanation = explanation;
        this.plural = plural;
        this.more = more;
    }

    /**
     * Returns what a word of the command line means: {@code name}, {@code fingerprint}, or an attribute.
     *
     * @throws IllegalArgumentException when the word is empty
     */
    public static Grouping of(String word) {
        if (word.equals(NAME.key)) {
            return NAME;
        }
        return word.equals(FINGERPRINT.key) ? FINGERPRINT : by(AttributeKey.of(word));
    }

    private static Grouping by(AttributeKey attribute) {
        return new Grouping(
                "attribute",
                "by name of the first span and " + attribute.word(),
                "values of " + attribute.word(),
                trace -> attribute.word() + "=" + attribute.of(trace));
    }

    /** Returns the word of JSON files: {@code name}, {@code fingerprint} or {@code attribute}. */
    public String key() {
        return key;
    }

    /** Returns what rows stand for, in words. */
    public String explanation() {
        return explanation;
    }

    /** Returns what several rows are called. */
    public String plural() {
        return plural;
    }

    /** Returns the name of a workflow's row. */
    public String row(Trace trace) {
        String name = trace.root().name();
        return more == null ? name : name + " " + more.apply(trace);
    }

    /** The option of commands with a table of workflows: which of them share a row. */
    public static final class GroupOption {
        @Option(
                names = {"--group", "--by"},
                paramLabel = "WHAT",
                defaultValue = "name",
                completionCandidates = Words.class,
                converter = GroupReader.class,
                description =
                        "What makes workflows comparable: ${COMPLETION-CANDIDATES}, or an attribute, as in --by acme.tenant."
                                + " Default: name. By fingerprint, only workflows that do the same share a row; by an"
                                + " attribute, only those of one value.")
        private Grouping group;

        /** Returns what was chosen. */
        public Grouping group() {
            return group;
        }

        /** What a shell can complete. */
        static final class Words implements Iterable<String> {
            @Override
            public Iterator<String> iterator() {
                return List.of(Grouping.NAME.key(), Grouping.FINGERPRINT.key(), "conversation")
                        .iterator();
            }
        }

        /** Reads the option's value. */
        static final class GroupReader implements ITypeConverter<Grouping> {
            @Override
            public Grouping convert(String word) {
                try {
                    return Grouping.of(word);
                } catch (IllegalArgumentException e) {
                    throw new TypeConversionException(e.getMessage());
                }
            }
        }
    }
}
