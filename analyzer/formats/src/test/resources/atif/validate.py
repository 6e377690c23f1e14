"""Validates trajectories, one a line, by Harbor's models, and prints what its reader takes of each: a JSON object a line."""

import json
import sys

sys.path.insert(0, sys.argv[1])

from harbor.models.trajectories import Trajectory
from harbor.utils.trajectory_validator import TrajectoryValidator


def add(trajectory, sums):
    for step in trajectory.steps:
        sums["steps"] += 1
        if step.source == "agent" and step.metrics is not None:
            sums["used"] += 1
            sums["input"] += step.metrics.prompt_tokens or 0
            sums["output"] += step.metrics.completion_tokens or 0
            sums["cached"] += step.metrics.cached_tokens or 0
        sums["models"] += step.llm_call_count or 0
        sums["tools"] += len(step.tool_calls or [])
        sums["asked"] += len(step.tool_calls or []) if step.llm_call_count else 0
        sums["media"] += len(step.message) if isinstance(step.message, list) else 0
    for inside in trajectory.subagent_trajectories or []:
        sums["agents"] += 1
        add(inside, sums)


with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        value = json.loads(line)
        validator = TrajectoryValidator()
        valid = validator.validate(value)
        answer = {"valid": valid, "errors": validator.errors}
        if valid:
            sums = dict.fromkeys(
                ["steps", "used", "input", "output", "cached", "models", "tools", "asked", "media", "agents"], 0)
            trajectory = Trajectory(**value)
            add(trajectory, sums)
            answer.update(sums)
            answer["version"] = trajectory.schema_version
            answer["definitions"] = len(trajectory.agent.tool_definitions or [])
        print(json.dumps(answer))
