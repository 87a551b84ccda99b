package families

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// peerNames are the names that other servers give to their parsers, by our family:
// vLLM, SGLang, smg, Dynamo, mlx-lm, Ollama, llama.cpp and LMDeploy. An operator who
// writes one of them gets that family.
var peerNames = map[string]string{
	"llama3":        "llama3_json llama4_json llama3 llama llama_3_x",
	"kimi":          "kimi_k2 kimik2 kimi_k3 kimi-k3",
	"hermes":        "hermes hermes_2_pro qwen qwen25 qwen2d5 qwen3_json qwen3 qwen3-thinking qwen3-vl-instruct qwen3-vl-thinking json_tools exaone_moe kolibri1 bielik",
	"pythonic":      "pythonic llama4_pythonic olmo3 olmo3-think lfm2 lfm2-thinking",
	"xlam":          "xlam",
	"jamba":         "jamba",
	"granite":       "granite granite4 granite-20b-fc",
	"phi4":          "phi4 phi4_mini_json",
	"nemotron_deci": "nemotron_deci nemotron_v2",
	"internlm":      "internlm interns1 intern-s1",
	"qwen3_coder": "qwen3_coder ornith qwen3_xml qwen3coder qwen3-coder qwen_xml qwen_coder nemotron nemotron_nano nemotron_v3 nemotron-3-nano " +
		"nanbeige step3p5 seed_oss minicpmv step5 qwen3.5 iquest_coder berrylm interns2-preview",
	"mimo": "mimo xiaomi_mimo",
	"deepseek": "deepseek_v3 deepseekv3 deepseek deepseek3 cogito deepseek_r1 deepseek_v31 deepseekv31 deepseek31 deepseek_v3_1 " +
		"deepseek_v32 deepseekv32 deepseek32 deepseek_v3_2 deepseek_v4 deepseekv4 deepseek-v4 deepseek_v41 deepseekv41 deepseek_dsml",
	"minimax":      "minimax_m2 minimax-m2 minimax_m3 minimax-m3 minimax_m3_nom minimax-m3-nom",
	"glm":          "glm glm45 glm47 glm45_moe glm47_moe glm_4_5 glm-4.7 glm-ocr ling3",
	"gpt_oss":      "gpt-oss gpt_oss harmony llm_jp_harmony",
	"mistral":      "mistral mistral_nemo magistral ministral ministral_3",
	"gemma":        "gemma4 gemma-4 gemma4-no-thinking functiongemma function_gemma function_gemma4",
	"cohere":       "cohere_command3 cohere_command4 cohere command_r7b cohere2moe",
	"hunyuan":      "hunyuan_a13b hy_v3 hy_v4 hunyuan",
	"ernie":        "ernie45",
	"trinity":      "trinity",
	"longcat":      "longcat",
	"laguna":       "poolside_v1 laguna",
	"spark":        "spark25 spark3",
	"telechat":     "telechat3 telechat4 xingchen4 xing4_0",
	"iquest":       "iquest_q1 iquest_coder_v2",
	"hyperclovax":  "hyperclovax_seed_think hyperclovax_seed_think_14b",
	"k2_horizon":   "k2_horizon",
	"plamo":        "plamo3",
	"pangu":        "pangu openpangu openpangu_v2",
	"solar":        "solar_open",
	"solar2":       "solar_open2",
	"apertus":      "apertus apertus2509 apertus1_5 apertus1.5",
	"apriel":       "apriel_1_5",
	"sarashina":    "sarashina",
	"firefunction": "firefunction_v2",
	"gigachat":     "gigachat3 gigachat_v3 gigachat35",
	"dots":         "dots",
	"step3":        "step3",
	"step_audio":   "step_audio_2",
	"minicpm":      "minicpm5",
	"muse":         "muse musespark1x muse_glimmer muse_spark glimmer",
	"inkling":      "inkling",
	"beam":         "beam",
	"functionary":  "functionary_v3_1_llama_3_1 functionary_v3_2",
	"passthrough":  "passthrough content_only",
}

// TestPeersNames: each name finds its family, in any case and with '-' or '.' for '_'.
// One of a family that isn't there finds none.
func TestPeersNames(t *testing.T) {
	registry := Registry()
	for want, names := range peerNames {
		for name := range strings.FieldsSeq(names) {
			for _, spelling := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(name, "-", ".")} {
				wantFamily(t, registry, want, spelling, "")
			}
		}
	}
}

// wantFamily checks that what is found is the family, or nothing if it isn't there.
func wantFamily(t *testing.T, registry *parsers.Registry, want, name, model string) {
	t.Helper()
	_, missing := registry.Find(want, "")
	f, err := registry.Find(name, model)
	switch {
	case missing == nil && (err != nil || f.Name != want):
		t.Errorf("%s%s is %v, %v, want %s", name, model, f, err, want)
	case missing != nil && !errors.Is(err, parsers.ErrNotFound):
		t.Errorf("%s%s is taken for %v", name, model, f)
	}
}

// modelIDs are real ids, as hubs, routers and clouds write them, by family; "none" are
// of models whose calls no family reads, or that only bear a family's word.
var modelIDs = map[string]string{
	"llama3": `meta-llama/Llama-3.1-8B-Instruct meta-llama/Llama-3.2-3B-Instruct meta-llama/Meta-Llama-3.1-405B-Instruct-FP8
		unsloth/Llama-3.3-70B-Instruct-bnb-4bit accounts/fireworks/models/llama-v3p3-70b-instruct llama3.1:8b llama3.3
		us.meta.llama3-3-70b-instruct-v1:0 bartowski/Llama-3.2-1B-Instruct-GGUF`,
	"pythonic": `meta-llama/Llama-4-Scout-17B-16E-Instruct meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8 us.meta.llama4-scout-17b-instruct-v1:0
		LiquidAI/LFM2-1.2B-Tool LiquidAI/LFM2-8B-A1B allenai/Olmo-3-7B-Instruct allenai/Olmo-3-32B-Think Team-ACE/ToolACE-8B Team-ACE/ToolACE-2-Llama-3.1-8B`,
	"hermes": `NousResearch/Hermes-3-Llama-3.1-405B-FP8 NousResearch/Hermes-4-70B NousResearch/Hermes-2-Pro-Mistral-7B
		NousResearch/Hermes-2-Theta-Llama-3-8B Qwen/Qwen2.5-7B-Instruct-AWQ Qwen/Qwen2-72B-Instruct Qwen/Qwen3-8B Qwen/Qwen3-30B-A3B-Instruct-2507
		Qwen/Qwen3-Next-80B-A3B-Instruct Qwen/QwQ-32B-Preview qwen2.5:14b qwen3:4b LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct
		Aleph-Alpha/Kolibri-1 Aleph-Alpha/Kolibri-1-BF16 speakleash/Bielik-11B-v3.0-Instruct`,
	"qwen3_coder": `deepreinforce-ai/Ornith-1.0-9B Qwen/Qwen3-Coder-30B-A3B-Instruct-FP8 qwen3-coder-plus Qwen/Qwen3-Coder-Next Qwen/Qwen3.5-122B-A10B Qwen/Qwen3.6-27B
		nvidia/NVIDIA-Nemotron-3-Super-120B-A12B ByteDance-Seed/Seed-OSS-36B-Base stepfun-ai/Step-3.5-Flash-FP8 ibm-granite/granite-4.2-8b
		IQuestLab/IQuest-Coder-V1-40B-Instruct IQuestLab/IQuest-Coder-V1-7B-Thinking
		openbmb/MiniCPM-V-4.6 internlm/Intern-S2-Preview internlm/Intern-S2-Preview-FP8 PrimeIntellect/INTELLECT-3 PrimeIntellect/INTELLECT-3.1
		nvidia/Nemotron-Cascade-2-30B-A3B nemotron-cascade-2:30b`,
	"mimo": `XiaomiMiMo/MiMo-V2-Flash-FP8 xiaomi/mimo-v2-flash`,
	"deepseek": `deepseek-ai/DeepSeek-V3 deepseek-ai/DeepSeek-V3-0324 deepseek-ai/DeepSeek-V3.1-Terminus deepseek-ai/DeepSeek-V3.2 deepseek-chat
		deepseek-ai/DeepSeek-R1 deepseek-ai/DeepSeek-R1-Distill-Llama-8B deepseek-ai/DeepSeek-R1-Distill-Qwen-7B deepseek-ai/DeepSeek-R1-0528-Qwen3-8B
		deepcogito/cogito-671b-v2.1 deepcogito/cogito-671b-v2.1-FP8 deepcogito/cogito-v2.1-671b
		deepseek-r1:70b accounts/fireworks/models/deepseek-v3p1`,
	"glm": `zai-org/GLM-4.5 zai-org/GLM-4.6-FP8 zai-org/GLM-5 THUDM/glm-4-9b-chat zai-org/GLM-4.5V glm-4-plus z-ai/glm-4.7-flash inclusionAI/Ling-3.0-1T
		inclusionAI/Ring-2.6-1T inclusionai/ring-2.6-1t:free zai-org/GLM-OCR`,
	"kimi": `moonshotai/Kimi-K2-Thinking moonshotai/Kimi-K2.5 moonshotai/Kimi-Linear-48B-A3B-Instruct moonshotai/kimi-k2-0905 kimi-k2-turbo-preview`,
	"gpt_oss": `openai/gpt-oss-20b lmstudio-community/gpt-oss-120b-GGUF groq/openai/gpt-oss-120b nvidia/gpt-oss-120b-Eagle3
		huizimao/gpt-oss-120b-uncensored-bf16 gpt-oss:120b llm-jp/llm-jp-4.1-8b-thinking llm-jp/llm-jp-4.1-32b-a3b-thinking`,
	"openai": `gpt-4.1-mini gpt-4o-2024-08-06 openai/gpt-5 gpt-5-codex o3 o4-mini openai/o1-preview`,
	"claude": `claude-3-5-sonnet-20241022 anthropic.claude-3-haiku-20240307-v1:0 claude-opus-4-1 anthropic/claude-3.7-sonnet:thinking`,
	"gemini": `gemini-2.0-flash google/gemini-3-pro-preview models/gemini-1.5-flash-8b vertex_ai/gemini-2.5-flash`,
	"mistral": `mistralai/Mistral-Small-24B-Instruct-2501 mistralai/Mistral-Large-Instruct-2407 mistralai/Ministral-3-14B-Instruct-2512
		mistralai/Codestral-22B-v0.1 mistralai/Pixtral-12B-2409 mistralai/Voxtral-Mini-3B-2507 mistral-small-latest open-mistral-nemo mistralai/Mixtral-8x7B-Instruct-v0.1`,
	"minimax":       `MiniMaxAI/MiniMax-M1-80k MiniMaxAI/MiniMax-M2 minimax/minimax-m2.5 MiniMaxAI/MiniMax-M3 minimax/minimax-m3`,
	"gemma":         `google/gemma-3-27b-it google/gemma-4-31b-it google/functiongemma-270m-it gemma3:12b unsloth/gemma-2-9b-it`,
	"cohere":        `CohereLabs/c4ai-command-a-03-2025 command-r-plus-08-2024 CohereLabs/command-a-reasoning-08-2025 cohere/command-r7b-12-2024`,
	"granite":       `ibm-granite/granite-3.3-8b-instruct ibm-granite/granite-4.0-h-small ibm-granite/granite-20b-functioncalling ibm/granite-3-8b-instruct`,
	"nemotron_deci": `nvidia/Llama-3_3-Nemotron-Super-49B-v1_5 nvidia/Llama-3_1-Nemotron-Ultra-253B-v1 nvidia/Llama-3.1-Nemotron-Nano-8B-v1 nvidia/NVIDIA-Nemotron-Nano-9B-v2`,
	"xlam":          `Salesforce/xLAM-2-3b-fc-r Salesforce/xLAM-1b-fc-r Salesforce/Llama-xLAM-2-70b-fc-r`,
	"jamba":         `ai21labs/AI21-Jamba-Large-1.7 ai21.jamba-1-5-large-v1:0`,
	"phi4":          `microsoft/Phi-4-multimodal-instruct microsoft/Phi-4-reasoning phi4-mini:3.8b`,
	"internlm":      `internlm/internlm2_5-7b-chat internlm/Intern-S1 internlm/Intern-S1-mini`,
	"hunyuan":       `tencent/Hunyuan-A13B-Instruct tencent/Hy3-preview tencent/Hy4-preview mlx-community/Hy3-preview-4bit pipenetwork/Hy3-REAP50-MLX-4bit`,
	"ernie":         `baidu/ERNIE-4.5-21B-A3B-Thinking`,
	"longcat":       `meituan-longcat/LongCat-Flash-Chat`,
	"step3":         `stepfun-ai/step3 stepfun-ai/step3-fp8 stepfun-ai/Step3-VL-10B`,
	"gigachat":      `ai-sage/GigaChat3-10B-A1.8B ai-sage/GigaChat3.1-702B-A36B ai-sage/GigaChat-20B-A3B-instruct`,
	"k2_horizon":    `IFM/K2-Horizon-375B-A23B IFM/K2-Horizon-MoVA-36B-A4B cyankiwi/K2-Horizon-3.7B-AWQ-FP8`,
	"solar2":        `upstage/Solar-Open2-250B sionic-ai/Solar-Open2-250B-ultrafast-Draft solar-open2`,
	"hyperclovax":   `naver-hyperclovax/HyperCLOVAX-SEED-Think-14B naver-hyperclovax/HyperCLOVAX-SEED-Think-32B`,
	"step_audio":    `stepfun-ai/Step-Audio-2-mini step-audio-2-mini`,
	"telechat":      `TeleChat3-36B TeleAI/TeleChat3-36B-Thinking XingChen-AGI/Xing4.0-29B-A4B Venastine-Research/Xing4.0-29B-A4B-GGUF`,
	"pangu":         `FreedomIntelligence/openPangu-Embedded-7B-V1.1 openPangu-Embedded-7B-DeepDiver openpangu/openPangu-2.0-Flash`,
	"apertus":       `swiss-ai/Apertus-8B-Instruct-2509`,
	"apriel":        `ServiceNow-AI/Apriel-1.5-15b-Thinker`,
	"none": `tiiuae/falcon-7b-instruct bigcode/starcoder2-15b EleutherAI/pythia-12b
		01-ai/Yi-34B-Chat deepseek-ai/deepseek-vl2 XiaomiMiMo/MiMo-7B-SFT Groq/Llama-3-Groq-70B-Tool-Use inclusionAI/Ling-lite HuggingFaceH4/zephyr-7b-alpha`,
}

// TestModelsOfAllFamilies: with those of TestModelIDsFindTheirFamily these are more
// than two hundred.
func TestModelsOfAllFamilies(t *testing.T) {
	registry := Registry()
	for want, ids := range modelIDs {
		for id := range strings.FieldsSeq(ids) {
			wantFamily(t, registry, want, "", id)
		}
	}
}
