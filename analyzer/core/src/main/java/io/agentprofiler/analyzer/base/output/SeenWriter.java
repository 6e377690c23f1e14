// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** A text file that people print: of what is {@link Unseen} only line feeds get into it, the rest are spaces. */
public final class SeenWriter extends FilterWriter {
    /** Writes to another writer, which {@link #close} closes. */
    public SeenWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        out.write(seen((char) c));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        int written = from;
        for (int i = from; i < from + length; i++) {
            char seen = seen(text[i]);
            if (seen != text[i]) {
                out.write(text, written, i - written);
                out.write(seen);
                written = i + 1;
            }
        }
        out.write(text, written, from + length - written);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        write(text.toCharArray(), from, length);
    }

    /** Halves of characters come one after the other, and pass. */
    private static char seen(char c) {
        return c != '\n' && !Character.isSurrogate(c) && Unseen.is(c) ? ' ' : c;
    }
}
