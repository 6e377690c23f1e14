// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.formats.speedscope.ProfileIndex.Profile;
import io.agentprofiler.analyzer.read.tree.Located;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The frames that an evented profile opens and closes. The format wants them in order of time, and every frame closed before the one
 * around it; an event that breaks this is counted and left out.
 *
 * <p><b>Threading:</b> one thread.
 */
final class FrameEvents {
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / 2);

    private final Profile profile;
    private final int frames;
    private final Visitor visitor;
    private final Deque<Integer> open = new ArrayDeque<>();
    private long last;

    /**
     * Begins a profile.
     *
     * @param frames how many frames the file has
     */
    FrameEvents(Profile profile, int frames, Visitor visitor) {
        this.profile = profile;
        this.frames = frames;
        this.visitor = visitor;
    }

    /** Told of each frame. Amounts are those of the profile, nanoseconds where it measures time. */
    interface Visitor {
        /** A frame opens within those that are open. */
        void open(Located event, int index, int frame, long at);

        /** The innermost frame closes. */
        void close(Located event, long at);
    }

    /** Takes an event. */
    void take(Located event, int index) {
        Object type = event.get("type").value();
        int frame = frame(event.get("frame").value());
        long at = amount(profile.amount(event.get("at").value()));
        if (!"O".equals(type) && !"C".equals(type) || frame < 0 || at < 0) {
            event.problem("expected an event with \"type\" O or C, the number of a \"frame\", and \"at\" of 0 or more;"
                    + " left out");
        } else if (at < last) {
            event.get("at").problem("is before the event before it; left out");
        } else if (type.equals("O")) {
            last = at;
            open.push(frame);
            visitor.open(event, index, frame, at);
        } else if (open.isEmpty() || open.peek() != frame) {
            event.problem("closes a frame that is not the innermost open one; left out");
        } else {
            last = at;
            open.pop();
            visitor.close(event, at);
        }
    }

    /** Ends the profile. */
    void end(Located place) {
        if (!open.isEmpty()) {
            place.problem(open.size() + (open.size() == 1 ? " frame is" : " frames are") + " never closed");
        }
    }

    private int frame(Object number) {
        return number instanceof Long index && index >= 0 && index < frames ? index.intValue() : -1;
    }

    private static long amount(BigDecimal amount) {
        return amount == null || amount.signum() < 0 || amount.compareTo(MOST) > 0
                ? -1
                : amount.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
