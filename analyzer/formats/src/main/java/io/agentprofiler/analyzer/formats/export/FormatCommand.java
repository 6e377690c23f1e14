// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command of {@code export}: everything but the format itself, which is a {@link TraceOutput}: it is given one trace at a time, so
 * that runs of any size can be exported.
 *
 * <p>A format that has to know something of the whole run before it can write the first trace {@linkplain #ask asks} for that, which
 * reads the inputs once more.
 */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class FormatCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--out",
            paramLabel = "FILE|DIR",
            description =
                    "File to write, or an existing directory to write a file of the format's usual name to. Without"
                            + " it the export goes to standard output.")
    private Path out;

    protected FormatCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** An output that holds something until it is closed. */
    public interface Export extends TraceOutput, AutoCloseable {
        /** Removes what is left of an export that was not finished. */
        @Override
        void close() throws IOException;
    }

    /** An output that goes elsewhere than to a file. */
    public interface Sending extends Export {
        /**
         * Says what became of everything, when it is over.
         *
         * @return the exit code
         */
        int tell(Terminal terminal, long workflows, long spans);
    }

    /** Returns the file's name where only a directory is given. */
    protected abstract String fileName();

    /** Returns what the user gave as place of the file, or {@code null}. */
    protected final Path out() {
        return out;
    }

    /** Answers whether a file is written, or standard output; if not, the export is a {@link Sending}. */
    protected boolean writesFile() {
        return true;
    }

    /** Answers whether the format is several files, so that {@code --out} names a directory, which is made if it is missing. */
    protected boolean writesDirectory() {
        return false;
    }

    /** Tells the user something while the export goes on. */
    protected final void note(String line) {
        terminal.err().println("analyzer: " + Texts.safe(line));
    }

    /** Answers whether people could read it on a terminal. */
    protected boolean isText() {
        return true;
    }

    /** Answers whether prompts, answers, arguments and results are to be exported. */
    protected boolean wantsContent() {
        return false;
    }

    /** Answers whether the format has a place for a span; one that is drawn over time has none for spans without times. */
    protected boolean tells(Span span) {
        return true;
    }

    /**
     * Returns what writes the format to a file.
     *
     * @param target the file, to appear under this name when it is complete, and not to be there otherwise; the directory of several;
     *     {@code null} where none is written
     * @throws CommandException when an option makes no sense, or nothing can be read
     */
    protected abstract Export export(Path target) throws CommandException, IOException;

    /** Reads the inputs for what has to be known before the first trace is written. */
    protected final Outcome ask(List<Analysis<?>> analyses) throws CommandException {
        return input.read(terminal, analyses, List.of());
    }

    /** Returns the flight recordings among the inputs. */
    protected final List<Path> recordings() throws CommandException {
        return input.recordings(terminal);
    }

    @Override
    public final Integer call() throws CommandException {
        if (!writesFile()) {
            return send();
        }
        if (out == null && writesDirectory()) {
            throw new CommandException("the format is several files: name a directory for them with --out");
        }
        if (out == null && !isText() && terminal.outIsTerminal()) {
            throw new CommandException(
                    "the format is binary and standard output is a terminal: name a file with --out");
        }
        try {
            Path target = target();
            try (Export export = export(target)) {
                ExportedCount count = read(export);
                tell(target, count);
            } finally {
                if (out == null) {
                    Files.deleteIfExists(target);
                }
            }
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException(
                    "cannot write to " + (out == null ? "standard output" : out) + ": " + Reasons.of(e));
        }
    }

    private int send() throws CommandException {
        try (Export export = export(null)) {
            ExportedCount count = read(export);
            return ((Sending) export).tell(terminal, count.workflows(), count.spans());
        } catch (IOException e) {
            throw new CommandException("cannot send: " + Reasons.of(e));
        }
    }

    private ExportedCount read(Export export) throws CommandException {
        ExportedCount count = new ExportedCount(this::tells);
        Outcome outcome = input.read(
                terminal, List.of(Workflows.ANALYSIS, SpanFlags.ANALYSIS), List.of(export, count), wantsContent());
        // standard output may be the export itself
        DataSection.notes(outcome).forEach(this::note);
        if (count.leftOut() > 0) {
            note(Units.count(count.leftOut(), "span")
                    + " not in the export: it is drawn over time, and when they ran is not known");
        }
        return count;
    }

    private Path target() throws IOException {
        if (out == null) {
            return Path.of(System.getProperty("java.io.tmpdir")).resolve("agent-profiler-export-" + UUID.randomUUID());
        }
        if (writesDirectory()) {
            PrivateFiles.directory(out);
            return out;
        }
        if (Files.isDirectory(out)) {
            return out.resolve(fileName());
        }
        Path above = out.toAbsolutePath().getParent();
        if (above != null) {
            PrivateFiles.directory(above);
        }
        return out;
    }

    private void tell(Path target, ExportedCount count) throws IOException {
        if (out == null) {
            Files.copy(target, terminal.out());
            terminal.out().flush();
        } else {
            terminal.out()
                    .println("Written: " + target + ", " + Units.count(count.workflows(), "workflow") + ", "
                            + Units.count(count.spans(), "span"));
        }
    }

    /** Counts what of the traces an export was given is in it, and what is not. <b>Threading:</b> any; the sums are complete when all parts are closed. */
    private static final class ExportedCount implements TraceOutput {
        private final LongAdder workflows = new LongAdder();
        private final LongAdder spans = new LongAdder();
        private final LongAdder leftOut = new LongAdder();
        private final Predicate<Span> told;

        /**
         * Counts.
         *
         * @param told whether the format has a place for a span
         */
        ExportedCount(Predicate<Span> told) {
            this.told = told;
        }

        @Override
        public OutputPart open(int number, String run) {
            return new OutputPart() {
                @Override
                public void write(Trace trace) {
                    workflows.increment();
                    long here = trace.spans().stream().filter(told).count();
                    spans.add(here);
                    leftOut.add(trace.spans().size() - here);
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
        }

        @Override
        public void finish() {
            // nothing to join
        }

        long workflows() {
            return workflows.sum();
        }

        long spans() {
            return spans.sum();
        }

        /** Returns how many spans the format has no place for. */
        long leftOut() {
            return leftOut.sum();
        }
    }

    /** The option of every format that has a place for prompts, answers, arguments and results. */
    public static final class ContentOption {
        @Option(
                names = "--content",
                description =
                        "Also export recorded prompts, answers, arguments, results and failure messages: whoever gets the"
                                + " file can read them.")
        private boolean content;

        /** Answers whether they are wanted. */
        public boolean isWanted() {
            return content;
        }
    }
}
