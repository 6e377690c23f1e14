// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option of commands with a table of workflows: which of them share a row. */
public final class GroupOption {
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
