// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RulePlaces;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer rules check}. */
@Command(
        name = "check",
        description = "Checks, rule by rule, whether the types, methods and paths that rules name exist in your jars.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar rules check --classpath \"lib/*\"",
            "        the bundled rules of every framework found in the jars of lib/",
            "  java -jar analyzer.jar rules check --classpath @classpath.txt --framework NAME",
            "        one framework, against a class path from a file, as mvn dependency:build-classpath writes it",
            "  java -jar analyzer.jar rules check --rules my-rules.json --classpath target/classes:lib/acme.jar",
            "        rules of your own, against your own classes",
            "",
            "Exit codes: 0 everything exists, in some classes at least, or is declared missing (since, until, optional),",
            "1 something is missing, 2 bad input or wrong usage."
        })
final class RulesCheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            required = true,
            description =
                    "Jars and folders of classes joined by ':' (Windows: ';'); 'dir/*' is all jars of a folder, '@file'"
                            + " a file that holds a class path.")
    private String classPath;

    /** Where the rules stand in the files of {@code rules}, in their order. */
    private final List<RulePlaces> places = new ArrayList<>();

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            split = ",",
            description = "Rule files of your own, instead of the bundled ones. May be given several times.")
    private List<File> rules = List.of();

    @Option(
            names = "--framework",
            paramLabel = "ID",
            split = ",",
            description =
                    "Bundled rule files to check, as 'rules list' names them. Default: those whose framework is in the"
                            + " jars.")
    private List<String> frameworks = List.of();

    @Option(
            names = "--version",
            paramLabel = "V",
            description = "Version of the framework, if the jars do not state it or state it wrongly.")
    private String version;

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScreenOptions screen;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    RulesCheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (version != null && !version.matches("\\d+(\\.\\d+)*([-.].*)?")) {
            throw new CommandException("--version takes a version such as 1.19.0, not '" + version + "'");
        }
        try (ClassPath open = ClassPath.open(classPath())) {
            if (open.size() == 0) {
                throw new CommandException(
                        "there are no classes in " + classPath + " (the jars inside a jar are not looked into)");
            }
            List<CheckReport> reports = new ArrayList<>();
            for (RuleFile file : files(open)) {
                CheckReport report = RuleChecker.check(file, open, version);
                reports.add(reports.size() < places.size() ? placed(report, places.get(reports.size())) : report);
            }
            format.print(RuleCheckDocument.of(reports), screen.of(terminal), terminal);
            return reports.stream().allMatch(CheckReport::isSound) ? ExitCode.OK : ExitCode.GATE_FAILED;
        } catch (InvalidPathException e) {
            throw new CommandException("--classpath: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw new CommandException(e.getMessage() + ": " + e.getCause().getMessage());
        } catch (IOException e) {
            throw new CommandException("--classpath: " + e.getMessage());
        }
    }

    /** Adds to each problem where in the user's file it is. */
    private static CheckReport placed(CheckReport report, RulePlaces places) {
        return new CheckReport(
                report.file(),
                report.version(),
                report.results().stream()
                        .map(result -> result.withProblems(result.problems().stream()
                                .map(text -> places.of(result.rule().id(), text) + ": " + text)
                                .toList()))
                        .toList());
    }

    /** Lines of the file are parts of the path, too. */
    private String classPath() throws CommandException {
        if (!classPath.startsWith("@")) {
            return classPath;
        }
        Path file = Path.of(classPath.substring(1));
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new CommandException("--classpath: " + file
                    + (Files.exists(file) ? " cannot be read as a text file" : " does not exist")
                    + "; expected a file that holds a class path");
        }
    }

    /** A file without packages is known by the classes that its rules name, but for those of the JDK, which is always there. */
    private static boolean isThere(RuleFile file, ClassPath open) {
        return file.packages().isEmpty()
                ? file.rules().stream().map(rule -> rule.match().type()).anyMatch(open::holds)
                : open.hasClassOf(file.packages());
    }

    private List<RuleFile> files(ClassPath open) throws CommandException {
        try {
            List<RuleFile> files = new ArrayList<>();
            for (File file : rules) {
                files.add(RuleFiles.load(file));
                // a pipe was read to its end
                places.add(RulePlaces.in(file.getPath(), file.isFile() ? Files.readString(file.toPath()) : "{}"));
            }
            for (String name : frameworks) {
                files.add(RuleFiles.loadBundled(name));
            }
            if (!files.isEmpty()) {
                return files;
            }
            for (String name : RuleFiles.bundled()) {
                RuleFile file = RuleFiles.loadBundled(name);
                if (isThere(file, open)) {
                    files.add(file);
                }
            }
            if (files.isEmpty()) {
                throw new CommandException(
                        "the " + open.size() + (open.size() == 1 ? " class is" : " classes are") + " of none of "
                                + String.join(", ", RuleFiles.bundled())
                                + "; --rules FILE checks rules of your own, --framework ID a bundled file all the same");
            }
            return files;
        } catch (IOException e) {
            throw new CommandException("--rules: " + e.getMessage());
        } catch (RuleFileException e) {
            List<Problem> problems = e.problems();
            problems.subList(0, problems.size() - 1)
                    .forEach(problem -> terminal.err().println("analyzer: " + problem));
            throw new CommandException(problems.get(problems.size() - 1).toString());
        }
    }
}
