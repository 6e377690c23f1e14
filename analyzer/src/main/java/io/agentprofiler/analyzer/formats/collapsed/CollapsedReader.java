// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.collapsed;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.stack.StackReader;
import io.agentprofiler.analyzer.read.stack.StackSink;
import io.agentprofiler.analyzer.read.stack.StackSink.Frame;
import io.agentprofiler.analyzer.read.stack.StackUnit;
import io.agentprofiler.analyzer.read.tree.Lines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads collapsed stacks (also called folded): frames from the outermost with semicolons between, a space, and a number.
 *
 * <p>What the number counts is not in the file; the names that {@code export collapsed} gives to files say it.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class CollapsedReader implements StackReader {
    /** How names of such files end. */
    public static final String SUFFIX = ".collapsed";

    private static final Map<String, StackUnit> BY_NAME = Map.of(
            "time" + SUFFIX, StackUnit.TIME,
            "tokens" + SUFFIX, StackUnit.TOKENS,
            "cost" + SUFFIX, StackUnit.COST,
            "bytes" + SUFFIX, StackUnit.BYTES);

    /** A line: what stands before the last space, and a number. */
    private static final Pattern LINE = Pattern.compile("(.+) (\\d{1,19}(?:\\.\\d{0,18})?)[ \\t\\r]*");

    private static final String EXPECTED =
            "expected frames with semicolons between, a space and a whole number of 0 or more; left out";
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    /** Of lines that are stacks, less are another format. */
    private static final double MOST_LINES = 0.9;

    /** A beginning that is shorter is the whole file. */
    private static final int HEAD_BYTES = 1 << 16;

    private static final int MAX_BYTES = 1 << 24;
    /** Paths are cut there by flame graphs. */
    private static final int MAX_FRAMES = 100_000;

    @Override
    public String format() {
        return "collapsed stacks";
    }

    /** Most lines of the beginning must be stacks, and one at least a path, unless the file's name says what it is. */
    @Override
    public boolean recognizes(TraceFile file) {
        byte[] head = file.head();
        String text = new String(head, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n');
        String whole = head.length < HEAD_BYTES || end < 0 ? text : text.substring(0, end);
        int lines = 0;
        int stacks = 0;
        boolean path = false;
        for (String line : whole.split("\n")) {
            Matcher stack = LINE.matcher(line);
            if (line.chars().anyMatch(c -> c < ' ' && c != '\t' && c != '\r')) {
                return false;
            }
            if (stack.matches()) {
                stacks++;
                path |= stack.group(1).indexOf(';') > 0;
            }
            lines += line.isBlank() ? 0 : 1;
        }
        return isNamedSo(file) ? stacks > 0 : path && stacks >= lines * MOST_LINES;
    }

    private static boolean isNamedSo(TraceFile file) {
        String name = withoutZip(file);
        return name.endsWith(SUFFIX) || name.endsWith(".folded");
    }

    private static String withoutZip(TraceFile file) {
        return file.path().getFileName().toString().replaceFirst("\\.gz\\z", "");
    }

    @Override
    public Head head(TraceFile file) {
        return Head.NONE;
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        throw new UnreadableFileException(ONLY_SUMS);
    }

    @Override
    public Contents contents(TraceFile file) {
        return new Contents(false, Set.of(BY_NAME.getOrDefault(withoutZip(file), StackUnit.UNTOLD)));
    }

    @Override
    public void readStacks(TraceFile file, StackUnit unit, ReadOptions options, StackSink sink, Problems problems)
            throws IOException {
        try (InputStream stream = file.open(options.progress())) {
            Lines lines = new Lines(stream, MAX_BYTES);
            for (long number = 1; lines.next(); number++) {
                if (lines.isTooLong()) {
                    problems.skipped(number, "a line of more than " + MAX_BYTES + " bytes; left out");
                } else if (!lines.isBlank()) {
                    line(lines.text(), number, sink, problems);
                }
            }
        } catch (EOFException | ZipException e) {
            problems.skipped(
                    0,
                    "the compressed data ends early or is damaged (" + e.getMessage() + "); what comes before is read");
        }
    }

    private static void line(String line, long number, StackSink sink, Problems problems) {
        Matcher stack = LINE.matcher(line);
        BigDecimal value = stack.matches() ? new BigDecimal(stack.group(2)) : null;
        if (value == null || value.stripTrailingZeros().scale() > 0 || value.compareTo(MOST) > 0) {
            problems.skipped(number, EXPECTED);
            return;
        }
        String[] names = stack.group(1).split(";", MAX_FRAMES);
        List<Frame> path = new ArrayList<>(names.length);
        for (String name : names) {
            path.add(new Frame(null, FrameNames.name(name)));
        }
        sink.stack(path, value.longValueExact());
    }
}
