// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one rule. */
public final class RuleReader {
    /** What a span is called when its rule does not say. */
    public static final String DEFAULT_NAME = "{class}.{method}";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern ARGUMENT = Pattern.compile("arg([0-7])");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Map<String, Role> ROLES = words(Role.values());
    private static final Map<String, Shape> SHAPES = words(Shape.values());
    private static final Map<String, Nesting> NESTINGS = words(Nesting.values());
    private static final Map<String, SpanKind> KINDS = new LinkedHashMap<>();
    private static final Map<String, String> CHUNK_TYPES = new LinkedHashMap<>();

    static {
        for (SpanKind kind : SpanKind.values()) {
            KINDS.put(kind.word(), kind);
        }
        for (String type : List.of("text", "thinking", "tool_call", "item", Rule.Chunk.NONE)) {
            CHUNK_TYPES.put(type, type);
        }
    }

    private final String file;
    private final Origin origin;
    private final ValueReader values;

    /**
     * Creates a reader for the rules of the file of this name.
     *
     * @param shared the file's shared values by name, {@code null} when it has none
     */
    public RuleReader(String file, Origin origin, Fields shared) {
        this.file = file;
        this.origin = origin;
        this.values = new ValueReader(false, shared);
    }

    private static <E extends Enum<E>> Map<String, E> words(E[] constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) {
            words.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
        return words;
    }

    /** Returns the rule; when there were problems it may be {@code null} or incomplete, and is not to be used. */
    public Rule read(Fields fields) {
        String id = id(fields);
        fields.problems().rule(id);
        int before = fields.problems().count();
        Role role = fields.word("role", ROLES, Role.SPAN);
        RoleKeys.check(fields, role);
        if (origin == Origin.USER && role.isOfCoroutines()) {
            fields.problem("role", "is for the bundled file about Kotlin's coroutines, there is no other");
        }
        Match match = MatchReader.read(fields, origin);
        boolean opens = role == Role.SPAN || role == Role.OPEN;
        Value name = opens && fields.has("name") ? values.template(fields, "name") : null;
        Rule.Chunk chunk = chunk(fields, role);
        Rule.RuleDraft draft = new Rule.RuleDraft();
        draft.file = file;
        draft.id = id;
        draft.kind = opens ? fields.word("kind", KINDS, SpanKind.FUNCTION) : null;
        draft.role = role;
        draft.operation = operation(fields, id);
        draft.match = match;
        draft.shape = fields.word("shape", SHAPES, defaultShape(role, chunk, fields.has("from")));
        draft.nested = fields.word("nested", NESTINGS, Nesting.ALL);
        draft.key = fields.keys("key");
        draft.to = fields.path("to");
        draft.thrown = fields.path("thrown");
        draft.traceparent = fields.path("traceparent");
        draft.header = HeaderReader.read(fields, values);
        draft.name = name != null || !opens ? name : TemplateParser.parse(DEFAULT_NAME, false);
        draft.start = attributes(fields, "start");
        draft.end = attributes(fields, "end");
        draft.content = attributes(fields, "content");
        draft.chunk = chunk;
        draft.from = from(fields);
        draft.keep = keep(fields);
        draft.unless = unless(fields);
        draft.failed = failed(fields);
        draft.snapshot = snapshot(fields);
        draft.unstarted = unstarted(fields);
        draft.resources = fields.bool("resources", false);
        draft.root = fields.bool("root", true);
        draft.lazy = fields.bool("lazy", false);
        draft.recycled = fields.bool("recycled", false);
        draft.scope = fields.bool("scope", true);
        draft.replay = ReplayReader.read(fields);
        draft.versions = new Rule.Versions(
                fields.text("since", "a version"), fields.text("until", "a version"), fields.bool("optional", false));
        Rule rule = draft.build();
        if (match != null && fields.problems().count() == before) {
            RuleChecks.check(rule, fields);
            ReplayChecks.check(rule, fields);
        }
        return rule;
    }

    private Shape defaultShape(Role role, Rule.Chunk chunk, boolean given) {
        if (given) {
            return Shape.CALL;
        }
        if (role == Role.ELEMENTS) {
            return chunk != null && !chunk.done().isEmpty() ? Shape.CALL : Shape.ITERATOR;
        }
        return role == Role.SPAN && origin == Origin.USER ? Shape.AUTO : Shape.CALL;
    }

    private static String id(Fields fields) {
        fields.problems().rule(null);
        if (!fields.has("id")) {
            fields.missing("id", "the rule's name, unique in its file");
            return null;
        }
        String id = fields.text("id", "the rule's name");
        if (id != null && !ID.matcher(id).matches()) {
            fields.wrong(fields.get("id"), "id", "letters, digits, '-', '_' and '.', for example \"chat-model\"");
            return null;
        }
        return id;
    }

    private static String operation(Fields fields, String id) {
        String operation = fields.text("operation", "an operation's name");
        return operation != null ? operation : id;
    }

    private Map<String, Value> attributes(Fields rule, String name) {
        Fields attributes =
                rule.object(name, "an object of attributes, for example {\"gen_ai.tool.name\": \"arg0.name\"}");
        if (attributes == null) {
            return Map.of();
        }
        AttributeNames.check(attributes);
        return values.values(attributes);
    }

    private static int from(Fields rule) {
        Path path = rule.path("from");
        if (path == null) {
            return -1;
        }
        Matcher argument = ARGUMENT.matcher(path.toString());
        if (!argument.matches()) {
            rule.wrong(rule.get("from"), "from", "the argument that brings the elements, arg0 to arg7");
            return -1;
        }
        return Integer.parseInt(argument.group(1));
    }

    private static Rule.Chunk chunk(Fields rule, Role role) {
        Json json = rule.get("chunk");
        if (json == null) {
            return null;
        }
        String expected = "an object with type and chars, or an array of them";
        List<Rule.Chunk.ChunkKind> kinds = new ArrayList<>();
        List<Path> done = new ArrayList<>();
        for (Json item : json instanceof Json.Arr array ? array.items() : List.of(json)) {
            if (!(item instanceof Json.Obj object)) {
                rule.wrong(item, "chunk", expected);
                continue;
            }
            Fields chunk = new Fields(object, rule.key("chunk"), rule.problems());
            chunk.only(
                    role == Role.ELEMENTS
                            ? List.of("type", "when", "in", "unless", "chars", "done")
                            : List.of("type", "when", "in", "unless", "chars"));
            if ((role == Role.CHUNK || json instanceof Json.Arr) && !chunk.has("type")) {
                chunk.missing("type", "one of " + String.join(", ", CHUNK_TYPES.keySet()));
            }
            kinds.add(new Rule.Chunk.ChunkKind(
                    chunk.word("type", CHUNK_TYPES, "item"),
                    chunk.path("when"),
                    in(chunk),
                    chunk.path("unless"),
                    chunk.path("chars")));
            done.addAll(chunk.keys("done"));
        }
        if (kinds.isEmpty() && json instanceof Json.Arr array && array.items().isEmpty()) {
            rule.wrong(json, "chunk", expected);
        }
        return kinds.isEmpty() ? null : new Rule.Chunk(kinds, done);
    }

    /** Reads the texts one of which is to be at {@code when}. */
    private static Set<String> in(Fields condition) {
        Set<String> in = new LinkedHashSet<>();
        condition.texts("in", "a string or an array of strings").forEach(text -> in.add(text.text()));
        if (condition.has("in") && !condition.has("when")) {
            condition.missing("when", "the path to what is compared with in");
        }
        return in;
    }

    private static Map<String, Rule.Keep> keep(Fields rule) {
        Fields names = rule.object("keep", "an object of named paths, for example {\"usage\": \"return.usage\"}");
        Map<String, Rule.Keep> keep = new LinkedHashMap<>();
        if (names == null) {
            return keep;
        }
        for (Json.Member member : names.members()) {
            if (member.name().equals("comment")) {
                continue;
            }
            if (!NAME.matcher(member.name()).matches()) {
                names.problem(member.name(), "is no name to read by: kept.NAME takes letters, digits and '_'");
                continue;
            }
            Rule.Keep kept = keep(names, member);
            if (kept != null) {
                keep.put(member.name(), kept);
            }
        }
        return keep;
    }

    private static Rule.Keep keep(Fields names, Json.Member member) {
        if (member.value() instanceof Json.Text) {
            Path path = names.path(member.name());
            return path == null ? null : new Rule.Keep(path, Rule.Keep.Which.LAST, 1);
        }
        Fields form = names.object(member.name(), "a path, or an object with first, all or bytes");
        if (form == null) {
            return null;
        }
        if (form.has("bytes")) {
            return BytesReader.read(form);
        }
        form.only(List.of("first", "all", "most"));
        if (form.has("first") == form.has("all")) {
            form.missing("all", "a path under first, one under all, or bytes");
            return null;
        }
        if (form.has("first")) {
            if (form.has("most")) {
                form.problem("most", "has no meaning beside first: it keeps one");
            }
            Path path = form.path("first");
            return path == null ? null : new Rule.Keep(path, Rule.Keep.Which.FIRST, 1);
        }
        Long most = form.wholeNumber("most");
        if (most != null && (most < 1 || most > Rule.Keep.MOST)) {
            form.problem("most", "is " + most + ", expected 1 to " + Rule.Keep.MOST);
            return null;
        }
        Path path = form.path("all");
        return path == null
                ? null
                : new Rule.Keep(path, Rule.Keep.Which.ALL, most == null ? Rule.Keep.MOST : most.intValue());
    }

    private static List<Rule.Unless> unless(Fields rule) {
        String expected = "an array of conditions, for example [{\"path\": \"arg1.name\", \"in\": [\"toString\"]}]";
        List<Rule.Unless> all = new ArrayList<>();
        Json json = rule.get("unless");
        if (json == null) {
            return all;
        }
        if (!(json instanceof Json.Arr array)) {
            rule.wrong(json, "unless", expected);
            return all;
        }
        for (Json item : array.items()) {
            if (!(item instanceof Json.Obj object)) {
                rule.wrong(item, "unless", "an object with path and in, path and absent, under, or notUnder");
                continue;
            }
            Fields condition = new Fields(object, rule.key("unless"), rule.problems());
            if (condition.has("under") || condition.has("notUnder")) {
                String key = condition.has("under") ? "under" : "notUnder";
                condition.only(List.of(key));
                all.add(new Rule.Unless(null, Set.of(), key.equals("notUnder"), kinds(condition, key)));
                continue;
            }
            condition.only(List.of("path", "in", "notIn", "absent", "under", "notUnder"));
            if (!condition.has("path")) {
                condition.missing("path", "a path");
            }
            boolean absent = condition.bool("absent", false);
            boolean others = condition.has("notIn");
            if (absent && (condition.has("in") || others)) {
                condition.problem("absent", "has no meaning beside in");
            } else if (others && condition.has("in")) {
                condition.problem("notIn", "has no meaning beside in");
            } else if (!absent && !others && !condition.has("in")) {
                condition.missing("in", "an array of strings, or \"absent\": true");
            }
            Path path = condition.path("path");
            Set<String> in = new LinkedHashSet<>();
            condition
                    .texts(others ? "notIn" : "in", "a string or an array of strings")
                    .forEach(text -> in.add(text.text()));
            all.add(new Rule.Unless(path, in, others, Set.of()));
        }
        return all;
    }

    private static Set<SpanKind> kinds(Fields condition, String key) {
        Set<SpanKind> kinds = new LinkedHashSet<>();
        String expected = "one of " + String.join(", ", KINDS.keySet());
        for (Json.Text text : condition.texts(key, expected)) {
            SpanKind kind = KINDS.get(text.text());
            if (kind == null) {
                condition.wrong(text, key, expected);
            } else {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private Rule.Failed failed(Fields rule) {
        Fields failed = rule.object("failed", "an object with when, atLeast, in, type and message");
        if (failed == null) {
            return null;
        }
        failed.only(List.of("when", "atLeast", "in", "type", "message"));
        if (failed.has("in") && failed.has("atLeast")) {
            failed.problem("in", "has no meaning beside atLeast");
        }
        if (!failed.has("when")) {
            failed.missing("when", "a path to what is true when the call failed");
        }
        return new Rule.Failed(
                failed.path("when"),
                failed.wholeNumber("atLeast"),
                in(failed),
                values.read(failed, "type"),
                values.read(failed, "message"));
    }

    private static Set<Integer> snapshot(Fields rule) {
        Json json = rule.get("snapshot");
        Set<Integer> numbers = new LinkedHashSet<>();
        if (json == null) {
            return numbers;
        }
        for (Json item : json instanceof Json.Arr array ? array.items() : List.of(json)) {
            if (item instanceof Json.Scalar scalar
                    && scalar.value() instanceof Long number
                    && number >= 0
                    && number < 255) {
                numbers.add(number.intValue());
            } else {
                rule.wrong(item, "snapshot", "an argument number from 0, or an array of them");
            }
        }
        return numbers;
    }

    private static List<String> unstarted(Fields rule) {
        List<String> types = new ArrayList<>();
        for (Json.Text text : rule.texts("unstarted", "a class name or an array of class names")) {
            if (SignatureParser.isClassName(text.text())) {
                types.add(text.text());
            } else {
                rule.wrong(text, "unstarted", "a fully qualified class name");
            }
        }
        return types;
    }
}
