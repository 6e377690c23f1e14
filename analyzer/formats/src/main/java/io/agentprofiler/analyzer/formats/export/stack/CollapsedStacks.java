// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.trace.pipeline.NameLimit;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** The file: a line a stack, frames outermost first with semicolons between, and the stack's number. */
final class CollapsedStacks implements FormatCommand.Export {
    private final Path target;
    private final StackWeight weight;
    private final Analysis<PathWeights> question;
    private final NameLimit names = new NameLimit(
            "export collapsed", NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory());
    private final SortedMap<Integer, SumPart> parts = new TreeMap<>();

    CollapsedStacks(Path target, StackWeight weight, PriceList prices) {
        this.target = target;
        this.weight = weight;
        this.question = weight.question(prices);
    }

    private final class SumPart implements OutputPart {
        private final OutputPart limit;
        private PathWeights sum = question.empty();

        SumPart(OutputPart limit) {
            this.limit = limit;
        }

        @Override
        public void write(Trace trace) throws IOException {
            limit.write(trace);
            sum = question.addTrace(sum, trace);
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @Override
    public OutputPart open(int number, String run) {
        SumPart part = new SumPart(names.open(number, run));
        parts.put(number, part);
        return part;
    }

    @Override
    public void finish() throws IOException {
        PathWeights all = question.empty();
        for (SumPart part : parts.values()) {
            all = question.merge(all, part.sum);
        }
        PathWeights top = all;
        PrivateFiles.write(target, stream -> {
            try (Writer lines = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
                Stacks.<IOException>of(top, weight, (path, value) -> {
                    for (int i = 0; i < path.size(); i++) {
                        lines.append(i == 0 ? "" : ";").append(FrameNames.escaped(Stacks.frame(path.get(i))));
                    }
                    lines.append(' ').append(Long.toString(value)).append('\n');
                });
            }
        });
    }

    @Override
    public void close() {
        // no file is there before it is complete
    }

    /**
     * How names of spans stand in frames: what would end a frame or a line, or is not seen, as in addresses of the web, {@code %3B}.
     */
    private static final class FrameNames {
        private static final int RADIX = 16;

        private FrameNames() {}

        private static boolean isEscaped(int point) {
            return point == ';' || point == '%' || Unseen.is(point);
        }

        /** Returns the frame of a name. */
        static String escaped(String name) {
            StringBuilder escaped = new StringBuilder(name.length());
            name.codePoints().forEach(point -> {
                if (isEscaped(point)) {
                    for (byte code : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                        escaped.append('%')
                                .append(Character.toUpperCase(Character.forDigit(code >> 4 & 0xF, RADIX)))
                                .append(Character.toUpperCase(Character.forDigit(code & 0xF, RADIX)));
                    }
                } else {
                    escaped.appendCodePoint(point);
                }
            });
            return escaped.toString();
        }
    }
}
