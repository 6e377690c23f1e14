// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.subagents;

import java.util.Map;
import org.springaicommunity.agent.tools.GlobTool;
import org.springaicommunity.agent.tools.task.TaskTool;
import org.springaicommunity.agent.tools.task.claude.ClaudeSubagentType;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** An agent that hands tasks to sub-agents of the library's own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SubAgents {
    private static ConfigurableApplicationContext start() {
        SpringApplication boot = new SpringApplication(SubAgents.class);
        boot.setWebApplicationType(WebApplicationType.NONE);
        boot.setDefaultProperties(Map.of(
                "spring.main.banner-mode", "off",
                "logging.level.root", "off",
                "spring.ai.model.image", "none",
                "spring.ai.model.embedding", "none",
                "spring.ai.model.moderation", "none",
                "spring.ai.openai.api-key", "no-key",
                "spring.ai.openai.base-url", System.getProperty("openai.baseUrl"),
                "spring.ai.openai.chat.model", "gpt-4o-mini",
                "spring.ai.openai.chat.options.model", "gpt-4o-mini"));
        return boot.run();
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = start();
        ChatModel model = context.getBean(ChatModel.class);
        ToolCallback task = TaskTool.builder()
                .subagentTypes(ClaudeSubagentType.builder()
                        .chatClientBuilder("default", ChatClient.builder(model))
                        .build())
                .build();
        System.out.println(ChatClient.create(model)
                .prompt("Where is it?")
                .toolCallbacks(task)
                .tools(GlobTool.builder().build())
                .call()
                .content());
        System.exit(SpringApplication.exit(context));
    }
}
