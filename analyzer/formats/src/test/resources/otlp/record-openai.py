"""Records what instrumentations of OpenAI's client say of the same five calls, against a server of our own."""
import base64, json, sys, threading, time, struct
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Fake(BaseHTTPRequestHandler):
    def log_message(self, *a): pass
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path.endswith("/embeddings"):
            time.sleep(0.02)
            return self.answer({"object": "list", "model": "text-embedding-3-small", "data": [{"object": "embedding", "index": 0, "embedding": [0.1] * 8}], "usage": {"prompt_tokens": 7, "total_tokens": 7}})
        if body["model"] == "gone":
            return self.answer({"error": {"message": "no such model", "type": "invalid_request_error", "code": "model_not_found"}}, 404)
        usage = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150, "prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 10}}
        if body.get("stream"):
            self.send_response(200); self.send_header("content-type", "text/event-stream"); self.end_headers()
            for word in ["It ", "is ", "sunny."]:
                time.sleep(0.02)
                self.chunk({"id": "c2", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [{"index": 0, "delta": {"role": "assistant", "content": word}, "finish_reason": None}]})
            self.chunk({"id": "c2", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self.chunk({"id": "c2", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [], "usage": usage})
            self.wfile.write(b"data: [DONE]\n\n"); return
        time.sleep(0.03)
        message = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{\"city\":\"Paris\"}"}}]} \
            if body["messages"][-1]["role"] == "user" and body.get("tools") else {"role": "assistant", "content": "It is sunny in Paris."}
        self.answer({"id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-4o-2024-08-06", "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}], "usage": usage})
    def chunk(self, o): self.wfile.write(b"data: " + json.dumps(o).encode() + b"\n\n"); self.wfile.flush()
    def answer(self, o, code=200):
        data = json.dumps(o).encode(); self.send_response(code); self.send_header("content-type", "application/json"); self.send_header("content-length", str(len(data))); self.end_headers(); self.wfile.write(data)

server = ThreadingHTTPServer(("127.0.0.1", 0), Fake)
threading.Thread(target=server.serve_forever, daemon=True).start()

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from google.protobuf.json_format import MessageToDict

kind, out = sys.argv[1], sys.argv[2]
spans = []
class Keep(SpanExporter):
    def export(self, batch): spans.extend(batch); return SpanExportResult.SUCCESS
provider = TracerProvider(resource=Resource.create({"service.name": "weather-" + kind}))
provider.add_span_processor(SimpleSpanProcessor(Keep()))
trace.set_tracer_provider(provider)
if kind in ("openai-v2", "both"):
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    OpenAIInstrumentor().instrument(tracer_provider=provider)
if kind in ("openinference", "twice"):
    from openinference.instrumentation.openai import OpenAIInstrumentor as Oi
    Oi().instrument(tracer_provider=provider)
if kind in ("traceloop", "twice"):
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor as Tl
    Tl().instrument(tracer_provider=provider)

import openai
client = openai.OpenAI(api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1", max_retries=0)
tools = [{"type": "function", "function": {"name": "weather", "description": "The weather of a city", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}]
tracer = trace.get_tracer("app")
messages = [{"role": "system", "content": "You are a weather assistant that answers in one short sentence."}, {"role": "user", "content": "What is the weather in Paris?"}]
with tracer.start_as_current_span("invoke_agent weather", attributes={"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "weather"} if kind != "openinference" else {"openinference.span.kind": "AGENT", "agent.name": "weather"}):
    client.embeddings.create(model="text-embedding-3-small", input="weather in Paris")
    first = client.chat.completions.create(model="gpt-4o", messages=messages, tools=tools, temperature=0.2, max_tokens=100)
    with tracer.start_as_current_span("execute_tool weather", attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.call.id": "call_1"} if kind != "openinference" else {"openinference.span.kind": "TOOL", "tool.name": "weather", "input.value": "{\"city\": \"Paris\"}"}):
        time.sleep(0.01)
    messages += [first.choices[0].message.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": "call_1", "content": "sunny, 21 degrees"}]
    client.chat.completions.create(model="gpt-4o", messages=messages, tools=tools)
    "".join(c.choices[0].delta.content or "" for c in client.chat.completions.create(model="gpt-4o", messages=messages[:2], stream=True, stream_options={"include_usage": True}) if c.choices)
    try: client.chat.completions.create(model="gone", messages=messages[:2])
    except openai.NotFoundError: pass
provider.shutdown()

def encoded(some):
    """Without stack traces: they name directories of the machine."""
    request = encode_spans(some)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                for event in span.events:
                    kept = [a for a in event.attributes if a.key != "exception.stacktrace"]
                    del event.attributes[:]
                    event.attributes.extend(kept)
    return request

def hexed(o):
    if isinstance(o, dict):
        return {k: base64.b64decode(v).hex() if k in ("traceId", "spanId", "parentSpanId") else hexed(v) for k, v in o.items()}
    return [hexed(v) for v in o] if isinstance(o, list) else o
with open(out + ".jsonl", "w") as f:
    for span in spans:
        f.write(json.dumps(hexed(MessageToDict(encoded([span]), use_integers_for_enums=True)), separators=(",", ":")) + "\n")
open(out + ".binpb", "wb").write(encoded(spans).SerializeToString())
with open(out + ".framed.binpb", "wb") as f:
    for span in spans:
        data = encoded([span]).SerializeToString(); f.write(struct.pack(">I", len(data)) + data)
