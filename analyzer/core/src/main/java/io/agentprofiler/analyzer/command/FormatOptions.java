// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.HtmlView;
import io.agentprofiler.analyzer.view.MarkdownView;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option of every command that prints an answer, and the printing itself. */
public final class FormatOptions {
    /** More files than these are said by their names alone; they are all in one directory. */
    private static final int MOST_PATHS = 3;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "How to print: ${COMPLETION-CANDIDATES}. Default: text.")
    private Format format;

    @Mixin
    private DataOptions data;

    /** Answers whether people read the answer on a terminal: only then is there room for more words. */
    public boolean isText() {
        return format == Format.TEXT;
    }

    /** Answers whether people read the answer in some form, rather than programs. */
    public boolean isForPeople() {
        return !format.isData();
    }

    /** Prints an answer. */
    public void print(Document document, Screen screen, Terminal terminal) throws CommandException {
        print(document, null, screen, terminal);
    }

    /**
     * Prints an answer.
     *
     * @param other the format that another option asks for; {@code null} for none
     */
    public void print(Document document, Format other, Screen screen, Terminal terminal) throws CommandException {
        print(document, other == null ? format : other, data, screen, terminal);
    }

    /** Prints an answer, and for people which files there are besides. */
    public void print(Document document, Screen screen, Terminal terminal, List<Path> written) throws CommandException {
        print(document, screen, terminal);
        if (isText() && !written.isEmpty()) {
            terminal.out().println();
            terminal.out().println(written(written));
        }
    }

    /** Says which files were written: of many the directory, and then their names. */
    public static String written(List<Path> files) {
        boolean many = files.size() > MOST_PATHS;
        String names = files.stream()
                .map(file -> many ? file.getFileName() : file)
                .map(Path::toString)
                .collect(Collectors.joining(", "));
        return many
                ? "Written: " + files.size() + " files in " + files.get(0).getParent() + ": " + names
                : "Written: " + names;
    }

    /** Prints an answer in a format. */
    public static void print(Document document, Format format, DataOptions data, Screen screen, Terminal terminal)
            throws CommandException {
        data.require(format);
        try {
            switch (format) {
                case TEXT -> TerminalView.print(document, screen, terminal.out());
                case JSON -> data.json(document, terminal);
                case CSV -> data.csv(document, terminal);
                case MARKDOWN -> terminal.out().print(MarkdownView.of(document));
                case HTML -> terminal.out().print(HtmlView.of(document));
            }
        } catch (IOException e) {
            throw new CommandException("cannot print: " + Reasons.of(e));
        }
    }
}
