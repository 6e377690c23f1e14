// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.RuleFile;
import java.util.List;

/**
 * Rule files that were compiled into bytes. They mean what the texts mean that they were compiled from.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CompiledRules {
    private final Input in;
    private final String[] names;
    private final int[] lengths;
    private final int first;

    /**
     * Makes ready what {@link #compile} returned. A file becomes rules when it is asked for.
     *
     * @param bytes not changed from now on
     * @param replay whether the rules are to say how recorded calls answer others; a JVM that replays nothing need not load what
     *     tells it
     */
    public CompiledRules(byte[] bytes, boolean replay) {
        in = new Input(bytes, replay);
        int count = in.number();
        names = new String[count];
        lengths = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = in.text();
            lengths[i] = in.number();
        }
        first = in.position();
    }

    /** Returns files as bytes: the same bytes for the same files, in every JVM. */
    public static byte[] compile(List<RuleFile> files) {
        Output out = new Output();
        Output bodies = out.part();
        out.number(files.size());
        for (RuleFile file : files) {
            Output body = out.part();
            FileFormat.write(file, body);
            out.text(file.name());
            out.number(body.size());
            bodies.add(body);
        }
        out.add(bodies);
        return out.withTables();
    }

    /** Returns the names of the files, in the order they were given. */
    public List<String> names() {
        return List.of(names);
    }

    /**
     * Returns a file.
     *
     * @throws IllegalArgumentException when there is none of the name
     */
    public RuleFile file(String name) {
        int at = first;
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return FileFormat.read(in.at(at));
            }
            at += lengths[i];
        }
        throw new IllegalArgumentException("no compiled rule file " + name);
    }
}
