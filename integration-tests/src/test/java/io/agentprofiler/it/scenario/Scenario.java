// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.script.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A program, what the model server answers it, and the trees it must yield. The methods change this object and return
 * it; {@link #check} runs it with and without the agent and fails unless everything is as described. {@link Scenarios} runs
 * several in one JVM.
 */
public final class Scenario {
    private final String program;
    private final String[] args;
    private final Map<String, String> trees = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private Consumer<Script> script = any -> {};
    private String tree;
    private boolean comparedWithPlainRun = true;
    private boolean tokensCompared = true;
    private final List<String> jvmOptions = new ArrayList<>();
    private String classPath;
    private boolean answersCompared;
    private Framework since = Framework.V1_0;

    private Scenario(String program, String... args) {
        this.program = program;
        this.args = args;
    }

    public static Scenario of(Class<?> program, String... args) {
        return of(program.getName(), args);
    }

    /** Returns a scenario of a program that is compiled against the framework's version it runs on. */
    public static Scenario of(String program, String... args) {
        return new Scenario(program, args);
    }

    /** Runs the agent with a setting that is not the default. */
    public Scenario setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** Lets the server answer like this; by default it says "OK" to everything. */
    public Scenario answering(Consumer<Script> value) {
        script = value;
        return this;
    }

    /** Expects this tree. */
    public Scenario yields(String value) {
        tree = value;
        return this;
    }

    /** Adds JVM options. */
    public Scenario jvm(String... options) {
        jvmOptions.addAll(List.of(options));
        return this;
    }

    /** Runs on this class path instead of the framework's: that of an application which the framework's tools package. */
    public Scenario classPath(String value) {
        classPath = value;
        return this;
    }

    /** Expects another tree on one version. */
    public Scenario yieldsOn(Framework framework, String value) {
        return yieldsOn(framework.toString(), value);
    }

    /** Expects another tree on one class path of {@code frameworks/}. */
    public Scenario yieldsOn(String framework, String value) {
        trees.put(framework, value);
        return this;
    }

    /** Has no part in {@link Scenarios} on an older version: it lacks what the program uses. */
    public Scenario since(Framework framework) {
        since = framework;
        return this;
    }

    /** Leaves the run without the agent out: its output depends on timing. */
    public Scenario notComparedWithPlainRun() {
        comparedWithPlainRun = false;
        return this;
    }

    /** Not all usage is between the program and the server: some never arrived, or came from elsewhere. */
    public Scenario tokensNotCompared() {
        tokensCompared = false;
        return this;
    }

    /** The program reads every answer: each must be a model call of the trace, with the answer's id and usage. */
    public Scenario answersCompared() {
        answersCompared = true;
        return this;
    }

    /** Runs and checks; returns what the traced run left, for further assertions. */
    public ProcessResult check(Environment environment, Path dir) {
        return Scenarios.of(this).check(environment, dir);
    }

    /** Runs on a class path of {@code frameworks/} and checks; returns what the traced run left. */
    public ProcessResult check(String framework, Jdk jdk, Path dir) {
        return Scenarios.of(this).check(framework, jdk, dir);
    }

    boolean runsOn(Framework framework) {
        return framework.compareTo(since) >= 0;
    }

    String program() {
        return program;
    }

    String[] args() {
        return args;
    }

    Map<String, String> settings() {
        return settings;
    }

    String[] jvmOptions() {
        return jvmOptions.toArray(String[]::new);
    }

    /** Returns {@code null} for the framework's. */
    String classPath() {
        return classPath;
    }

    Consumer<Script> script() {
        return script;
    }

    String tree(String framework) {
        return trees.getOrDefault(framework, tree);
    }

    boolean isComparedWithPlainRun() {
        return comparedWithPlainRun;
    }

    boolean isTokensCompared() {
        return tokensCompared;
    }

    boolean isAnswersCompared() {
        return answersCompared;
    }
}
