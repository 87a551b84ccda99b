package families

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// Real model ids, as hubs and routers write them. One that was trained on from
// a family's base but writes its calls in its own way is not that family's.
func TestModelIDsFindTheirFamily(t *testing.T) {
	registry := Registry()
	for model, want := range map[string]string{
		"meta-llama/Meta-Llama-3-8B-Instruct":                      "llama3",
		"meta-llama/Llama-3.3-70B-Instruct":                        "llama3",
		"meta.llama3-1-70b-instruct-v1:0":                          "llama3",
		"groq/llama-3.3-70b-versatile":                             "llama3",
		"nvidia/llama-3.3-70b-instruct":                            "llama3",
		"NousResearch/Hermes-2-Pro-Llama-3-8B":                     "hermes",
		"NousResearch/Hermes-3-Llama-3.1-8B":                       "hermes",
		"NousResearch/DeepHermes-3-Llama-3-8B-Preview":             "hermes",
		"nvidia/Llama-3.1-Nemotron-Nano-8B-v1":                     "nemotron_deci",
		"nvidia/Llama-3_3-Nemotron-Super-49B-v1":                   "nemotron_deci",
		"Salesforce/Llama-xLAM-2-8b-fc-r":                          "xlam",
		"Salesforce/xLAM-2-Llama-3.1-8b":                           "xlam",
		"deepseek-ai/DeepSeek-R1-Distill-Llama-70B":                "deepseek",
		"unsloth/DeepSeek-R1-Distill-Llama-3.3-70B":                "deepseek",
		"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B":                 "deepseek",
		"deepseek-ai/DeepSeek-R1-0528":                             "deepseek",
		"deepseek-ai/DeepSeek-V3.2-Exp":                            "deepseek",
		"deepseek/deepseek-chat-v3.1":                              "deepseek",
		"deepseek-reasoner":                                        "deepseek",
		"fireworks/deepseek_v4":                                    "deepseek",
		"deepseek-ai/deepseek-coder-33b-instruct":                  "",
		"deepseek-ai/DeepSeek-Prover-V2-7B":                        "",
		"Groq/Llama-3-Groq-8B-Tool-Use":                            "",
		"deepcogito/cogito-v1-preview-llama-3B":                    "",
		"NousResearch/Hermes-4-405B":                               "hermes",
		"NousResearch/Nous-Hermes-2-Mixtral-8x7B-DPO":              "hermes",
		"Qwen/Qwen2.5-72B-Instruct":                                "hermes",
		"Qwen/Qwen2.5-Coder-32B-Instruct":                          "hermes",
		"Qwen/Qwen3-235B-A22B-Thinking-2507":                       "hermes",
		"Qwen/Qwen3-VL-8B-Thinking":                                "hermes",
		"Qwen/Qwen3-Coder-480B-A35B-Instruct":                      "qwen3_coder",
		"Qwen/Qwen3.5-27B":                                         "qwen3_coder",
		"Qwen/Qwen3.7-32B":                                         "qwen3_coder",
		"Qwen/Qwen3.8-235B-A22B":                                   "qwen3_coder",
		"Qwen/Qwen4-32B":                                           "qwen3_coder",
		"qwen3-30b-coder":                                          "qwen3_coder",
		"qwen3-next-80b-coder":                                     "qwen3_coder",
		"Qwen/QwQ-32B":                                             "hermes",
		"HuggingFaceTB/SmolLM3-3B":                                 "hermes",
		"LGAI-EXAONE/EXAONE-4.0-32B":                               "hermes",
		"deepseek-ai/DeepSeek-R1-Distill-Qwen2.5-32B":              "deepseek",
		"microsoft/Phi-4-mini-instruct":                            "phi4",
		"microsoft/phi-4":                                          "phi4",
		"ai21labs/AI21-Jamba-1.5-Mini":                             "jamba",
		"meetkai/functionary-small-v3.2":                           "functionary",
		"meetkai/functionary-medium-v3.1":                          "functionary",
		"meta-models/Muse-Glimmer-30B":                             "muse",
		"mlx-community/Muse-Glimmer-30B-4bit":                      "muse",
		"muse-glimmer":                                             "muse",
		"openbmb/MiniCPM5-1B":                                      "minicpm",
		"openbmb/MiniCPM5-2B-MLX":                                  "minicpm",
		"openbmb/MiniCPM-V-4_5":                                    "",
		"moonshotai/Kimi-K2-Instruct":                              "kimi",
		"anthropic/claude-sonnet-4":                                "claude",
		"us.anthropic.claude-sonnet-4-20250514-v1:0":               "claude",
		"openai/gpt-4o":                                            "openai",
		"gpt-3.5-turbo":                                            "openai",
		"chatgpt-4o-latest":                                        "openai",
		"openai/o3-mini":                                           "openai",
		"o1":                                                       "openai",
		"openai/gpt-oss-120b":                                      "gpt_oss",
		"unsloth/gpt-oss-20b-GGUF":                                 "gpt_oss",
		"accounts/fireworks/models/gpt-oss-120b":                   "gpt_oss",
		"gpt-oss:20b":                                              "gpt_oss",
		"ArliAI/gpt-oss-20b-Derestricted":                          "gpt_oss",
		"CohereLabs/c4ai-command-r7b-12-2024":                      "cohere",
		"CohereForAI/c4ai-command-r-plus":                          "cohere",
		"cohere/command-a-03-2025":                                 "cohere",
		"google/gemma-4-E4B-it":                                    "gemma",
		"google/functiongemma-270m-it":                             "gemma",
		"google/gemma-3-27b-it":                                    "gemma",
		"gemma3n:e4b":                                              "gemma",
		"google/gemini-2.5-pro":                                    "gemini",
		"Qwen/Qwen3.5-397B-A17B":                                   "qwen3_coder",
		"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16":               "qwen3_coder",
		"stepfun-ai/Step-3.5-Flash":                                "qwen3_coder",
		"ByteDance-Seed/Seed-OSS-36B-Instruct":                     "qwen3_coder",
		"ibm-granite/granite-4.2-h-small":                          "qwen3_coder",
		"XiaomiMiMo/MiMo-V2-Flash":                                 "mimo",
		"XiaomiMiMo/MiMo-7B-RL":                                    "",
		"zai-org/GLM-4.5-Air":                                      "glm",
		"zai-org/GLM-4.7":                                          "glm",
		"THUDM/GLM-4-9B-0414":                                      "glm",
		"zai-org/GLM-Z1-32B-0414":                                  "glm",
		"inclusionAI/Ling-3.0-flash":                               "glm",
		"inclusionAI/Ling-2.0":                                     "",
		"projects/p/locations/l/publishers/google/models/gemini-1": "gemini",
		"mistralai/Mixtral-8x22B-Instruct-v0.1":                    "mistral",
		"mistralai/Mistral-Nemo-Instruct-2407":                     "mistral",
		"unsloth/Mistral-Small-3.2-24B-Instruct-2506-bnb-4bit":     "mistral",
		"mistralai/Devstral-Small-2507":                            "mistral",
		"mistral-large-latest":                                     "mistral",
		"mistralai/Magistral-Small-2509":                           "mistral",
		"open-mixtral-8x7b":                                        "mistral",
		"mistral/ministral-8b-latest":                              "mistral",
		"cognitivecomputations/dolphin-2.6-mistral-7b":             "",
		"HuggingFaceH4/zephyr-7b-beta":                             "",
		"NousResearch/Hermes-2-Pro-Mistral-7B":                     "hermes",
		"ibm-granite/granite-3.3-8b-instruct":                      "granite",
		"ibm-granite/granite-4.0-h-small":                          "granite",
		"ibm/granite-20b-functioncalling":                          "granite",
		"ibm-granite/granite-3.1-2b-instruct":                      "granite",
		"nvidia/Llama-3_1-Nemotron-Ultra-253B-v1":                  "nemotron_deci",
		"nvidia/NVIDIA-Nemotron-Nano-9B-v2":                        "nemotron_deci",
		"nvidia/Nemotron-Mini-4B-Instruct":                         "nemotron_deci",
		"internlm/internlm2_5-7b-chat":                             "internlm",
		"internlm/Intern-S1":                                       "internlm",
		"internlm/Intern-S1-mini":                                  "internlm",
		"Salesforce/xLAM-7b-fc-r":                                  "xlam",
		"Salesforce/xLAM-2-32b-fc-r":                               "xlam",
		"baidu/ERNIE-4.5-21B-A3B-Thinking":                         "ernie",
		"baidu/ERNIE-4.5-VL-28B-A3B-Thinking":                      "ernie",
		"stepfun-ai/step3-fp8":                                     "step3",
		"ai-sage/GigaChat3-702B-A36B-preview":                      "gigachat",
		"tencent/Hunyuan-A13B-Instruct-GPTQ-Int4":                  "hunyuan",
		"tencent/Hy3-preview":                                      "hunyuan",
		"IFM/K2-Horizon-7B":                                        "k2_horizon",
		"arcee-ai/Trinity-Mini":                                    "trinity",
		"arcee-ai/Trinity-Large-Preview":                           "trinity",
		"ServiceNow-AI/Apriel-1.5-15b-Thinker":                     "apriel",
		"fireworks-ai/llama-3-firefunction-v2":                     "firefunction",
		"sbintuitions/sarashina2.2-3b-instruct-v0.1":               "sarashina",
		"swiss-ai/Apertus-8B-Instruct-2509":                        "apertus",
		"pfnet/plamo-3-nict-8b-base":                               "plamo",
		"upstage/Solar-Open-100B":                                  "solar",
		"upstage/Solar-Open2-250B":                                 "solar2",
		"mistralai/Mistral-7B-Instruct-v0.3":                       "mistral",
	} {
		f, err := registry.Find("", model)
		switch {
		case want == "" && !errors.Is(err, parsers.ErrNotFound):
			t.Errorf("%s is taken for %v", model, f)
		case want != "" && (err != nil || f.Name != want):
			t.Errorf("%s is %v, %v, want %s", model, f, err, want)
		}
	}
}

// The names that other servers know these formats by.
func TestOtherServersNamesFindTheirFamily(t *testing.T) {
	registry := Registry()
	for name, want := range map[string]string{
		"llama3_json": "llama3", "llama4_json": "llama3", "Llama-3": "", "llama3": "llama3", "llama_3_x": "llama3",
		"qwen25": "hermes", "Qwen3-Thinking": "hermes", "hermes-2-pro": "hermes", "json_tools": "hermes",
		"mistral":          "mistral",
		"Ministral-3":      "mistral",
		"mistral_nemo":     "mistral",
		"magistral":        "mistral",
		"granite4":         "granite",
		"granite-20b-fc":   "granite",
		"Granite":          "granite",
		"nemotron_json":    "nemotron_deci",
		"nemotron-deci":    "nemotron_deci",
		"intern-s1":        "internlm",
		"interns2-preview": "qwen3_coder",
		"internlm":         "internlm",
		"xLAM":             "xlam",
		"ernie45":          "ernie",
		"trinity":          "trinity",
		"apriel-1.5":       "apriel",
		"firefunction-v2":  "firefunction",
		"sarashina":        "sarashina",
		"apertus2509":      "apertus",
		"plamo3":           "plamo",
		"solar_open":       "solar",
		"solar_open2":      "solar2",
		"phi4_mini_json":   "phi4", "jamba": "jamba",
		"kimi-k2": "kimi", "kimi.k3": "kimi", "kimik2": "kimi", "Moonshot": "kimi", "Anthropic": "claude", "GEMINI": "gemini",
		"qwen3_xml": "qwen3_coder", "qwen3coder": "qwen3_coder", "nemotron_v3": "qwen3_coder", "seed_oss": "qwen3_coder",
		"step3p5": "qwen3_coder", "xiaomi-mimo": "mimo", "glm45": "glm", "glm47_moe": "glm", "ling3": "glm",
		"deepseek-v3.1": "deepseek", "DeepSeekV32": "deepseek", "deepseek_r1": "deepseek", "cogito": "deepseek",
		"cohere_command3": "cohere", "cohere-command4": "cohere", "command_r7b": "cohere", "cohere2moe": "cohere",
		"gemma-4": "gemma", "gemma4": "gemma", "functiongemma": "gemma", "function_gemma": "gemma",
		"gpt-oss": "gpt_oss", "harmony": "gpt_oss", "openai-harmony": "gpt_oss", "openai_gptoss": "gpt_oss",
		"llm_jp_harmony": "gpt_oss", "openai": "openai",
	} {
		f, err := registry.Find(name, "")
		if want != "" && (err != nil || f.Name != want) || want == "" && err == nil {
			t.Errorf("%s is %v, %v, want %q", name, f, err, want)
		}
	}
}

// TestEveryModelPattern: each finds its own family, whatever its stars match.
func TestEveryModelPattern(t *testing.T) {
	registry := Registry()
	for _, f := range All() {
		for _, pattern := range f.ModelPatterns {
			wantFamily(t, registry, f.Name, "", strings.ReplaceAll(pattern, "*", "0"))
		}
	}
}
