// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.FileOutline;
import io.agentprofiler.rules.model.RuleFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule files that were compiled into bytes, each by itself, and what is to be known of all of them before any is read. They mean what
 * the texts mean that they were compiled from.
 *
 * @param files outlines, in the order the files were given
 * @param index which of them may mean a class
 */
public record CompiledRules(List<FileOutline> files, ClassIndex index) {
    public CompiledRules {
        files = List.copyOf(files);
    }

    /** Returns a file as bytes: the same bytes for the same file, in every JVM. */
    public static byte[] compile(RuleFile file) {
        Output out = new Output();
        FileFormat.write(file, out);
        return out.withTables();
    }

    /** Returns outlines and index of files as bytes, the same for the same files. */
    public static byte[] outline(List<RuleFile> files) {
        Output out = new Output();
        out.number(files.size());
        for (RuleFile file : files) {
            FileOutline outline = FileOutline.of(file);
            out.text(outline.name());
            out.text(outline.title());
            out.texts(outline.modelPackages());
            out.texts(Output.sorted(outline.metadata()));
            out.truth(outline.onRequest());
            out.number(outline.rules());
            out.truth(outline.opensSpans());
        }
        ClassIndex.of(files).write(out);
        return out.withTables();
    }

    /**
     * Returns what {@link #compile} made bytes of.
     *
     * @param replay whether the rules are to say how recorded calls answer others; a JVM that replays nothing need not load what
     *     tells it
     */
    public static RuleFile file(byte[] bytes, boolean replay) {
        return FileFormat.read(new Input(bytes, replay));
    }

    /** Returns what {@link #outline} made bytes of. */
    public static CompiledRules read(byte[] bytes) {
        Input in = new Input(bytes, false);
        int count = in.number();
        List<FileOutline> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(new FileOutline(
                    in.text(), in.text(), in.texts(), in.textSet(), in.truth(), in.number(), in.truth()));
        }
        return new CompiledRules(files, ClassIndex.read(in));
    }
}
