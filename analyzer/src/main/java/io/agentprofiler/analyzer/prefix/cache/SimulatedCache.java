// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

import io.agentprofiler.analyzer.prefix.Answer;
import io.agentprofiler.analyzer.prefix.Answers;
import io.agentprofiler.analyzer.prefix.cache.CacheRule.Entries;
import io.agentprofiler.analyzer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.prefix.stable.Breakpoints;
import io.agentprofiler.analyzer.trace.LongMap;

/**
 * An endless cache of prompt prefixes under one rule, to which the calls of one model come in order of time.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class SimulatedCache {
    /** What is known of a beginning that was sent: the best that any rule could have made of it. */
    private static final class Entry {
        private long ready;
        private long used;
        /** Whether prompts can be continued here by rules that say where. */
        private boolean end;
        /** What came after it when it was a whole prompt, or {@code null}. */
        private Answers answers;

        Entry(long ready, long used) {
            this.ready = ready;
            this.used = used;
        }
    }

    /**
     * How many tokens of a prompt are like earlier ones, each count no more than the one before it.
     *
     * @param seen tokens that were ever sent before, or generated where the rule keeps that
     * @param answered of them, tokens whose call had got so far: without those of calls that ran at the same time
     * @param alive of them, tokens that had been used within the entries' lifetime
     * @param entry of them, the most with which a prompt can be continued by the rule
     * @param certain of them, the most that does not suppose that an answer came back as it was
     * @param answer the answer that {@code entry} ends with, or {@code null}
     * @param written tokens from which on the rest is not written to the cache: where the last breakpoint is, else all
     */
    public record Found(long seen, long answered, long alive, long entry, long certain, Answer answer, long written) {}

    private final CacheRule rule;
    private final boolean anywhere;
    private final LongMap<Entry> blocks = new LongMap<>(64);
    /** Ends of fields, by {@link WholePrompt#place}. */
    private final LongMap<Entry> places = new LongMap<>(64);

    /**
     * Starts empty.
     *
     * @param rule the rule, or {@code null}: entries live for ever, and prompts can be continued anywhere
     */
    public SimulatedCache(CacheRule rule) {
        this.rule = rule;
        this.anywhere = rule == null || rule.entries() == Entries.BLOCKS || rule.entries() == Entries.BEST;
    }

    /** Looks a prompt up and, where the model read it, keeps it. */
    public Found take(WholePrompt prompt) {
        Look look = new Look(prompt);
        Found found = look.found();
        if (prompt.call().isStored()) {
            look.keep(found);
        }
        return found;
    }

    /** Returns what would be found of a prompt. */
    Found find(WholePrompt prompt) {
        return new Look(prompt).found();
    }

    private boolean isAlive(Entry entry, long now) {
        return rule == null || rule.lifetimeNanos() == Long.MAX_VALUE || now - entry.used <= rule.lifetimeNanos();
    }

    /** One prompt and what is known of it. */
    private final class Look {
        private final WholePrompt prompt;
        private final PromptRecord call;
        private final Breakpoints breakpoints;
        private final Entry[] known;
        private int sent;
        private int answered;
        private int alive;
        private int ended;
        private Answer sentAnswer;
        private Answer aliveAnswer;

        Look(WholePrompt prompt) {
            this.prompt = prompt;
            this.call = prompt.call();
            this.breakpoints =
                    rule != null && rule.entries() == Entries.BREAKPOINTS ? new Breakpoints(rule, prompt) : null;
            this.known = new Entry[prompt.chain().length];
            walk();
            if (rule != null && rule.keepsOutput()) {
                findAnswers();
            }
        }

        private void walk() {
            while (sent < known.length) {
                Entry entry = blocks.get(prompt.chain()[sent]);
                if (entry == null) {
                    return;
                }
                known[sent] = entry;
                boolean ready = entry.ready <= call.start();
                answered = ready && answered == sent ? sent + 1 : answered;
                alive = ready && isAlive(entry, call.start()) && alive == sent ? sent + 1 : alive;
                sent++;
                ended = entry.end && alive == sent ? sent : ended;
            }
        }

        /** Looks for the last answer that the prompt holds: one before it ends where other blocks are known anyway. */
        private void findAnswers() {
            for (int i = sent - 1; i >= 0 && aliveAnswer == null; i--) {
                Answer answer = known[i].answers == null ? null : known[i].answers.heldBy(prompt);
                if (answer != null) {
                    sentAnswer = sentAnswer == null ? answer : sentAnswer;
                    aliveAnswer = answer.ready() <= call.start() && i < alive ? answer : null;
                }
            }
        }

        Found found() {
            long seen = call.tokensOf(sent);
            long ready = call.tokensOf(answered);
            long lives = call.tokensOf(alive);
            long entry = anywhere ? lives : inexactEntry();
            // the block a field ends in is not full: where the whole field was sent before, that part was, too
            for (int i = 0; i < prompt.fields().size(); i++) {
                int before = prompt.blocksBefore(i);
                // what ends in a block that was sent is told by the block
                Entry place =
                        before == sent || breakpoints != null && before < sent ? places.get(prompt.place(i)) : null;
                if (place != null) {
                    long tokens = prompt.tokensTo(i);
                    boolean isReady = place.ready <= call.start() && before <= answered;
                    boolean isAlive = isReady && isAlive(place, call.start()) && before <= alive;
                    seen = Math.max(seen, tokens);
                    ready = isReady ? Math.max(ready, tokens) : ready;
                    lives = isAlive ? Math.max(lives, tokens) : lives;
                    entry = isAlive && isEntry(place, i) ? Math.max(entry, tokens) : entry;
                }
            }
            long certain = entry;
            Answer with = null;
            if (aliveAnswer != null && aliveAnswer.tokens() > entry) {
                with = aliveAnswer;
                entry = with.tokens();
                certain = with.heldBy(prompt) == Answer.Held.KNOWN ? entry : certain;
            }
            lives = Math.max(lives, entry);
            ready = Math.max(ready, lives);
            seen = Math.max(Math.max(seen, ready), sentAnswer == null ? 0 : sentAnswer.tokens());
            return new Found(
                    seen,
                    ready,
                    lives,
                    entry,
                    certain,
                    with,
                    breakpoints == null ? call.tokens().input() : breakpoints.tokensToLast());
        }

        /** Without the ends of its messages nobody knows how far an entry is from the prompt's breakpoints. */
        private long inexactEntry() {
            return breakpoints == null || !prompt.hasMessageEnds() ? call.tokensOf(ended) : 0;
        }

        private boolean isEntry(Entry place, int field) {
            return anywhere || place.end && (breakpoints == null || breakpoints.isSearched(field));
        }

        void keep(Found found) {
            for (int i = 0; i < known.length; i++) {
                known[i] = renewed(blocks, prompt.chain()[i], known[i], i < alive, call.ready());
            }
            long after = call.call().end();
            for (long block : call.answer()) {
                renewed(blocks, block, blocks.get(block), false, after);
            }
            for (int i = 0; i < prompt.fields().size(); i++) {
                keepPlace(i, found);
            }
            if (known.length > 0) {
                // the partial block at a prompt's end is not hashed: its last full block stands for its end
                known[known.length - 1].end |= breakpoints == null || breakpoints.isAtUnknownEnd();
                if (rule != null && rule.entries() == Entries.PROMPTS_AND_COMMON && sent > 0) {
                    known[sent - 1].end = true;
                }
            }
            if (rule != null && rule.keepsOutput() && known.length > 0 && Answer.isKept(call)) {
                Entry last = known[known.length - 1];
                last.answers = last.answers == null ? new Answers() : last.answers;
                last.answers.add(Answer.of(prompt));
            }
        }

        private void keepPlace(int field, Found found) {
            boolean isWritten = breakpoints == null ? field == prompt.fields().size() - 1 : breakpoints.isAt(field);
            long place = prompt.place(field);
            if (place != 0) {
                Entry entry = places.get(place);
                boolean lives = entry != null && entry.ready <= call.start() && isAlive(entry, call.start());
                if (entry == null || isWritten || breakpoints == null || prompt.tokensTo(field) <= found.entry()) {
                    entry = renewed(places, place, entry, lives, call.ready());
                }
                entry.end |= isWritten;
            }
            int before = prompt.blocksBefore(field);
            if (isWritten && breakpoints != null && before > 0) {
                known[before - 1].end = true;
            }
        }

        private Entry renewed(LongMap<Entry> entries, long key, Entry entry, boolean lives, long ready) {
            if (entry == null) {
                Entry made = new Entry(ready, call.start());
                entries.put(key, made);
                return made;
            }
            if (!lives) {
                // one that is gone is written anew; one that is still being written is there with the first answer
                entry.ready = entry.ready > call.start() ? Math.min(entry.ready, ready) : ready;
            }
            entry.used = Math.max(entry.used, call.start());
            return entry;
        }
    }
}
