// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.BudgetCheck;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.Budget;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.BudgetException;
import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.IfUnknown;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.OwnFunctions;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code analyzer tokens}. */
@Command(
        name = "tokens",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows where tokens and money went, how full context windows were, and whether budgets were met.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar tokens agent-profile/",
            "        tokens and list prices by model, agent, tool, workflow and conversation",
            "  java -jar analyzer.jar tokens --budget usd=0.50 --budget workflow,each,tokens=20000,time=30s agent-profile/",
            "        a gate for CI: 50 cents for everything; 20,000 tokens and 30 seconds for any one workflow",
            "  java -jar analyzer.jar tokens --out out/ --prices our-prices.json agent-profile/",
            "        costs.json and calls.csv in out/, at prices of your own",
            "  java -jar analyzer.jar tokens --by acme.tenant --budget attribute,usd=5 agent-profile/",
            "        what each tenant cost, and whether one cost more than 5 dollars",
            "  java -jar analyzer.jar tokens --by function --budget function:Planner.*,tokens=20000 agent-profile/",
            "        tokens, cost and context windows by your own methods; 20,000 tokens for all of Planner's together",
            "",
            "Exit codes: 0 all budgets kept, 1 one was passed, 2 bad input or wrong usage, 3 one is nearly used up or",
            "cannot be checked.",
            Documentation.AT + "questions/tokens/"
        })
public final class TokensCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write costs.json and calls.csv to; created if missing.")
    private Path out;

    @Option(
            names = "--by",
            paramLabel = "KEY",
            converter = KeyReader.class,
            description =
                    "An attribute to tell calls apart by, besides models, agents, tools, workflows and conversations:"
                            + " a row for each of its values, as in --by acme.tenant; or function, for your own methods"
                            + " around the calls.")
    private AttributeKey by;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PriceOptions priceOptions;

    @Mixin
    private BudgetOptions budgetOptions;

    public TokensCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        PriceList prices = priceOptions.list();
        List<Budget> budgets = budgetOptions.budgets();
        if ((by == null || by.isOfFunctions())
                && budgets.stream().anyMatch(budget -> budget.scope() == SpendingScope.ATTRIBUTE)) {
            throw new CommandException("a budget of an attribute needs --by KEY, which says what attribute");
        }
        AttributeKey attribute = by == null || by.isOfFunctions() ? null : by;
        Spending.SpendingQuestion spending = new Spending.SpendingQuestion(prices, Spending.Detail.RUNS, attribute);
        Analysis<ContextUse> contexts = ContextUse.question(prices);
        try (OutFiles files = new OutFiles(out, prices)) {
            Outcome outcome = input.read(
                    terminal, List.of(spending, contexts, Workflows.ANALYSIS, SpanFlags.ANALYSIS), files.outputs());
            Spending spent = outcome.summary().get(spending);
            ContextUse used = outcome.summary().get(contexts);
            List<BudgetCheck> checks = BudgetCheck.all(budgets, spent, budgetOptions.warnAt());
            Document document = SpendingDocument.of(outcome, spent, by, used, prices, checks);
            if (out != null) {
                JsonView.write(document, out.resolve("costs.json"));
            }
            format.print(
                    document,
                    input.screen(terminal),
                    terminal,
                    out == null ? List.of() : List.of(out.resolve("costs.json"), out.resolve("calls.csv")));
            return budgetOptions.exitCode(checks);
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }

    /** Reads the option's value. */
    static final class KeyReader implements ITypeConverter<AttributeKey> {
        @Override
        public AttributeKey convert(String word) {
            try {
                return AttributeKey.of(word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** The file that is written while reading, where files are wanted. */
    private static final class OutFiles implements AutoCloseable {
        private final CallsCsv calls;

        OutFiles(Path directory, PriceList prices) throws IOException {
            if (directory == null) {
                calls = null;
            } else {
                PrivateFiles.directory(directory);
                calls = new CallsCsv(directory.resolve("calls.csv"), prices);
            }
        }

        List<TraceOutput> outputs() {
            return calls == null ? List.of() : List.of(calls);
        }

        @Override
        public void close() throws IOException {
            if (calls != null) {
                calls.close();
            }
        }
    }

    /** The options of budgets, and the exit code they lead to. */
    private static final class BudgetOptions {
        @Option(
                names = "--budget",
                paramLabel = "BUDGET",
                description = {
                    "A limit, for example usd=0.50 for everything, workflow:checkout,usd=2, agent,each,tokens=20000 for each"
                            + " run of each agent, model:gpt-4o,calls=100,time=2min. May be given several times.",
                    "Of: total workflow agent tool function model conversation, and attribute with --by. A name with * is"
                            + " that of all that begin so, together. Limits: tokens input_tokens output_tokens usd time"
                            + " calls."
                })
        private List<String> texts = List.of();

        @Option(names = "--budgets", paramLabel = "FILE", description = "A JSON file of budgets.")
        private Path file;

        @Option(
                names = "--warn-at",
                paramLabel = "PERCENT",
                defaultValue = "80",
                description = "Part of a limit from which on to warn. Default: ${DEFAULT-VALUE}.")
        private BigDecimal warnAt;

        @Option(
                names = "--unknown",
                paramLabel = "WHAT",
                defaultValue = "warn",
                description =
                        "If part of a budget is unknown, such as unpriced calls: ignore, warn or fail. Default: warn.")
        private IfUnknown unknown;

        /** Returns the budgets of all options. */
        public List<Budget> budgets() throws CommandException {
            if (warnAt.signum() < 0 || warnAt.compareTo(BigDecimal.valueOf(100)) > 0) {
                throw new CommandException("--warn-at takes a number from 0 to 100, not " + warnAt.toPlainString());
            }
            List<Budget> budgets = new ArrayList<>();
            try {
                if (file != null) {
                    budgets.addAll(Budgets.read(file));
                }
                for (String text : texts) {
                    budgets.addAll(Budgets.parse(text));
                }
            } catch (IOException e) {
                throw new CommandException("--budgets " + file + " cannot be read: " + Reasons.of(e));
            } catch (JsonFileException e) {
                throw new CommandException("--budgets " + e.getMessage());
            } catch (BudgetException e) {
                throw new CommandException("--" + e.getMessage());
            }
            return budgets;
        }

        /** Returns the share of a limit from which on to warn. */
        public BigDecimal warnAt() {
            return warnAt.movePointLeft(2);
        }

        /** Returns the exit code of checked budgets. */
        public int exitCode(List<BudgetCheck> checks) {
            int code = ExitCode.OK;
            for (BudgetCheck check : checks) {
                int own = exitCode(check);
                code = code == ExitCode.GATE_FAILED || own == ExitCode.OK ? code : own;
            }
            return code;
        }

        private int exitCode(BudgetCheck check) {
            return switch (check.state()) {
                case OK -> ExitCode.OK;
                case WARN -> ExitCode.WARNED;
                case FAIL -> ExitCode.GATE_FAILED;
                case UNKNOWN -> unknown.exitCode();
            };
        }
    }

    /** {@code calls.csv}: a row per call of a language or embedding model, with its tokens, its cost and the window it filled. */
    private static final class CallsCsv extends SpooledFile {
        private static final String HEAD =
                "run,trace_id,span_id,start_epoch_ns,workflow,agent,tool,kind,provider,request_model,response_model,status,"
                        + "input_tokens,cache_read_tokens,cache_creation_tokens,output_tokens,reasoning_tokens,priced_as,"
                        + "input_usd,cache_read_usd,cache_write_usd,output_usd,request_usd,cost_usd,not_priced,"
                        + "context_window,context_share,reported_usd,input_share,function\n";

        private final PriceList prices;

        /** Describes the file. */
        public CallsCsv(Path target, PriceList prices) {
            super(target, HEAD, "", "");
            this.prices = prices;
        }

        @Override
        protected OutputPart part(OutputStream stream, String run) {
            CsvFile csv = new CsvFile(stream);
            return new OutputPart() {
                @Override
                public void write(Trace trace) {
                    Span[] functions = OwnFunctions.around(trace);
                    for (Span span : trace.spans()) {
                        if (Calls.usesTokens(span)) {
                            csv.row(row(run, trace, span, functions[span.index()]));
                        }
                    }
                }

                @Override
                public void close() throws IOException {
                    csv.close();
                }
            };
        }

        private String[] row(String run, Trace trace, Span call, Span function) {
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
                fills ? share(ContextUse.used(call), window) : null,
                price.reported() == null ? null : Units.decimal(price.reported()),
                fills ? share(tokens.input(), window) : null,
                function == null ? null : function.name()
            };
        }

        private static String share(long tokens, long window) {
            return String.format(Locale.ROOT, "%.4f", (double) tokens / window);
        }

        private static String known(long number) {
            return number == Unknown.LONG ? null : Long.toString(number);
        }

        private static String dollars(CallPrice price, Function<Cost, BigDecimal> part) {
            return price.isKnown() ? Units.decimal(part.apply(price.cost())) : null;
        }
    }
}
