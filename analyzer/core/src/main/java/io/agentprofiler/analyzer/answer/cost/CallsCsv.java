// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.cost.spending.ContextUse;
import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** {@code calls.csv}: a row per call of a language or embedding model, with its tokens, its cost and the window it filled. */
public final class CallsCsv extends SpooledFile {
    private static final String HEAD =
            "run,trace_id,span_id,start_epoch_ns,workflow,agent,tool,kind,provider,request_model,response_model,status,"
                    + "input_tokens,cache_read_tokens,cache_creation_tokens,output_tokens,reasoning_tokens,priced_as,"
                    + "input_usd,cache_read_usd,cache_write_usd,output_usd,request_usd,cost_usd,not_priced,"
                    + "context_window,context_share,reported_usd\n";

    private final PriceList prices;

    /** Describes the file. */
    public CallsCsv(Path target, PriceList prices) {
        super(target, HEAD, "", "");
        this.prices = prices;
    }

    @Override
    protected Part part(OutputStream stream, String run) {
        CsvFile csv = new CsvFile(stream);
        return new Part() {
            @Override
            public void write(Trace trace) {
                for (Span span : trace.spans()) {
                    if (Calls.usesTokens(span)) {
                        csv.row(row(run, trace, span));
                    }
                }
            }

            @Override
            public void close() throws IOException {
                csv.close();
            }
        };
    }

    private String[] row(String run, Trace trace, Span call) {
        CallPrice price = prices.price(call);
        Tokens tokens = call.tokens();
        Span agent = call.agent();
        Span tool = call.tool();
        long window = price.model() == null ? Unknown.LONG : price.model().contextWindow();
        boolean fills = call.kind() == SpanKind.LLM && window > 0 && tokens.input() != Unknown.LONG;
        return new String[] {
            run,
            trace.id().toString(),
            TraceId.spanText(call.id()),
            call.hasMoment() ? Long.toString(call.startNanos()) : null,
            trace.isFragment() ? null : trace.root().name(),
            agent == null ? null : Calls.agent(agent),
            tool == null ? null : Calls.tool(tool),
            call.kind().word(),
            call.attributes().text(Attributes.PROVIDER_NAME),
            call.attributes().text(Attributes.REQUEST_MODEL),
            call.attributes().text(Attributes.RESPONSE_MODEL),
            call.statusWord(),
            known(tokens.input()),
            known(tokens.cacheRead()),
            known(tokens.cacheWrite()),
            known(tokens.output()),
            known(tokens.reasoning()),
            price.model() == null ? null : price.model().toString(),
            dollars(price, Cost::input),
            dollars(price, Cost::cacheRead),
            dollars(price, Cost::cacheWrite),
            dollars(price, Cost::output),
            dollars(price, Cost::request),
            dollars(price, Cost::total),
            price.isKnown() ? null : price.unpriced().word(),
            known(window),
            fills ? String.format(Locale.ROOT, "%.4f", (double) ContextUse.used(call) / window) : null,
            price.reported() == null ? null : Units.decimal(price.reported())
        };
    }

    private static String known(long number) {
        return number == Unknown.LONG ? null : Long.toString(number);
    }

    private static String dollars(CallPrice price, Function<Cost, BigDecimal> part) {
        return price.isKnown() ? Units.decimal(part.apply(price.cost())) : null;
    }
}
