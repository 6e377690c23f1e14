// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.send;

import io.agentprofiler.analyzer.formats.otlp.send.Receiver.HttpAnswer;
import io.agentprofiler.analyzer.formats.otlp.wire.Batches.Batch;
import io.agentprofiler.analyzer.formats.otlp.wire.Encoding.PartialSuccess;
import io.agentprofiler.analyzer.trace.pipeline.OutputRefusedException;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sees to it that every span arrives that the receiver takes. A batch that it refuses for what may be the fault of one span is halved
 * until that span is alone; the others go without it.
 *
 * <p><b>Threading:</b> any; one request is under way at a time.
 */
public final class Sender {
    /** So many spans refused one by one, and none taken, are the fault of no span. */
    static final int ALL_REFUSED = 20;

    private static final int MOST_NAMED = 10;

    private final Receiver receiver;
    private final List<String> refused = new ArrayList<>();
    private final List<String> partial = new ArrayList<>();
    private long taken;
    private long alone;
    private long left;
    private long requests;
    private OutputRefusedException failure;

    /** Creates a sender to a receiver. */
    public Sender(Receiver receiver) {
        this.receiver = receiver;
    }

    /**
     * Sends a batch.
     *
     * @throws OutputRefusedException when there is no use in sending any more
     */
    public synchronized void send(Batch batch) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            post(batch);
        } catch (OutputRefusedException e) {
            failure = taken == 0
                    ? e
                    : new OutputRefusedException(e.getMessage() + ". It had taken " + Units.count(taken, "span")
                            + "; sending the same again is harmless, as the ids stay the same");
            throw failure;
        }
    }

    private void post(Batch batch) throws IOException {
        HttpAnswer answer = receiver.post(batch.encoding().mediaType(), batch.request());
        requests++;
        int spans = batch.spans().size();
        if (answer.isTaken()) {
            PartialSuccess said = batch.encoding().answer(answer.body());
            long rejected = Math.min(spans, said.rejected());
            taken += spans - rejected;
            left += rejected;
            if (rejected > 0 || !said.message().isEmpty()) {
                note(
                        partial,
                        (rejected > 0 ? "left out " + Units.count(rejected, "span") : "warns")
                                + (said.message().isEmpty()
                                        ? ", without saying why"
                                        : ": " + receiver.shown(said.message())));
            }
        } else if (!answer.mayBeOneSpan()) {
            throw new OutputRefusedException(
                    receiver.endpoint() + " answered " + receiver.status(answer) + advice(answer));
        } else if (spans > 1) {
            post(batch.firstHalf());
            post(batch.secondHalf());
        } else {
            alone++;
            note(refused, batch.spans().get(0) + " was refused: " + receiver.status(answer));
            if (taken == 0 && left == 0 && alone >= ALL_REFUSED) {
                throw new OutputRefusedException(
                        receiver.endpoint() + " refuses every span; the first: " + refused.get(0));
            }
        }
    }

    private static void note(List<String> notes, String note) {
        if (notes.size() < MOST_NAMED && !notes.contains(note)) {
            notes.add(note);
        }
    }

    private static String advice(HttpAnswer answer) {
        return switch (answer.status()) {
            case 401, 403 -> "; it wants to know who sends: check --header";
            case 404, 405 -> "; is the path right? The export puts /v1/traces behind it";
            case 415 -> "; try the other --encoding";
            case 301, 302, 303, 307, 308 ->
                answer.location() == null ? "" : "; it says that it has moved: name the new address with --endpoint";
            default -> "";
        };
    }

    /** Returns how many spans the receiver took. */
    public synchronized long taken() {
        return taken;
    }

    /** Returns how many it did not take. */
    public synchronized long notTaken() {
        return alone + left;
    }

    /** Returns how many requests were answered. */
    public synchronized long requests() {
        return requests;
    }

    /** Returns what is to be said of spans that were not taken, a line each for the first ones. */
    public synchronized List<String> problems() {
        List<String> lines = new ArrayList<>(refused);
        if (alone > refused.size()) {
            lines.add("and " + Units.count(alone - refused.size(), "more span") + " refused");
        }
        partial.forEach(said -> lines.add("the receiver " + said));
        return lines;
    }
}
