// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.json;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file that is read once, of which the last bytes can be read again: a parser that has failed has read further than it got.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ReplayStream extends InputStream {
    /** What a parser may ask for at once; its own buffer is smaller. */
    private static final int MOST_READ = 16 * 1024;

    private static final int WINDOW = 8 * MOST_READ;

    private final InputStream in;
    private final byte[] window = new byte[WINDOW];
    /** Where in the file the window begins, and the lines that end before it. */
    private long windowStart;

    private long linesBefore;
    private int filled;
    private long position;

    ReplayStream(InputStream in) {
        this.in = in;
    }

    /** Returns where the next byte is in the file. */
    long position() {
        return position;
    }

    /** Goes back, at most to {@link #earliest}. */
    void goTo(long newPosition) {
        position = newPosition;
    }

    /** Returns the place that it can go back to. */
    long earliest() {
        return windowStart;
    }

    /** Returns the line, from 1, of a place that can be gone back to. */
    long line(long place) {
        long lines = linesBefore + 1;
        for (int i = 0; i < place - windowStart && i < filled; i++) {
            lines += window[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** Returns the byte at a place that can be gone back to; -1 where that is not known. */
    int at(long place) {
        return place < windowStart || place >= windowStart + filled ? -1 : window[(int) (place - windowStart)] & 0xff;
    }

    @Override
    public int read() throws IOException {
        if (position == windowStart + filled && fill(MOST_READ) < 0) {
            return -1;
        }
        return window[(int) (position++ - windowStart)] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int ahead = (int) (windowStart + filled - position);
        if (ahead == 0) {
            // more than was asked for: whoever looks for the next document asks for single bytes
            int read = fill(MOST_READ);
            if (read < 0) {
                return -1;
            }
            ahead = read;
        }
        int given = Math.min(ahead, length);
        System.arraycopy(window, (int) (position - windowStart), buffer, offset, given);
        position += given;
        return given;
    }

    private int fill(int most) throws IOException {
        if (filled + most > WINDOW) {
            int dropped = WINDOW / 2;
            for (int i = 0; i < dropped; i++) {
                linesBefore += window[i] == '\n' ? 1 : 0;
            }
            System.arraycopy(window, dropped, window, 0, filled - dropped);
            filled -= dropped;
            windowStart += dropped;
        }
        int read = in.read(window, filled, most);
        filled += Math.max(0, read);
        return read;
    }
}
