// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.embabel;

import com.embabel.agent.api.annotation.AchievesGoal;
import com.embabel.agent.api.annotation.Action;
import com.embabel.agent.api.annotation.Agent;
import com.embabel.agent.api.annotation.Condition;
import com.embabel.agent.api.annotation.LlmTool;
import com.embabel.agent.api.common.OperationContext;
import com.embabel.agent.api.common.autonomy.Autonomy;
import com.embabel.agent.api.common.autonomy.ProcessExecutionException;
import com.embabel.agent.api.common.streaming.StreamingPromptRunner;
import com.embabel.agent.api.invocation.AgentInvocation;
import com.embabel.agent.api.tool.agentic.simple.SimpleAgenticTool;
import com.embabel.agent.api.validation.guardrails.UserInputGuardRail;
import com.embabel.agent.core.ActionException;
import com.embabel.agent.core.ActionRetryPolicy;
import com.embabel.agent.core.AgentPlatform;
import com.embabel.agent.core.Blackboard;
import com.embabel.agent.core.ProcessOptions;
import com.embabel.agent.domain.io.UserInput;
import com.embabel.agent.rag.model.Chunk;
import com.embabel.agent.rag.model.Retrievable;
import com.embabel.agent.rag.service.TextSearch;
import com.embabel.agent.rag.tools.ToolishRag;
import com.embabel.agent.spi.LlmService;
import com.embabel.agent.spi.config.spring.AgentPlatformConfiguration;
import com.embabel.agent.spi.config.spring.ToolGroupsConfiguration;
import com.embabel.agent.spi.support.springai.SpringAiLlmService;
import com.embabel.chat.AssistantMessage;
import com.embabel.chat.Conversation;
import com.embabel.chat.UserMessage;
import com.embabel.chat.support.InMemoryConversation;
import com.embabel.common.ai.model.LlmOptions;
import com.embabel.common.core.NameGenerator;
import com.embabel.common.core.config.CommonPlatformPropertiesLoader;
import com.embabel.common.core.types.SimilarityResult;
import com.embabel.common.core.types.TextSimilaritySearchRequest;
import com.embabel.common.core.validation.ValidationError;
import com.embabel.common.core.validation.ValidationResult;
import com.embabel.common.core.validation.ValidationSeverity;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;

/**
 * An agent whose plan has two actions, the first of which lets its model call a tool. All in one file, which the JVM
 * compiles at start, because the framework needs a newer Java than this build.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ConfigurationPropertiesScan({"com.embabel.agent.api", "com.embabel.agent.core", "com.embabel.agent.spi"})
@ComponentScan({"com.embabel.agent.api", "com.embabel.agent.core", "com.embabel.agent.spi"})
@Import({
    CommonPlatformPropertiesLoader.class,
    AgentPlatformConfiguration.class,
    ToolGroupsConfiguration.class,
    EmbabelAgents.Guide.class,
    EmbabelAgents.Host.class,
    EmbabelAgents.Diver.class,
    EmbabelAgents.Surveyor.class,
    EmbabelAgents.Reader.class,
    EmbabelAgents.Cartographer.class
})
public class EmbabelAgents {
    private static final String MODEL = "gpt-4o-mini";

    /** What is asked. */
    public record Question(String text) {}

    /** What is known. */
    public record Facts(String text) {}

    /** What is answered. */
    public record Answer(String text) {}

    /** What the model may call. */
    public static final class LakeTools {
        /** Returns the depth. */
        @LlmTool(description = "the depth of a lake")
        public String depth(String lake) {
            return lake + ": 94 m";
        }
    }

    /** Gathers facts, then answers. */
    @Agent(name = "Guide", description = "answers questions about lakes")
    public static class Guide {
        /** Takes what a user says. */
        @Action
        public Question ask(UserInput input) {
            return new Question(input.getContent());
        }

        /** Asks a model that may call a tool. */
        @Action
        public Facts gather(Question question, OperationContext context) {
            return new Facts(context.ai()
                    .withDefaultLlm()
                    .withToolObject(new LakeTools())
                    .generateText(question.text()));
        }

        /** Asks a model for the answer. */
        @AchievesGoal(description = "a question is answered")
        @Action
        public Answer answer(Facts facts, OperationContext context) {
            return new Answer(context.ai().withDefaultLlm().generateText("Say this politely: " + facts.text()));
        }
    }

    /** Who wants to be greeted. */
    public record Guest(String name) {}

    /** What is said to a guest. */
    public record Greeting(String text) {}

    /** Has the guide run as a process of its own. */
    @Agent(name = "Host", description = "greets guests")
    public static class Host {
        /** Asks the guide. */
        @AchievesGoal(description = "a guest is greeted")
        @Action
        public Greeting greet(Guest guest, OperationContext context) {
            Answer answer = AgentInvocation.create(context.agentPlatform(), Answer.class)
                    .invoke(new Question("Where is Inari?"));
            return new Greeting(guest.name() + ": " + answer.text());
        }
    }

    /** Where to dive. */
    public record Spot(String lake) {}

    /** What is found there. */
    public record Find(String text) {}

    /** Always fails. */
    @Agent(name = "Diver", description = "dives in lakes")
    public static class Diver {
        /** Fails, and is not tried again. */
        @AchievesGoal(description = "something is found")
        @Action(actionRetryPolicy = ActionRetryPolicy.FIRE_ONCE)
        public Find dive(Spot spot) {
            throw new IllegalStateException("too deep: " + spot.lake());
        }
    }

    /** What to survey. */
    public record Region(String name) {}

    /** A lake's figures. */
    public record Lake(String name, int depth) {}

    /** A region's lakes. */
    public record Survey(List<Lake> lakes) {}

    /** Refuses what mentions a swamp. */
    public static final class NoSwamps implements UserInputGuardRail {
        @Override
        public String getName() {
            return "no swamps";
        }

        @Override
        public String getDescription() {
            return "lakes only";
        }

        @Override
        public ValidationResult validate(String input, Blackboard blackboard) {
            return input.contains("swamp")
                    ? new ValidationResult(
                            false, List.of(new ValidationError("swamp", "no lake", ValidationSeverity.CRITICAL)))
                    : new ValidationResult(true, List.of());
        }
    }

    /** What always fails. */
    public static final class SurveyTools {
        /** Always fails. */
        @LlmTool(description = "sounds a lake")
        public String sound(String lake) {
            throw new IllegalStateException("no boat on " + lake);
        }
    }

    /** Asks for an object, and again as the first answer is none; a second action fails once. */
    @Agent(name = "Surveyor", description = "surveys regions")
    public static class Surveyor {
        private final AtomicInteger attempts = new AtomicInteger();

        /** Is evaluated by a model. */
        @Condition(name = "dry")
        public boolean dry(OperationContext context) {
            return context.last(Lake.class) == null
                    || context.ai().withDefaultLlm().generateText("Is it dry?").equals("yes");
        }

        /** Lets the model use a tool that fails, and one that asks the model. */
        @Action
        public Lake measure(Region region, OperationContext context) {
            return context.ai()
                    .withLlm(LlmOptions.withModel(MODEL).withTemperature(0.25))
                    .withId("measure")
                    .withSystemPrompt("You measure lakes.")
                    .withToolObject(new SurveyTools())
                    .withTool(new SimpleAgenticTool("oracle", "knows lakes")
                            .withLlm(LlmOptions.withModel(MODEL))
                            .withToolObject(new LakeTools()))
                    .withGuardRails(new NoSwamps())
                    .createObject("Measure " + region.name(), Lake.class);
        }

        /** Fails at the first attempt. */
        @AchievesGoal(description = "a region is surveyed")
        @Action(post = "dry")
        public Survey survey(Lake lake, OperationContext context) {
            if (attempts.incrementAndGet() == 1) {
                throw new ActionException.Transient("no pencil", null);
            }
            return new Survey(List.of(lake));
        }
    }

    /** What to read. */
    public record Topic(String text) {}

    /** What was read. */
    public record Notes(String text) {}

    /** Finds one note, in words. */
    public static final class NoteSearch implements TextSearch {
        @Override
        public boolean supportsType(String type) {
            return true;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends Retrievable> List<SimilarityResult<T>> textSearch(
                TextSimilaritySearchRequest request, Class<T> type) {
            Chunk chunk = Chunk.create("Inari is deep.", "notes", Map.of(), "n1");
            return List.of((SimilarityResult<T>) SimilarityResult.create(chunk, 0.5));
        }
    }

    /** Streams, with a tool that searches. */
    @Agent(name = "Reader", description = "reads notes aloud")
    public static class Reader {
        /** Streams. */
        @AchievesGoal(description = "notes are read")
        @Action
        public Notes read(Topic topic, OperationContext context) {
            Conversation conversation = new InMemoryConversation();
            conversation.addMessage(new UserMessage(topic.text()));
            List<String> parts = ((StreamingPromptRunner) context.ai()
                            .withDefaultLlm()
                            .withId("read")
                            .withReference(new ToolishRag("notes", "notes about lakes", new NoteSearch())))
                    .streaming()
                    .withPrompt(topic.text())
                    .generateStream()
                    .collectList()
                    .block();
            String all = String.join("", parts);
            conversation.addMessage(new AssistantMessage(all));
            return new Notes(all);
        }
    }

    /** What to draw. */
    public record Order(String text) {}

    /** What nobody can draw. */
    public record Sketch(String text) {}

    /** A map. */
    public record Chart(String text) {}

    /** Needs what nobody makes, and is stuck. */
    @Agent(name = "Cartographer", description = "draws maps")
    public static class Cartographer {
        /** Is never reached. */
        @AchievesGoal(description = "a map is drawn")
        @Action
        public Chart draw(Sketch sketch) {
            return new Chart(sketch.text());
        }
    }

    /** Runs the program; with an argument, only the agents that end well. */
    public static void main(String[] args) throws ProcessExecutionException {
        SpringApplication boot = new SpringApplication(EmbabelAgents.class);
        boot.setWebApplicationType(WebApplicationType.NONE);
        boot.setDefaultProperties(Map.of(
                "spring.main.banner-mode", "off",
                "logging.level.root", "off",
                "embabel.agent.platform.action-qos.default.backoff-millis", "10",
                "spring.main.allow-bean-definition-overriding", "true"));
        ConfigurableApplicationContext context = boot.run("--embabel.models.default-llm=" + MODEL);
        AgentPlatform platform = context.getBean(AgentPlatform.class);
        System.out.println(AgentInvocation.create(platform, Answer.class)
                .invoke(new Question("How deep is Inari?"))
                .text());
        System.out.println(AgentInvocation.create(platform, Greeting.class)
                .invoke(new Guest("Ada"))
                .text());
        if (args.length > 0) {
            System.exit(SpringApplication.exit(context));
        }
        try {
            System.out.println(AgentInvocation.create(platform, Find.class).invoke(new Spot("Inari")));
        } catch (Exception e) {
            // the framework is Kotlin, which declares none of what it throws
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(AgentInvocation.create(platform, Survey.class).invoke(new Region("Lapland")));
        System.out.println(AgentInvocation.create(platform, Notes.class).invoke(new Topic("lakes")));
        System.out.println(platform.runAgentFrom(agent(platform, "Cartographer"), new ProcessOptions(), Map.of())
                .getStatus());
        System.out.println(context.getBean(Autonomy.class)
                .chooseAndRunAgent("How deep is it?", new ProcessOptions())
                .getAgentProcess()
                .getStatus());
        System.exit(SpringApplication.exit(context));
    }

    /**
     * Answers the framework's question whether it can stream, which is a stream of 200 ms at most, without asking the
     * server.
     */
    public record Streaming(ChatModel model) implements ChatModel {
        @Override
        public ChatOptions getDefaultOptions() {
            return model.getDefaultOptions();
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            return model.call(prompt);
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return prompt.getOptions() != null
                    ? model.stream(prompt)
                    : Flux.just(new ChatResponse(
                            List.of(new Generation(new org.springframework.ai.chat.messages.AssistantMessage("yes")))));
        }
    }

    private static com.embabel.agent.core.Agent agent(AgentPlatform platform, String name) {
        return platform.agents().stream()
                .filter(agent -> agent.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the model the actions use. */
    @Bean
    public LlmService<?> llm() {
        OpenAiApi api = OpenAiApi.builder()
                .baseUrl(System.getProperty("openai.baseUrl"))
                .completionsPath("/chat/completions")
                .apiKey("no-key")
                .build();
        OpenAiChatModel model = OpenAiChatModel.builder()
                .openAiApi(api)
                .defaultOptions(OpenAiChatOptions.builder().model(MODEL).build())
                .build();
        return new SpringAiLlmService(MODEL, "OpenAI", new Streaming(model));
    }

    /** Returns names for processes. The framework's own generator needs a library that Maven Central does not have. */
    @Bean
    public NameGenerator nameGenerator() {
        return () -> "lake_process";
    }
}
