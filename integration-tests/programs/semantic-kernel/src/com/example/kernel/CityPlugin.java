// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.ServiceNotFoundException;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;

/** Functions: one fails, one calls another one, and one calls the model itself. */
public final class CityPlugin {
    /** Returns the weather. */
    @DefineKernelFunction(name = "weather", description = "The weather in a city")
    public String weather(@KernelFunctionParameter(name = "city", description = "the city") String city) {
        return "Sunny in " + city;
    }

    /** Returns the time. */
    @DefineKernelFunction(name = "time", description = "The time in a city")
    public String time(@KernelFunctionParameter(name = "city", description = "the city") String city) {
        return "Noon in " + city;
    }

    /** Always fails. */
    @DefineKernelFunction(name = "traffic", description = "The traffic in a city")
    public String traffic(@KernelFunctionParameter(name = "city", description = "the city") String city) {
        throw new IllegalStateException("no traffic data for " + city);
    }

    /** Calls two other functions, each twice. */
    @DefineKernelFunction(name = "summary", description = "All there is to say of a city")
    public String summary(
            @KernelFunctionParameter(name = "city", description = "the city") String city, Kernel kernel) {
        return call(kernel, "weather", city) + ", " + call(kernel, "time", city);
    }

    /** Asks the model on the thread the framework runs functions on. */
    @DefineKernelFunction(name = "poem", description = "A poem on a city")
    public String poem(@KernelFunctionParameter(name = "city", description = "the city") String city, Kernel kernel)
            throws ServiceNotFoundException {
        ChatHistory history = new ChatHistory();
        history.addUserMessage("Write a poem on " + city);
        return Programs.last(kernel.getService(ChatCompletionService.class)
                .getChatMessageContentsAsync(history, null, null)
                .block());
    }

    private static String call(Kernel kernel, String function, String city) {
        return (String) kernel.invokeAsync(kernel.getFunction("city", function))
                .withArguments(Programs.city(city))
                .block()
                .getResult();
    }
}
