// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.koog

import ai.koog.agents.core.agent.AIAgent
import ai.koog.agents.core.dsl.builder.node
import ai.koog.agents.core.dsl.builder.strategy
import ai.koog.agents.core.tools.ToolRegistry
import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool
import ai.koog.agents.core.tools.reflect.ToolSet
import ai.koog.http.client.ktor.KtorKoogHttpClient
import ai.koog.prompt.dsl.prompt
import ai.koog.prompt.executor.clients.anthropic.AnthropicClientSettings
import ai.koog.prompt.executor.clients.anthropic.AnthropicLLMClient
import ai.koog.prompt.executor.clients.anthropic.AnthropicModels
import ai.koog.prompt.executor.clients.openai.OpenAIClientSettings
import ai.koog.prompt.executor.clients.openai.OpenAILLMClient
import ai.koog.prompt.executor.clients.openai.OpenAIModels
import ai.koog.prompt.executor.clients.retry.RetryConfig
import ai.koog.prompt.executor.clients.retry.RetryingLLMClient
import ai.koog.prompt.executor.llms.MultiLLMPromptExecutor
import ai.koog.prompt.streaming.StreamFrame
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlin.system.exitProcess
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.filterIsInstance
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.jdk9.asPublisher
import kotlinx.coroutines.runBlocking

/** What the model may call. */
class Tools : ToolSet {
    @Tool("weather")
    @LLMDescription("the weather in a city")
    fun weather(city: String): String = "sunny in $city"

    @Tool("broken")
    @LLMDescription("a tool that fails")
    fun broken(city: String): String = throw IllegalStateException("no weather in $city today")
}

private val server = System.getProperty("openai.baseUrl").removeSuffix("/v1")

private val client =
    OpenAILLMClient("no-key", OpenAIClientSettings(baseUrl = server), KtorKoogHttpClient.Factory())

private val claude =
    AnthropicLLMClient("no-key", AnthropicClientSettings(baseUrl = server), KtorKoogHttpClient.Factory())

private fun agent(id: String) =
    AIAgent(
        promptExecutor = MultiLLMPromptExecutor(client),
        llmModel = OpenAIModels.Chat.GPT4oMini,
        toolRegistry = ToolRegistry { tools(Tools()) },
        systemPrompt = "Be brief.",
        id = id,
    )

/** What a Java program sees of a stream. */
private fun published(): Int {
    val frames = AtomicInteger()
    val over = CountDownLatch(1)
    client.executeStreaming(prompt("published") { user("Stream") }, OpenAIModels.Chat.GPT4oMini, emptyList())
        .asPublisher()
        .subscribe(
            object : java.util.concurrent.Flow.Subscriber<StreamFrame> {
                override fun onSubscribe(subscription: java.util.concurrent.Flow.Subscription) =
                    subscription.request(Long.MAX_VALUE)

                override fun onNext(frame: StreamFrame) {
                    if (frame is StreamFrame.TextDelta) frames.incrementAndGet()
                }

                override fun onError(failure: Throwable) = over.countDown()

                override fun onComplete() = over.countDown()
            })
    over.await()
    return frames.get()
}

/** An agent whose node collects a stream. */
private fun streamingAgent() =
    AIAgent(
        promptExecutor = MultiLLMPromptExecutor(client),
        llmModel = OpenAIModels.Chat.GPT4oMini,
        strategy =
            strategy<String, String>("streaming") {
                val ask by node<String, String>("ask") { question ->
                    llm.writeSession {
                        appendPrompt { user(question) }
                        requestLLMStreaming().filterIsInstance<StreamFrame.TextDelta>().map { it.text }.toList().joinToString("")
                    }
                }
                edge(nodeStart forwardTo ask)
                edge(ask forwardTo nodeFinish)
            },
        id = "streaming",
    )

/** Agents with tools: one after the other, at once, and failing; and models without an agent. */
fun main() {
    runBlocking {
        println("asked " + agent("weather").run("Weather?"))
        println("both tools " + agent("both").run("Both?"))
        println("broken tool " + agent("careless").run("Broken?"))
        coroutineScope {
            val answers = listOf("left", "right").map { async { agent(it).run("Weather?") } }.awaitAll()
            println("at once $answers")
        }
        try {
            agent("refused").run("Refuse")
        } catch (e: Exception) {
            println("refused")
        }
        val alone = client.execute(prompt("alone") { user("Alone") }, OpenAIModels.Chat.GPT4oMini, emptyList())
        println("alone " + alone.finishReason)
        val streamed = client.executeStreaming(prompt("streamed") { user("Stream") }, OpenAIModels.Chat.GPT4oMini, emptyList())
        for (time in 1..2) {
            val text = streamed.filterIsInstance<StreamFrame.TextDelta>().map { it.text }.toList().joinToString("")
            println("streamed $text")
        }
        val called =
            client.executeStreaming(prompt("calling") { user("Weather?") }, OpenAIModels.Chat.GPT4oMini, emptyList())
                .filterIsInstance<StreamFrame.ToolCallComplete>()
                .map { it.name }
                .toList()
        println("streamed calls $called")
        val first =
            client.executeStreaming(prompt("left") { user("Leave") }, OpenAIModels.Chat.GPT4oMini, emptyList()).first()
        println("left after " + first::class.simpleName)
        client.executeStreaming(prompt("refused") { user("Refuse") }, OpenAIModels.Chat.GPT4oMini, emptyList())
            .catch { println("refused stream") }
            .collect()
        println("published " + published())
        val stubborn = RetryingLLMClient(client, RetryConfig(maxAttempts = 2, initialDelay = 1.milliseconds))
        val again = stubborn.execute(prompt("again") { user("Busy") }, OpenAIModels.Chat.GPT4oMini, emptyList())
        println("tried again " + again.finishReason)
        val frames =
            stubborn.executeStreaming(prompt("again") { user("Busy") }, OpenAIModels.Chat.GPT4oMini, emptyList()).toList()
        println("streamed again " + frames.last()::class.simpleName)
        println("streaming agent " + streamingAgent().run("Stream"))
        val cached = claude.execute(prompt("cached") { user("Cached") }, AnthropicModels.Haiku_4_5, emptyList())
        println("cached " + cached.finishReason)
    }
    exitProcess(0)
}
