// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;
import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.Pressure;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.Properties;

/**
 * Where the application's threads leave their events: one ring of pre-allocated slots with many producers, which one consumer
 * thread empties.
 *
 * <p>A full ring never makes a producer wait. While less than a quarter of it is free chunk events are refused, while less
 * than a sixteenth is free starts are; an end whose start was accepted always gets through. Memory is bounded by the number
 * of slots and by a {@linkplain Setting#RING_MAX_BYTES budget} for what their references keep alive.
 *
 * <p><b>Threading:</b> the methods of {@link SpanEvents} are for any thread; they neither block nor allocate nor throw, but
 * for an end that overflows, which allocates one slot. The other methods are for threads of the agent.
 */
public final class EventRing implements SpanEvents {
    private static final long FULL = -1;
    /** Samples of model servers that may wait; a handful comes every few seconds. */
    private static final int MOST_SAMPLES = 256;

    private final RingBuffer<Slot> ring;
    /** The ring's slots once more: a producer reaches its own without a call, which can fail at the end of the stack. */
    private final Slot[] slots;

    private final SpanReader reader;
    private final int chunkReserve;
    private final int startReserve;
    private final PayloadBudget budget;
    private final Pressure pressure = new Pressure();
    private final PipelineCounters counters;
    private final OverflowedEnds overflow = new OverflowedEnds();

    private volatile boolean closed;

    /**
     * Makes a ring.
     *
     * @param reader reads the short attributes of calls whose objects cannot wait
     * @param counters where accepted and refused events are counted
     */
    public EventRing(Settings settings, SpanReader reader, PipelineCounters counters) {
        Slots made = new Slots(settings.get(Setting.RING_SIZE));
        ring = RingBuffer.create(
                ProducerType.MULTI,
                made,
                settings.get(Setting.RING_SIZE),
                new ParkingWaitStrategy(settings.get(Setting.FLUSH), settings.get(Setting.RING_SIZE)));
        slots = made.all;
        this.reader = reader;
        this.counters = counters;
        chunkReserve = Math.max(1, settings.get(Setting.RING_SIZE) / 4);
        startReserve = Math.max(1, settings.get(Setting.RING_SIZE) / 16);
        budget = new PayloadBudget(
                settings.get(Setting.RING_MAX_BYTES), settings.get(Setting.CONTENT) != Settings.Content.NONE);
    }

    /**
     * Makes a ring that nobody reads, and that holds no more than its slots. For measuring what producers do.
     *
     * @param counters where accepted and refused events are counted
     */
    public static EventRing unread(int slots, PipelineCounters counters) {
        Properties properties = new Properties();
        properties.setProperty("agentprofiler.ring.size", Integer.toString(slots));
        Settings settings = Settings.parse(properties, problem -> {
            throw new IllegalArgumentException(problem);
        });
        EventRing unread = new EventRing(
                settings,
                new SpanReader() {
                    @Override
                    public void readStart(PathRoots call, boolean payload, SpanStart into) {}

                    @Override
                    public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {}
                },
                counters);
        unread.ring.addGatingSequences(new Sequence());
        return unread;
    }

    /** Makes the ring's slots, which it asks for in their order, and keeps them: to ask the ring for each again takes as long. */
    private static final class Slots implements EventFactory<Slot> {
        private final Slot[] all;
        private int made;

        Slots(int count) {
            all = new Slot[count];
        }

        @Override
        public Slot newInstance() {
            Slot slot = new Slot();
            all[made++] = slot;
            return slot;
        }
    }

    /** Returns the slots, for the consumer. */
    public RingBuffer<Slot> slots() {
        return ring;
    }

    /** Returns the ends that found no slot, for the consumer. */
    public OverflowedEnds overflow() {
        return overflow;
    }

    /** Returns what bounds the references in the slots, for the consumer. */
    public PayloadBudget budget() {
        return budget;
    }

    /** Returns how full the heap is, for the consumer, which keeps it up to date. */
    public Pressure pressure() {
        return pressure;
    }

    /** Refuses events from now on, and counts them. */
    public void refuse() {
        closed = true;
    }

    /** Answers whether events are refused because the run ends. */
    public boolean isRefusing() {
        return closed;
    }

    @Override
    public boolean start(
            Span span,
            Thread thread,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        span.startThread = thread;
        if (closed) {
            return refuseStart(span, DropReason.SHUTDOWN);
        }
        if (pressure.level() == Pressure.Level.SPANS) {
            return refuseStart(span, pressure.reason(Pressure.Level.SPANS));
        }
        long sequence = claim(startReserve);
        if (sequence == FULL) {
            return refuseStart(span, whyFull());
        }
        Slot slot = slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            slot.span = span;
            slot.nanos = span.startNanos;
            slot.capture(self, a0, a1, a2, a3, a4, a5, a6, a7);
            accept(slot, span.rule, EventType.SPAN_START);
            ring.publish(sequence);
            published = true;
        } finally {
            // Stores only, here and below: this may be the end of the application's stack, where no call works.
            if (!published) {
                span.startDropped = true;
                slot.abandonedType = EventType.SPAN_START;
                slot.abandonedClaim = sequence;
            }
        }
        return true;
    }

    @Override
    public boolean lateStart(Span span, Object[] held) {
        Slot slot = new Slot();
        slot.span = span;
        slot.nanos = span.startNanos;
        slot.capture(held[0], held[1], held[2], held[3], held[4], held[5], held[6], held[7], held[8]);
        accept(slot, span.rule, EventType.SPAN_START);
        boolean mine = span.offerLateStart(slot);
        boolean told = span.keep();
        if (!mine || span.state() == Span.SUPPRESSED) {
            // another thread was faster, or the call is over; what is kept then is read by nobody
            budget.release(slot);
            counters.notAccepted(EventType.SPAN_START);
        }
        return told;
    }

    @Override
    public void chunk(Span span, long nanos, int index, String type, int chars) {
        if (span.startDropped) {
            return;
        }
        if (closed) {
            counters.refused(EventType.SPAN_CHUNK, DropReason.SHUTDOWN);
            return;
        }
        if (pressure.level() != Pressure.Level.NONE) {
            counters.refused(EventType.SPAN_CHUNK, pressure.reason(Pressure.Level.PAYLOADS));
            return;
        }
        long sequence = claim(chunkReserve);
        if (sequence == FULL) {
            counters.refused(EventType.SPAN_CHUNK, whyFull());
            return;
        }
        Slot slot = slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            int code = Slot.code(EventType.SPAN_CHUNK);
            slot.span = span;
            slot.nanos = nanos;
            slot.chunkIndex = index;
            slot.chunkType = type;
            slot.chars = chars;
            counters.accepted(EventType.SPAN_CHUNK);
            slot.type = code;
            ring.publish(sequence);
            published = true;
        } finally {
            if (!published) {
                slot.abandonedType = EventType.SPAN_CHUNK;
                slot.abandonedClaim = sequence;
            }
        }
    }

    @Override
    public void end(
            Span span,
            long nanos,
            SpanEnd.Status status,
            Thread thread,
            long cpuNanos,
            long allocatedBytes,
            Rule rule,
            Object[] held,
            Object result,
            Throwable thrown) {
        if (span.startDropped) {
            return;
        }
        if (closed) {
            counters.refused(EventType.SPAN_END, DropReason.SHUTDOWN);
            return;
        }
        long sequence = claim(1);
        Slot slot = sequence == FULL ? new Slot() : slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            slot.span = span;
            slot.nanos = nanos;
            slot.status(status);
            if (thread != span.startThread) {
                slot.thread = thread;
            }
            slot.cpuNanos = cpuNanos;
            slot.allocatedBytes = allocatedBytes;
            if (rule != span.rule) {
                slot.rule = rule;
            }
            if (held != null) {
                slot.capture(held[0], held[1], held[2], held[3], held[4], held[5], held[6], held[7], held[8]);
            }
            slot.result = result;
            slot.thrown = thrown;
            if (sequence == FULL) {
                slot.after = ring.getCursor();
            }
            accept(slot, rule, EventType.SPAN_END);
            span.endTold = Span.END_COUNTED;
            if (sequence != FULL) {
                ring.publish(sequence);
            }
            published = true;
        } finally {
            if (!published && sequence != FULL) {
                slot.abandonedType = EventType.SPAN_END;
                slot.abandonedClaim = sequence;
            }
        }
        // Cut off in here an end may be in the queue or not; if not it stays queued in the counters, and is lost at
        // shutdown.
        if (sequence == FULL && !overflow.add(slot)) {
            counters.takenBack(EventType.SPAN_END, DropReason.SHUTDOWN);
        }
    }

    @Override
    public void sampled(boolean recorded) {
        counters.sampled(recorded);
    }

    @Override
    public void refusedByCaller() {
        counters.refusedByCaller();
    }

    @Override
    public void abandoned(Span span) {
        if (span.startDropped) {
            return;
        }
        Workflow workflow = span.workflow;
        Workflow.Decision decided = workflow == null ? Workflow.Decision.KEPT : workflow.abandon();
        if (decided == Workflow.Decision.KEPT) {
            counters.abandoned();
        } else if (decided == Workflow.Decision.DROPPED) {
            counters.leftOutAbandoned();
        }
    }

    /**
     * Claims a slot while more than {@code reserve - 1} are free; {@link #FULL} otherwise. Nothing is called between the
     * claim itself, a compare-and-set, and the return: whoever it fails for has claimed nothing.
     */
    private long claim(int reserve) {
        if (!ring.hasAvailableCapacity(reserve)) {
            return FULL;
        }
        try {
            return ring.tryNext();
        } catch (InsufficientCapacityException e) {
            // One shared instance without a stack trace: another producer took the last slot.
            return FULL;
        }
    }

    /**
     * Counts a filled slot. The type comes last: a slot without one is skipped by the consumer. No call is between the counters
     * and it, so that it has a type exactly if it is counted, wherever the application's stack ends.
     */
    private void accept(Slot slot, Rule rule, EventType type) {
        int code = Slot.code(type);
        if (rule.recycled()) {
            slot.shortAttributes = reader.readShort(rule, slot.span, slot, type == EventType.SPAN_END);
            slot.dropReferences();
            counters.accepted(type);
            slot.type = code;
            return;
        }
        PayloadBudget.Admission admission = budget.admit(rule, slot, type == EventType.SPAN_END);
        slot.payload = admission == PayloadBudget.Admission.READ && pressure.level() == Pressure.Level.NONE;
        if (admission == PayloadBudget.Admission.LET_GO) {
            slot.shortAttributes = reader.readShort(rule, slot.span, slot, type == EventType.SPAN_END);
            slot.dropReferences();
            counters.payloadDropped();
        } else if (!slot.payload && !rule.content().isEmpty()) {
            counters.payloadDropped();
        }
        counters.accepted(type);
        slot.type = code;
    }

    private boolean refuseStart(Span span, DropReason reason) {
        span.startDropped = true;
        counters.refused(EventType.SPAN_START, reason);
        if (span.workflow != null && span.parent == null) {
            span.workflow.lose();
            counters.workflowLost(span.workflow.chosen);
        }
        return false;
    }

    /** At shutdown the consumer fills the ring up to lock producers out. */
    private DropReason whyFull() {
        return closed ? DropReason.SHUTDOWN : DropReason.RING_FULL;
    }
}
