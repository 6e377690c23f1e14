// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.CostSum.LeftOut;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.Reported;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * List prices of models, dated, with the list's own rules for names.
 *
 * <p>A model is looked for at the recorded provider, under the name that answered and then under the name asked for. Only
 * where no provider was recorded may the name alone tell the provider. What is not found is {@linkplain Unpriced
 * unpriced}, never free.
 *
 * <p><b>Threading:</b> safe; only remembers what it found.
 */
public final class PriceList {
    /** Names recorded as the provider of models that are run by a library in the process itself. */
    private static final Set<String> IN_PROCESS = Set.of("onnx");

    /** The service tier of calls that are answered in a batch. */
    private static final String BATCH = "batch";
    /** Decimal places of an amount given per thousand. */
    private static final int PER_THOUSAND_SCALE = 3;

    private static final String BUNDLED = "prices.json";
    /** What stands before the name where a model is named as a resource: {@code models/gemini-2.5-flash}. */
    private static final String RESOURCE = "models/";
    /** Names that are remembered; names come from the user's data. */
    private static final int MAX_FOUND = 10_000;

    private static final int RECENT = 64;

    private final String name;
    private final LocalDate date;
    private final String source;
    private final List<ListedProvider> providers;
    private final Map<Asked, FoundPrice> found = new ConcurrentHashMap<>();
    private final Map<ListedModel, List<ListedModel>> variants = new ConcurrentHashMap<>();
    /** What was found lately. Written by any thread, each a whole. */
    private final Recent[] recent = new Recent[RECENT];

    /** Works out what a call costs; several questions ask for that. */
    private final Function<Span, CallPrice> pricing = this::worked;

    private record Recent(String provider, String response, String request, FoundPrice found) {
        /** Answers whether it is about these names, which every thread that reads has as objects of its own. */
        boolean isOf(String otherProvider, String otherResponse, String otherRequest) {
            return Objects.equals(request, otherRequest)
                    && Objects.equals(response, otherResponse)
                    && Objects.equals(provider, otherProvider);
        }
    }

    private record Asked(String provider, String response, String request) {}

    /** A model, or why there is none. */
    private record FoundPrice(ListedModel model, Unpriced why) {}

    private static final class BundledPrices {
        private static final PriceList LIST = load();

        private static PriceList load() {
            try (InputStream stream = PriceList.class.getResourceAsStream(BUNDLED)) {
                return PriceListReader.read(JsonNode.read(BUNDLED, stream), "bundled");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (JsonFileException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    PriceList(String name, LocalDate date, String source, List<ListedProvider> providers) {
        this.name = name;
        this.date = date;
        this.source = source;
        this.providers = providers;
    }

    /** Returns the list that comes with the analyzer; read once. */
    public static PriceList bundled() {
        return BundledPrices.LIST;
    }

    /**
     * Reads a list: {@code docs/questions/tokens.md} describes the format; the data files of genai-prices are taken as they are.
     *
     * @throws IOException when the file cannot be read
     * @throws JsonFileException when it does not say what it should
     */
    public static PriceList read(Path file) throws IOException, JsonFileException {
        return PriceListReader.read(JsonNode.read(file), file.toString());
    }

    /** Returns {@code bundled}, or the file's path. */
    public String name() {
        return name;
    }

    /** Returns the day the list is of, or {@code null} when it does not say. */
    public LocalDate date() {
        return date;
    }

    /** Returns whose list it is, or {@code null}. */
    public String source() {
        return source;
    }

    /** Returns what prices these are, for people: {@code list prices of 2026-09-23}. */
    public String label() {
        String dated = date == null ? "list prices" : "list prices of " + date;
        return name.equals("bundled") ? dated : dated + " from " + name;
    }

    /** Returns what the list says of a call of a language or embedding model, and what was said when it was recorded. */
    public CallPrice price(Span call) {
        return call.remembered(pricing);
    }

    private CallPrice worked(Span call) {
        BigDecimal reported = Reported.of(call);
        FoundPrice which = find(
                call.attributes().text(Attributes.PROVIDER_NAME),
                call.attributes().text(Attributes.RESPONSE_MODEL),
                call.attributes().text(Attributes.REQUEST_MODEL));
        Tokens tokens = Calls.usage(call);
        if (!tokens.isKnown()) {
            boolean failed = call.status() == SpanStatus.ERROR;
            return new CallPrice(which.model(), failed ? Unpriced.FAILED : Unpriced.NO_USAGE, reported);
        }
        if (which.model() == null) {
            return new CallPrice(null, which.why(), reported);
        }
        Rates rates = which.model().at(call.pricedNanos());
        if (!rates.arePerToken()) {
            return new CallPrice(which.model(), Unpriced.NO_PRICE, reported);
        }
        Optional<Cost> cost =
                cost(which.model(), call, call.kind() == SpanKind.EMBEDDING ? withoutOutput(tokens) : tokens);
        if (cost.isEmpty()) {
            boolean partial = tokens.input() == Unknown.LONG || tokens.output() == Unknown.LONG;
            return new CallPrice(which.model(), partial ? Unpriced.NO_USAGE : Unpriced.NO_PRICE, reported);
        }
        return new CallPrice(which.model(), cost.get(), leftOut(which.model(), call), null, reported);
    }

    /**
     * Returns what a call would cost with a model and tokens, on the terms on which it was made: in a batch, with prompts kept for an
     * hour, with searches.
     *
     * @return empty where its input or output is not known, or the list has no price for tokens it used
     */
    public Optional<Cost> cost(ListedModel model, Span call, Tokens tokens) {
        return model.at(call.pricedNanos())
                .cost(tokens, call.attributes().number(Attributes.CACHE_CREATION_HOUR_TOKENS))
                .map(cost -> onTerms(cost, model, call));
    }

    /** Returns what a call costs that was one of a batch, or for whose answer the provider searched. */
    private Cost onTerms(Cost cost, ListedModel model, Span call) {
        boolean batch = isBatch(call);
        long searches = searches(call);
        if (!batch && searches == 0) {
            return cost;
        }
        ListedProvider provider = listed(model);
        BigDecimal factor = provider == null ? null : provider.batchFactor();
        BigDecimal price = provider == null ? null : provider.webSearches();
        Cost told = batch && factor != null ? cost.times(factor) : cost;
        return price == null
                ? told
                : told.plusRequest(price.multiply(BigDecimal.valueOf(searches, PER_THOUSAND_SCALE)));
    }

    /** Returns what of that the list has no price for. */
    private LeftOut leftOut(ListedModel model, Span call) {
        boolean batch = isBatch(call);
        long searches = searches(call);
        if (!batch && searches == 0) {
            return LeftOut.NONE;
        }
        ListedProvider provider = listed(model);
        return new LeftOut(
                provider == null || provider.webSearches() == null ? searches : 0,
                batch && (provider == null || provider.batchFactor() == null) ? 1 : 0);
    }

    private static boolean isBatch(Span call) {
        return BATCH.equals(call.attributes().text(Attributes.SERVICE_TIER));
    }

    private static long searches(Span call) {
        return Math.max(0, call.attributes().number(Attributes.WEB_SEARCHES));
    }

    private ListedProvider listed(ListedModel model) {
        for (ListedProvider provider : providers) {
            if (provider.id().equals(model.provider())) {
                return provider;
            }
        }
        return null;
    }

    /** Embeddings have no output to pay for, and their models report none. */
    private static Tokens withoutOutput(Tokens tokens) {
        return new Tokens(tokens.input(), 0, tokens.cacheRead(), tokens.cacheWrite(), Unknown.LONG);
    }

    /**
     * Finds a model by the names of a provider and of itself.
     *
     * @param provider as recorded, or {@code null}: then the model's name must tell it
     */
    public Optional<ListedModel> find(String provider, String model) {
        return Optional.ofNullable(find(provider, null, model).model());
    }

    /** Finds a model a user names: {@code gpt-4o-mini}, or {@code openai/gpt-4o-mini} to say whose. */
    public Optional<ListedModel> find(String named) {
        Optional<ListedModel> whole = find(null, named);
        int slash = named.indexOf('/');
        return whole.isPresent() || slash <= 0 ? whole : find(named.substring(0, slash), named.substring(slash + 1));
    }

    /** Returns the models of the same provider whose ids begin with that of a model and a hyphen, shortest ids first. */
    public List<ListedModel> variants(ListedModel model) {
        return variants.computeIfAbsent(model, this::searchVariants);
    }

    private List<ListedModel> searchVariants(ListedModel model) {
        return providers.stream()
                .filter(provider -> provider.id().equals(model.provider()))
                .flatMap(provider -> provider.models().stream())
                .filter(other -> other.id().startsWith(model.id() + "-"))
                .sorted(Comparator.comparingInt(
                                (ListedModel other) -> other.id().length())
                        .thenComparing(ListedModel::id))
                .toList();
    }

    private FoundPrice find(String provider, String response, String request) {
        int slot = (Objects.hashCode(request) * 31 + Objects.hashCode(response)) & RECENT - 1;
        Recent last = recent[slot];
        if (last != null && last.isOf(provider, response, request)) {
            return last.found();
        }
        FoundPrice known = remembered(provider, response, request);
        recent[slot] = new Recent(provider, response, request, known);
        return known;
    }

    private FoundPrice remembered(String provider, String response, String request) {
        Asked asked = new Asked(blankToNull(provider), blankToNull(response), blankToNull(request));
        FoundPrice known = found.get(asked);
        if (known == null) {
            known = search(asked);
            if (found.size() < MAX_FOUND) {
                found.put(asked, known);
            }
        }
        return known;
    }

    private static String blankToNull(String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private FoundPrice search(Asked asked) {
        ListedProvider provider = asked.provider() == null ? null : provider(asked.provider());
        if (asked.provider() != null && provider == null) {
            boolean inProcess = IN_PROCESS.contains(asked.provider().toLowerCase(Locale.ROOT));
            return new FoundPrice(null, inProcess ? Unpriced.IN_PROCESS : Unpriced.UNKNOWN_PROVIDER);
        }
        for (String model : new String[] {asked.response(), asked.request()}) {
            ListedModel listed = model == null ? null : model(provider == null ? ownerOf(model) : provider, model);
            if (listed != null) {
                return new FoundPrice(listed, null);
            }
        }
        return new FoundPrice(null, Unpriced.UNKNOWN_MODEL);
    }

    private ListedProvider provider(String recorded) {
        String lower = recorded.toLowerCase(Locale.ROOT);
        for (ListedProvider provider : providers) {
            if (provider.id().equals(lower) || provider.aliases().contains(lower)) {
                return provider;
            }
        }
        for (ListedProvider provider : providers) {
            if (provider.providerMatch().test(lower)) {
                return provider;
            }
        }
        return null;
    }

    private ListedProvider ownerOf(String model) {
        for (ListedProvider provider : providers) {
            if (provider.modelMatch().test(model)) {
                return provider;
            }
        }
        return null;
    }

    private ListedModel model(ListedProvider provider, String name) {
        if (provider == null) {
            return null;
        }
        ListedModel model = provider.model(name);
        int resource = name.lastIndexOf(RESOURCE);
        if (model == null && resource >= 0) {
            model = provider.model(name.substring(resource + RESOURCE.length()));
        }
        for (String fallback : provider.fallbacks()) {
            for (ListedProvider other : providers) {
                if (model == null && other.id().equals(fallback)) {
                    model = other.model(name);
                }
            }
        }
        return model;
    }

    @Override
    public String toString() {
        return label();
    }

    /**
     * A provider of a price list.
     *
     * @param id its id
     * @param aliases other names it is recorded under, in lower case
     * @param providerMatch whether another name means it
     * @param modelMatch whether a model is its own where no provider was recorded
     * @param fallbacks ids of providers whose models it serves at their prices
     * @param batchFactor what calls in a batch cost of the usual price, or {@code null}
     * @param webSearches what a thousand searches cost that it runs for answers, in US dollars, or {@code null}
     * @param models its models, in the order they are tried
     */
    record ListedProvider(
            String id,
            List<String> aliases,
            Predicate<String> providerMatch,
            Predicate<String> modelMatch,
            List<String> fallbacks,
            BigDecimal batchFactor,
            BigDecimal webSearches,
            List<ListedModel> models) {
        /** Returns the first model that goes by a name, or {@code null}. */
        ListedModel model(String name) {
            for (ListedModel model : models) {
                if (model.isNamed(name)) {
                    return model;
                }
            }
            return null;
        }
    }
}
