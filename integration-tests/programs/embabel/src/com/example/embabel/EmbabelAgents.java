// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.embabel;

import com.embabel.agent.api.annotation.AchievesGoal;
import com.embabel.agent.api.annotation.Action;
import com.embabel.agent.api.annotation.Agent;
import com.embabel.agent.api.annotation.LlmTool;
import com.embabel.agent.api.common.OperationContext;
import com.embabel.agent.api.invocation.AgentInvocation;
import com.embabel.agent.core.ActionRetryPolicy;
import com.embabel.agent.core.AgentPlatform;
import com.embabel.agent.spi.LlmService;
import com.embabel.agent.spi.config.spring.AgentPlatformConfiguration;
import com.embabel.agent.spi.config.spring.ToolGroupsConfiguration;
import com.embabel.agent.spi.support.springai.SpringAiLlmService;
import com.embabel.common.core.NameGenerator;
import com.embabel.common.core.config.CommonPlatformPropertiesLoader;
import java.util.Map;
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
    EmbabelAgents.Diver.class
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

    /** Runs the program. */
    public static void main(String[] args) {
        SpringApplication boot = new SpringApplication(EmbabelAgents.class);
        boot.setWebApplicationType(WebApplicationType.NONE);
        boot.setDefaultProperties(Map.of(
                "spring.main.banner-mode", "off",
                "logging.level.root", "off",
                "spring.main.allow-bean-definition-overriding", "true"));
        ConfigurableApplicationContext context = boot.run("--embabel.models.default-llm=" + MODEL);
        AgentPlatform platform = context.getBean(AgentPlatform.class);
        System.out.println(AgentInvocation.create(platform, Answer.class)
                .invoke(new Question("How deep is Inari?"))
                .text());
        System.out.println(AgentInvocation.create(platform, Greeting.class)
                .invoke(new Guest("Ada"))
                .text());
        try {
            System.out.println(AgentInvocation.create(platform, Find.class).invoke(new Spot("Inari")));
        } catch (Exception e) {
            // the framework is Kotlin, which declares none of what it throws
            System.out.println(e.getCause().getMessage());
        }
        System.exit(SpringApplication.exit(context));
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
        return new SpringAiLlmService(MODEL, "OpenAI", model);
    }

    /** Returns names for processes. The framework's own generator needs a library that Maven Central does not have. */
    @Bean
    public NameGenerator nameGenerator() {
        return () -> "lake_process";
    }
}
