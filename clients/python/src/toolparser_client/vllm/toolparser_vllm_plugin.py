"""The plugin as a file, for a vLLM that takes no module's name: it registers on import."""

from toolparser_client.vllm import register

register()
