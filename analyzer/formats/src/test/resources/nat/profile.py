# Copyright The agent-profiler authors
# SPDX-License-Identifier: Apache-2.0
"""Runs NAT's own profiler: profile.py TRACES OUT, with all its analyses that need no other service."""

import asyncio
import json
import sys
from pathlib import Path

from nat.data_models.intermediate_step import IntermediateStep
from nat.data_models.profiler import ProfilerConfig
from nat.plugins.profiler.profile_runner import ProfilerRunner

with open(sys.argv[1], encoding="utf-8") as traces:
    steps = [
        [IntermediateStep.model_validate(step) for step in request["intermediate_steps"]]
        for request in json.load(traces)
    ]
config = ProfilerConfig.model_validate({
    "compute_llm_metrics": True,
    "base_metrics": True,
    "workflow_runtime_forecast": True,
    "token_uniqueness_forecast": True,
    "prompt_caching_prefixes": {"enable": True, "min_frequency": 0.1},
    "bottleneck_analysis": {"enable_simple_stack": True, "enable_nested_stack": True},
    "concurrency_spike_analysis": {"enable": True, "spike_threshold": 2},
    "prefix_span_analysis": {"enable": True},
    "prediction_trie": {"enable": True},
})
asyncio.run(ProfilerRunner(config, Path(sys.argv[2])).run(steps))
