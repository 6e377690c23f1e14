// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.assembly.SpanParts;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One operation in its trace: what it was, when it ran, and what it called.
 *
 * <p>Times are nanoseconds since 1970, lengths nanoseconds. A number that was not recorded is
 * {@link Unknown#LONG}, a text {@code null}.
 *
 * <p><b>Threading:</b> immutable once its trace has been handed on.
 */
public final class Span {
    /** The year 2000: times before it count from something else than 1970. */
    private static final long FIRST_DATE = 946_684_800_000_000_000L;

    private final SpanEvent.Start start;
    private final SpanEvent.End end;
    private final SpanKind kind;
    private final String name;
    private final SpanStatus status;
    private final long startNanos;
    private final long endNanos;
    private final ChunkStats chunks;
    private final HandlerTime handler;
    private final ChunkTimes chunkTimes;
    private final AttributeSet attributes;
    private final Tokens tokens;
    private final boolean wrapper;
    /** The service tier of which lists have the price. */
    private static final String BATCH = "batch";

    private int flags;

    /** Told by the run's part before the trace is handed on. */
    private ServerLoad serverLoad;

    /** The place in the tree: set by the trace under assembly before anyone else sees the span. */
    private Span parent;

    private List<Span> children = List.of();

    /** Tells an agent from others of its name, empty where nothing has to; set by the trace under assembly. */
    private String mark = "";

    /** What is around, known from the parent: looking for it from every span of a deep trace would take for ever. */
    private Span agent;

    private Span tool;
    private String conversation;
    private int depth;
    private int index;
    private int size = 1;
    private long selfNanos;
    private boolean selfKnown;

    /** The span that the requests of this one are made for, itself where it is not in another's service. */
    private Span maker;

    /** What the span was asked to be made into, {@code null} at first; by whichever thread. */
    private Object derived;

    /** What the span was made into last by who asked to have it remembered, {@code null} at first; by whichever thread. */
    private Remembered remembered;

    private record Remembered(Function<Span, ?> maker, Object made) {}

    public Span(SpanParts parts, long lastNanos) {
        this.start = parts.start();
        this.end = parts.end();
        this.attributes = parts.attributes();
        this.kind = parts.kind(attributes);
        this.name = parts.name(kind);
        boolean told = end == null || end.status() != null;
        this.status = end == null ? SpanStatus.UNFINISHED : told ? end.status() : SpanStatus.OK;
        this.chunks = parts.chunks();
        this.handler = parts.handler();
        this.chunkTimes = parts.chunkTimes();
        this.tokens = kind == SpanKind.LLM || kind == SpanKind.EMBEDDING ? Tokens.of(attributes) : Tokens.NONE;
        this.wrapper = attributes.isTrue(Attributes.WRAPPER);
        this.startNanos = start == null ? end.epochNanos() : start.epochNanos();
        long endsAt = end == null ? Math.max(lastNanos, startNanos) : end.epochNanos();
        this.endNanos = Math.max(endsAt, startNanos);
        String timing = attributes.text(Attributes.TIMING);
        if (timing != null) {
            flag(
                    switch (timing) {
                        case Attributes.TIMING_NONE -> SpanFlag.TIME_UNKNOWN;
                        case Attributes.TIMING_MOMENT -> SpanFlag.LENGTH_UNKNOWN;
                        default -> SpanFlag.LENGTH_ESTIMATED;
                    });
        }
        if (!told) {
            flag(SpanFlag.STATUS_UNKNOWN);
        }
        if (attributes.isTrue(Attributes.OUTPUT_AT_LEAST)) {
            flag(SpanFlag.OUTPUT_AT_LEAST);
        }
        String tier = attributes.text(Attributes.SERVICE_TIER);
        if (attributes.text(Attributes.SPEED) != null || tier != null && !BATCH.equals(tier)) {
            flag(SpanFlag.OTHER_PRICE);
        }
        if (attributes.isTrue(Attributes.REPLAYED)) {
            flag(SpanFlag.REPLAYED);
        }
        if (end == null) {
            flag(SpanFlag.UNFINISHED);
        }
        if (start == null) {
            flag(SpanFlag.START_MISSING);
        }
        if (endsAt < startNanos) {
            flag(SpanFlag.NEGATIVE_DURATION);
        }
    }

    /** Returns what was read of the span, of no trace, to make it part of another. */
    public SpanParts records() {
        return SpanParts.of(id(), start, end, chunkTimes);
    }

    /** Returns the span's id, unique in its trace. */
    public long id() {
        return start == null ? end.span() : start.span();
    }

    /** Returns the id the record names as parent, 0 when it names none. */
    public long parentId() {
        return start == null ? 0 : start.parent();
    }

    public SpanKind kind() {
        return kind;
    }

    /** Returns the name for people, never {@code null}. */
    public String name() {
        return name;
    }

    /** Returns the id of the rule that made the span, or {@code null}. */
    public String rule() {
        return start == null ? null : start.rule();
    }

    /** Returns how it ended; where its format does {@linkplain #tellsStatus not say}, this is ok for want of anything better. */
    public SpanStatus status() {
        return status;
    }

    /** Answers whether its format says how it ended, or that it did not. Where not, {@link #status} may be shown to nobody. */
    public boolean tellsStatus() {
        return !has(SpanFlag.STATUS_UNKNOWN);
    }

    /** Returns the word for how it ended, {@code null} where its format does not say. */
    public String statusWord() {
        return tellsStatus() ? status.word() : null;
    }

    public long startNanos() {
        return startNanos;
    }

    /** Returns the end; for an unfinished span the last moment known of the run. Never before the start. */
    public long endNanos() {
        return endNanos;
    }

    /** Returns the length, at least 0. */
    public long durationNanos() {
        return Intervals.length(startNanos, endNanos);
    }

    /** Answers whether {@link #durationNanos} is a measurement: the call was made, and both its ends were recorded, in order. */
    public boolean isMeasured() {
        return start != null && end != null && isTimed() && !has(SpanFlag.NEGATIVE_DURATION) && !has(SpanFlag.REPLAYED);
    }

    /**
     * Answers whether the span's format measures time. Where it does not, or tells only of moments, there is no length, or an
     * estimate at best: nothing may be concluded from its times, and they count in no sum.
     */
    public boolean isTimed() {
        return !has(SpanFlag.TIME_UNKNOWN) && !has(SpanFlag.LENGTH_UNKNOWN) && !has(SpanFlag.LENGTH_ESTIMATED);
    }

    /** Answers whether {@link #startNanos} is a moment that the format names; else it only keeps the spans in their order. */
    public boolean hasMoment() {
        return !has(SpanFlag.TIME_UNKNOWN);
    }

    /** Answers whether {@link #durationNanos} is known at all, be it as an {@linkplain #isTimed estimate}. */
    public boolean hasLength() {
        return hasMoment() && !has(SpanFlag.LENGTH_UNKNOWN);
    }

    /**
     * Returns the time spent in the span itself: the length minus the union of the children's intervals. The HTTP requests that a
     * call makes are its own time, so the self time of such a request is with the {@linkplain #requestedBy call} that made it, as far
     * as it fits into that call, and 0 with the request. This is the one definition of a span's share in "where the time went".
     */
    public long selfNanos() {
        return selfNanos;
    }

    /**
     * Returns the call that made this HTTP request: the closest span around it that is neither a request nor a plain function.
     * {@code null} where that is an agent or a workflow, or there is none, and for other kinds.
     */
    public Span requestedBy() {
        return kind == SpanKind.HTTP ? maker : null;
    }

    /** Answers whether {@link #selfNanos} is a measurement; else it is 0, which adds nothing to sums. */
    public boolean isSelfTimed() {
        return selfKnown;
    }

    /**
     * Returns the moment whose prices apply: the start, and as late as can be where the format does not say when that was, or counts
     * time from a begin of its own.
     */
    public long pricedNanos() {
        return has(SpanFlag.TIME_UNKNOWN) || startNanos < FIRST_DATE ? Long.MAX_VALUE : startNanos;
    }

    /** Returns the thread the span started on, or {@code null}. */
    public String startThread() {
        return start == null ? null : start.thread();
    }

    /** Returns the thread the span ended on, or {@code null}. */
    public String endThread() {
        return end == null ? null : end.thread();
    }

    /** Returns the CPU time of the span's own thread, or absent. */
    public long cpuNanos() {
        return end == null ? Unknown.LONG : end.cpuNanos();
    }

    /** Returns the bytes the span's own thread allocated, or absent. */
    public long allocatedBytes() {
        return end == null ? Unknown.LONG : end.allocatedBytes();
    }

    /** Returns the statistics of the streamed result, or {@code null} when there was none. */
    public ChunkStats chunks() {
        return chunks;
    }

    /**
     * Returns how long the task that this is the first span of waited for a free thread, in nanoseconds; {@link Unknown#LONG}
     * for other spans, and when unknown.
     */
    public long queuedNanos() {
        return start == null || start.queuedNanos() < 0 ? Unknown.LONG : start.queuedNanos();
    }

    /** Returns how long the application had the elements of its result in its hands, {@code null} when unknown. */
    public HandlerTime handler() {
        return handler;
    }

    /** Returns when its chunks came, as far as records of them were read, or {@code null} when there was none. */
    public ChunkTimes chunkTimes() {
        return chunkTimes;
    }

    /** Returns the class name of the failure, or {@code null}. */
    public String errorType() {
        return end == null ? null : end.errorType();
    }

    /** Returns the message of the failure, or {@code null}. */
    public String errorMessage() {
        return end == null ? null : end.errorMessage();
    }

    /** Returns the attributes of start and end together. */
    public AttributeSet attributes() {
        return attributes;
    }

    /**
     * Returns the usage that a call of a language or embedding model reported; nothing for other kinds, which can only
     * repeat what the calls below them used.
     */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns how busy the model server was when a model call began, or {@code null} when that is not known. */
    public ServerLoad serverLoad() {
        return serverLoad;
    }

    /** Says which load a model call met. To be called, if at all, before the trace is handed on. */
    public void met(ServerLoad load) {
        serverLoad = load;
    }

    /** Answers whether the span only wraps another one of its own operation. */
    public boolean isWrapper() {
        return wrapper;
    }

    public boolean has(SpanFlag flag) {
        return (flags & flag.bit()) != 0;
    }

    /** Answers whether anything is unusual. */
    public boolean hasFlags() {
        return flags != 0;
    }

    /** Returns the parent, or {@code null} at the top of the trace. */
    public Span parent() {
        return parent;
    }

    /** Returns the children by start time. */
    public List<Span> children() {
        return children;
    }

    /** Returns the closest agent run around the span, or {@code null}. */
    public Span agent() {
        return agent;
    }

    /**
     * Returns what tells an agent from others of its name, to be put behind that: {@code " (billing)"}. Empty where its name alone
     * does, and for other kinds.
     */
    public String mark() {
        return mark;
    }

    /** Says what tells the agent from others. To be called, if at all, before the trace is handed on. */
    public void mark(String behindTheName) {
        mark = behindTheName;
    }

    /** Returns the closest tool call around the span, or {@code null}. */
    public Span tool() {
        return tool;
    }

    /** Returns the id of the conversation the span is part of, its own or the closest one around it; or {@code null}. */
    public String conversation() {
        return conversation;
    }

    /** Returns how many spans are above this one. */
    public int depth() {
        return depth;
    }

    /** Returns the span's place in {@link Trace#spans}. */
    public int index() {
        return index;
    }

    /**
     * Returns how many spans there are in this one, itself and those below counted. They stand together in {@link Trace#spans},
     * from {@link #index} on.
     */
    public int size() {
        return size;
    }

    @Override
    public String toString() {
        return kind.word() + " " + name;
    }

    public void flag(SpanFlag flag) {
        flags |= flag.bit();
    }

    public void linkTo(Span newParent) {
        parent = newParent;
    }

    public void place(int newIndex, int newDepth) {
        index = newIndex;
        depth = newDepth;
    }

    /** Takes over from the parent, whose own place is final, what is around. */
    public void inherit() {
        if (parent != null) {
            agent = parent.kind == SpanKind.AGENT ? parent : parent.agent;
            tool = parent.kind == SpanKind.TOOL ? parent : parent.tool;
            conversation = parent.conversation;
        }
        String own = attributes.text(Attributes.CONVERSATION_ID);
        conversation = own == null ? conversation : own;
    }

    /** Counts a child whose own size is final. */
    public void grow(Span child) {
        size += child.size;
    }

    /** Adds a child that starts no earlier than those before it. */
    public void adopt(Span child) {
        if (children.isEmpty()) {
            children = new ArrayList<>(4);
        }
        children.add(child);
    }

    /** Ends the building of a span whose parent is sealed. */
    public void seal() {
        children = List.copyOf(children);
        // where the time of a part is not known, neither is that of the rest
        boolean known = isTimed() && areTimed(children);
        selfNanos = known ? durationNanos() - Intervals.covered(children, startNanos, endNanos) : 0;
        selfKnown = known;
        maker = switch (kind) {
            case HTTP, FUNCTION -> parent == null ? null : parent.maker;
            case WORKFLOW, AGENT -> null;
            case LLM, TOOL, RETRIEVAL, EMBEDDING, MEMORY, PROMPT, GUARDRAIL, EVALUATION, RERANK -> this;
        };
    }

    /** Answers whether all of these spans are timed. */
    static boolean areTimed(List<Span> spans) {
        for (int i = 0; i < spans.size(); i++) {
            if (!spans.get(i).isTimed()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns what a function makes of the span, once its trace is whole; it is made once, as it is asked for many times.
     *
     * @param maker the same constant whoever asks; what it makes is immutable and depends on the span alone
     */
    @SuppressWarnings("unchecked") // there is one maker
    public <T> T derived(Function<Span, T> maker) {
        Object known = derived;
        if (known == null) {
            known = maker.apply(this);
            derived = known;
        }
        return (T) known;
    }

    /**
     * Returns what a function makes of the span, once its trace is whole, and mostly the same object again if that function is asked
     * for next.
     *
     * @param maker what it makes is immutable and depends on the span alone
     */
    @SuppressWarnings("unchecked") // what is known was made by the same function
    public <T> T remembered(Function<Span, T> maker) {
        Remembered last = remembered;
        if (last != null && last.maker() == maker) {
            return (T) last.made();
        }
        T made = maker.apply(this);
        remembered = new Remembered(maker, made);
        return made;
    }

    /** Gives the self time of a request to the call that made it; to be called once for each span, when all are sealed. */
    public void giveToCall() {
        if (requestedBy() != null) {
            long sum = maker.selfNanos + selfNanos;
            // requests may go on after their call, or beside each other
            maker.selfNanos = sum < 0 ? maker.durationNanos() : Math.min(maker.durationNanos(), sum);
            selfNanos = 0;
        }
    }
}
