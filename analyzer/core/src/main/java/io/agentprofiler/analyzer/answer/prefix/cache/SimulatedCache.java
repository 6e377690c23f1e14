// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.Breakpoint;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule.Entries;
import io.agentprofiler.analyzer.trace.LongMap;
import java.util.HashMap;
import java.util.Map;

/**
 * A simulated cache of prompt prefixes: unlimited, under one rule. The calls of one model come in order of time.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class SimulatedCache {
    /** A prefix that was sent. */
    private static final class CacheEntry {
        private long ready;
        private long used;
        /** Whether prompts can be continued here, by rules that allow that only in some places. */
        private boolean continuable;
        /** The answers to it if it was a whole prompt, or {@code null}. */
        private Answers answers;

        CacheEntry(long ready, long used) {
            this.ready = ready;
            this.used = used;
        }
    }

    /**
     * How many tokens at the beginning of a prompt were seen before; each count is at most the one before it.
     *
     * @param seen tokens that were sent before, or generated where the rule keeps that
     * @param answered of them, tokens that were in the cache by then: without those of concurrent calls
     * @param alive of them, tokens that had been used within the entries' lifetime
     * @param entry of them, the most with which a prompt can be continued by the rule
     * @param certain of them, the most that does not assume that an answer came back unchanged
     * @param answer the answer that {@code entry} ends with, or {@code null}
     * @param written tokens up to which the prompt is written to the cache: the last breakpoint, or else all
     */
    public record Lookup(long seen, long answered, long alive, long entry, long certain, Answer answer, long written) {}

    private final CacheRule rule;
    private final boolean anywhere;
    private final LongMap<CacheEntry> blocks = new LongMap<>(64);
    /** Ends of parts, by {@link WholePrompt#hashTo}. */
    private final LongMap<CacheEntry> partEnds = new LongMap<>(64);

    /**
     * Makes an empty cache.
     *
     * @param rule the rule, or {@code null}: entries stay forever, and prompts can be continued anywhere
     */
    public SimulatedCache(CacheRule rule) {
        this.rule = rule;
        this.anywhere = rule == null || rule.entries() == Entries.BLOCKS || rule.entries() == Entries.BEST;
    }

    /** Looks a prompt up and, if the model read it, stores it. */
    public Lookup take(WholePrompt prompt) {
        KnownPrompt known = new KnownPrompt(prompt);
        Lookup found = known.found();
        if (prompt.call().isStored()) {
            known.keep(found);
        }
        return found;
    }

    /** Returns what would be found of a prompt. */
    public Lookup find(WholePrompt prompt) {
        return new KnownPrompt(prompt).found();
    }

    private boolean isAlive(CacheEntry entry, long now) {
        return rule == null
                || rule.limits().lifetimeNanos() == Long.MAX_VALUE
                || now - entry.used <= rule.limits().lifetimeNanos();
    }

    /** A prompt and what the cache has of it. */
    private final class KnownPrompt {
        private final WholePrompt prompt;
        private final PromptRecord call;
        private final Breakpoints breakpoints;
        private final CacheEntry[] known;
        private int sent;
        private int answered;
        private int alive;
        private int ended;
        private Answer sentAnswer;
        private Answer aliveAnswer;

        KnownPrompt(WholePrompt prompt) {
            this.prompt = prompt;
            this.call = prompt.call();
            this.breakpoints =
                    rule != null && rule.entries() == Entries.BREAKPOINTS ? new Breakpoints(rule, prompt) : null;
            this.known = new CacheEntry[prompt.chain().length];
            walk();
            if (rule != null && rule.habits().keepsOutput()) {
                findAnswers();
            }
        }

        private void walk() {
            while (sent < known.length) {
                CacheEntry entry = blocks.get(prompt.chain()[sent]);
                if (entry == null) {
                    return;
                }
                known[sent] = entry;
                boolean ready = entry.ready <= call.start();
                answered = ready && answered == sent ? sent + 1 : answered;
                alive = ready && isAlive(entry, call.start()) && alive == sent ? sent + 1 : alive;
                sent++;
                ended = entry.continuable && alive == sent ? sent : ended;
            }
        }

        /** Looks for the last answer that the prompt contains; earlier ones end within blocks that are known anyway. */
        private void findAnswers() {
            for (int i = sent - 1; i >= 0 && aliveAnswer == null; i--) {
                Answer answer = known[i].answers == null ? null : known[i].answers.reusedIn(prompt);
                if (answer != null) {
                    sentAnswer = sentAnswer == null ? answer : sentAnswer;
                    aliveAnswer = answer.ready() <= call.start() && i < alive ? answer : null;
                }
            }
        }

        Lookup found() {
            long seen = call.tokensOf(sent);
            long ready = call.tokensOf(answered);
            long lives = call.tokensOf(alive);
            long entry = anywhere ? lives : inexactEntry();
            // the block a part ends in is not full: where the whole part was sent before, that part was, too
            for (int i = 0; i < prompt.parts().size(); i++) {
                int before = prompt.blocksBefore(i);
                // what ends in a block that was sent is told by the block
                CacheEntry partEnd =
                        before == sent || breakpoints != null && before < sent ? partEnds.get(prompt.hashTo(i)) : null;
                if (partEnd != null) {
                    long tokens = prompt.tokensTo(i);
                    boolean isReady = partEnd.ready <= call.start() && before <= answered;
                    boolean isAlive = isReady && isAlive(partEnd, call.start()) && before <= alive;
                    seen = Math.max(seen, tokens);
                    ready = isReady ? Math.max(ready, tokens) : ready;
                    lives = isAlive ? Math.max(lives, tokens) : lives;
                    entry = isAlive && isEntry(partEnd, i) ? Math.max(entry, tokens) : entry;
                }
            }
            long certain = entry;
            Answer with = null;
            if (aliveAnswer != null && aliveAnswer.tokens() > entry) {
                with = aliveAnswer;
                entry = with.tokens();
                certain = with.reuseIn(prompt) == Answer.Reuse.KNOWN ? entry : certain;
            }
            lives = Math.max(lives, entry);
            ready = Math.max(ready, lives);
            seen = Math.max(Math.max(seen, ready), sentAnswer == null ? 0 : sentAnswer.tokens());
            return new Lookup(
                    seen,
                    ready,
                    lives,
                    entry,
                    certain,
                    with,
                    breakpoints == null ? call.tokens().input() : breakpoints.tokensToLast());
        }

        /** Without the ends of its messages it is unknown how far an entry is from the prompt's breakpoints. */
        private long inexactEntry() {
            return breakpoints == null || !prompt.hasMessageEnds() ? call.tokensOf(ended) : 0;
        }

        private boolean isEntry(CacheEntry partEnd, int part) {
            return anywhere || partEnd.continuable && (breakpoints == null || breakpoints.isSearched(part));
        }

        void keep(Lookup found) {
            for (int i = 0; i < known.length; i++) {
                known[i] = renewed(blocks, prompt.chain()[i], known[i], i < alive, call.ready());
            }
            long after = call.call().times().end();
            for (long block : call.answer()) {
                renewed(blocks, block, blocks.get(block), false, after);
            }
            for (int i = 0; i < prompt.parts().size(); i++) {
                keepEnd(i, found);
            }
            if (known.length > 0) {
                // the partial block at a prompt's end is not hashed, so the last full block marks its end
                known[known.length - 1].continuable |= breakpoints == null || breakpoints.isAtUnknownEnd();
                if (rule != null && rule.entries() == Entries.PROMPTS_AND_COMMON && sent > 0) {
                    known[sent - 1].continuable = true;
                }
            }
            if (rule != null && rule.habits().keepsOutput() && known.length > 0 && Answer.isKept(call)) {
                CacheEntry last = known[known.length - 1];
                last.answers = last.answers == null ? new Answers() : last.answers;
                last.answers.add(Answer.of(prompt));
            }
        }

        private void keepEnd(int part, Lookup found) {
            boolean isWritten = breakpoints == null ? part == prompt.parts().size() - 1 : breakpoints.isAt(part);
            long hash = prompt.hashTo(part);
            if (hash != 0) {
                CacheEntry entry = partEnds.get(hash);
                boolean lives = entry != null && entry.ready <= call.start() && isAlive(entry, call.start());
                if (entry == null || isWritten || breakpoints == null || prompt.tokensTo(part) <= found.entry()) {
                    entry = renewed(partEnds, hash, entry, lives, call.ready());
                }
                entry.continuable |= isWritten;
            }
            int before = prompt.blocksBefore(part);
            if (isWritten && breakpoints != null && before > 0) {
                known[before - 1].continuable = true;
            }
        }

        private CacheEntry renewed(LongMap<CacheEntry> entries, long key, CacheEntry entry, boolean lives, long ready) {
            if (entry == null) {
                CacheEntry made = new CacheEntry(ready, call.start());
                entries.put(key, made);
                return made;
            }
            if (!lives) {
                // an expired entry is written again; one that is still being written is ready with the first answer
                entry.ready = entry.ready > call.start() ? Math.min(entry.ready, ready) : ready;
            }
            entry.used = Math.max(entry.used, call.start());
            return entry;
        }
    }

    /**
     * The different answers to one prompt.
     *
     * <p><b>Threading:</b> one thread.
     */
    public static final class Answers {
        /** By the hash of its text; the newest of those without one, and of those with the same. */
        private final Map<Long, Answer> byText = new HashMap<>();

        private Answer newest;

        public void add(Answer answer) {
            newest = answer;
            byText.put(answer.call().call().text().answerHash(), answer);
        }

        /** Returns the answer that a prompt contains: a known one, or else the newest that it may contain, or {@code null}. */
        public Answer reusedIn(WholePrompt next) {
            for (PromptPart part : next.parts()) {
                Answer same = part.kind() == PromptPart.PromptPartKind.ANSWER ? byText.get(part.hash()) : null;
                if (same != null && same.reuseIn(next) == Answer.Reuse.KNOWN) {
                    return same;
                }
            }
            return newest.reuseIn(next) == Answer.Reuse.NONE ? null : newest;
        }
    }

    /** Where the breakpoints of a prompt are, and how far providers look back from them. */
    private static final class Breakpoints {
        private final CacheRule rule;
        private final WholePrompt prompt;
        /** Content blocks up to the end of each part. */
        private final int[] contentBlocks;
        /** Which parts end at breakpoints, with enough tokens before them to be cached. */
        private final boolean[] at;

        /** Finds the breakpoints that a rule assumes. */
        public Breakpoints(CacheRule rule, WholePrompt prompt) {
            this.rule = rule;
            this.prompt = prompt;
            this.contentBlocks = new int[prompt.parts().size()];
            this.at = new boolean[prompt.parts().size()];
            int count = 0;
            for (int i = 0; i < contentBlocks.length; i++) {
                count += prompt.parts().get(i).contentBlocks();
                contentBlocks[i] = count;
            }
            for (Breakpoint breakpoint : rule.breakpoints()) {
                int part = partOf(breakpoint);
                if (part >= 0 && prompt.tokensTo(part) >= rule.limits().minTokens()) {
                    at[part] = true;
                }
            }
        }

        private int partOf(Breakpoint breakpoint) {
            int found = -1;
            for (int i = 0; i < contentBlocks.length; i++) {
                PromptPart part = prompt.parts().get(i);
                boolean fits = switch (breakpoint.part()) {
                    case TOOLS -> part.kind() == PromptPart.PromptPartKind.TOOLS;
                    // leading system messages are instructions, too
                    case INSTRUCTIONS -> part.fixed() && part.kind() != PromptPart.PromptPartKind.TOOLS;
                    case NEWEST -> contentBlocks[contentBlocks.length - 1] - contentBlocks[i] >= breakpoint.back();
                };
                found = fits ? i : found;
            }
            return found;
        }

        /** Answers whether a part ends at a breakpoint. */
        public boolean isAt(int part) {
            return at[part];
        }

        /** Answers whether an entry up to the end of a part is looked for from a breakpoint at or after it. */
        public boolean isSearched(int part) {
            for (int i = part;
                    i < at.length
                            && contentBlocks[i] - contentBlocks[part]
                                    <= rule.limits().lookBack();
                    i++) {
                if (at[i]) {
                    return true;
                }
            }
            return false;
        }

        /** Answers whether the whole prompt is kept though it is not known where its messages end. */
        public boolean isAtUnknownEnd() {
            return !prompt.hasMessageEnds()
                    && prompt.call().tokens().input() >= rule.limits().minTokens()
                    && rule.breakpoints().stream()
                            .anyMatch(breakpoint ->
                                    breakpoint.part() == Breakpoint.BreakpointPart.NEWEST && breakpoint.back() == 0);
        }

        /** Returns the tokens up to the last breakpoint, 0 without one. */
        public long tokensToLast() {
            if (isAtUnknownEnd()) {
                return prompt.call().tokens().input();
            }
            for (int i = at.length - 1; i >= 0; i--) {
                if (at[i]) {
                    return prompt.tokensTo(i);
                }
            }
            return 0;
        }
    }
}
