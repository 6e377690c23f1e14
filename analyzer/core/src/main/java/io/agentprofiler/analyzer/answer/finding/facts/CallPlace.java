// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces.PlacedCall;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A place that asks a model: the first call of a caller in each workflow, the second one, and so on.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param caller what its callers are told apart by
 * @param subject kind and name of the agent, of the model where there is no agent
 * @param model the model that is asked
 * @param name the name of the call, empty where it is called after its model
 * @param number how many calls of its caller in the workflow it is, from 1
 * @param calls how many calls there are
 * @param drawn {@value #MOST_DRAWN} of them at most, drawn evenly, by their ranks; never empty
 */
public record CallPlace(
        String caller, String subject, AskedModel model, String name, int number, long calls, List<PlacedCall> drawn) {
    static final int MOST_DRAWN = 100;

    /** Digits of a sum that is worked out from calls drawn. */
    private static final int DIGITS = 12;

    /**
     * The model that a place asks.
     *
     * @param label kind and name of the model
     * @param listed the model in the price list, or {@code null}
     * @param variants models of the list that are named after it
     */
    public record AskedModel(String label, ListedModel listed, List<ListedModel> variants) {}

    /** Returns the calls of both; associative and commutative. */
    CallPlace plus(CallPlace more) {
        return new CallPlace(
                caller,
                subject,
                model.listed == null ? more.model : model,
                name,
                number,
                calls + more.calls,
                drawn(more));
    }

    /**
     * Returns it with one more call; {@code null} where the call may be one of those that are drawn, or knows more of the model.
     *
     * @param rank the call's
     * @param itsListed the call's model in the price list, or {@code null}
     */
    CallPlace withUndrawn(long rank, ListedModel itsListed) {
        return drawn.size() < MOST_DRAWN
                        || rank <= drawn.get(MOST_DRAWN - 1).rank()
                        || model.listed == null && itsListed != null
                ? null
                : new CallPlace(caller, subject, model, name, number, calls + 1, drawn);
    }

    /** Returns how much less a call would cost with other tokens, in US dollars; nothing where the prices are not known. */
    public Optional<BigDecimal> saved(PlacedCall call, Tokens other) {
        if (model.listed() == null || !model.listed().at(call.startNanos()).arePerToken()) {
            return Optional.empty();
        }
        Optional<Cost> now = model.listed().at(call.startNanos()).cost(call.tokens());
        Optional<Cost> then = model.listed().at(call.startNanos()).cost(other);
        return now.isEmpty() || then.isEmpty()
                ? Optional.empty()
                : Optional.of(now.get().total().subtract(then.get().total()));
    }

    /**
     * Returns what all its calls would cost on a model, in US dollars; nothing where a price is not known.
     *
     * @param listed the model in the price list, or {@code null}
     */
    public Optional<BigDecimal> usdOn(ListedModel listed) {
        BigDecimal usd = BigDecimal.ZERO;
        for (PlacedCall call : drawn) {
            Optional<Cost> cost = listed != null && listed.at(call.startNanos()).arePerToken()
                    ? listed.at(call.startNanos()).cost(call.tokens())
                    : Optional.empty();
            if (cost.isEmpty()) {
                return Optional.empty();
            }
            usd = usd.add(cost.get().total());
        }
        return Optional.of(
                usd.multiply(BigDecimal.valueOf(each())).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN)));
    }

    private List<PlacedCall> drawn(CallPlace more) {
        boolean full = drawn.size() == MOST_DRAWN;
        if (full && PlacedCall.BY_RANK.compare(drawn.get(MOST_DRAWN - 1), more.drawn.get(0)) <= 0) {
            // as of most calls once there are many
            return drawn;
        }
        if (more.drawn.size() == 1) {
            return with(more.drawn.get(0));
        }
        List<PlacedCall> all = new ArrayList<>(drawn);
        all.addAll(more.drawn);
        all.sort(PlacedCall.BY_RANK);
        return List.copyOf(all.subList(0, Math.min(MOST_DRAWN, all.size())));
    }

    private List<PlacedCall> with(PlacedCall call) {
        int found = Collections.binarySearch(drawn, call, PlacedCall.BY_RANK);
        List<PlacedCall> all = new ArrayList<>(drawn.size() + 1);
        all.addAll(drawn);
        all.add(found < 0 ? -found - 1 : found + 1, call);
        return List.copyOf(all.subList(0, Math.min(MOST_DRAWN, all.size())));
    }

    /** Returns how many calls each of those that are kept stands for. */
    public double each() {
        return calls / (double) drawn.size();
    }

    /** Returns the median length of its answers in tokens. */
    public double medianAnswer() {
        return Median.of(drawn.stream().mapToDouble(PlacedCall::answer).toArray());
    }

    /** Answers whether its calls ask for tools now and then: their answers are no texts. */
    public boolean asksTools() {
        return drawn.stream().anyMatch(PlacedCall::asksTools);
    }

    /** Returns which call it is, in words: {@code classify}, or {@code the second call of agent A}. */
    public String words() {
        if (!name.isEmpty()) {
            return number == 1
                    ? name
                    : name + " (" + (number > CallPlaces.MOST_NUMBERED ? "later" : ordinal(number)) + " call)";
        }
        return (number > CallPlaces.MOST_NUMBERED ? "a later" : number == 1 ? "the first" : "the " + ordinal(number))
                + " call of " + subject;
    }

    private static String ordinal(int number) {
        return switch (number) {
            case 2 -> "second";
            case 3 -> "third";
            default -> number + "th";
        };
    }
}
