export const STATUSES = ['ga', 'beta', 'deprecated'] as const;
export type CatalogueStatus = (typeof STATUSES)[number];
export const FAMILIES = ['anthropic', 'google', 'openai'] as const;
export const MODALITIES = ['text', 'image', 'audio'] as const;
export type Modality = (typeof MODALITIES)[number];
export const GENDERS = ['female', 'male', 'neutral'] as const;

/** A language model that the platform runs. */
export interface CatalogueModel {
  readonly model_id: string;
  readonly name: string;
  readonly family: (typeof FAMILIES)[number];
  readonly modalities: readonly Modality[];
  /** The longest conversation it can process, including its response. */
  readonly context_tokens: number;
  readonly status: CatalogueStatus;
  /** The model to use instead; only for a deprecated model. */
  readonly replacement_model_id: string | null;
}

export interface CatalogueVoice {
  readonly voice_id: string;
  readonly name: string;
  /** As a BCP 47 tag. */
  readonly language: string;
  readonly accent: string;
  readonly gender: (typeof GENDERS)[number];
  readonly style_tags: readonly string[];
  readonly preview_available: boolean;
  readonly status: CatalogueStatus;
}

const model = (
  model_id: string,
  name: string,
  family: CatalogueModel['family'],
  context_tokens: number,
  more: Partial<CatalogueModel> = {},
): CatalogueModel => ({
  model_id,
  name,
  family,
  modalities: ['text', 'image'],
  context_tokens,
  status: 'ga',
  replacement_model_id: null,
  ...more,
});

const voice = (
  voice_id: string,
  name: string,
  language: string,
  accent: string,
  gender: CatalogueVoice['gender'],
  style_tags: readonly string[],
  more: Partial<CatalogueVoice> = {},
): CatalogueVoice => ({
  voice_id,
  name,
  language,
  accent,
  gender,
  style_tags,
  preview_available: true,
  status: 'ga',
  ...more,
});

const MODELS: readonly CatalogueModel[] = [
  model('claude-3-5-haiku', 'Claude 3.5 Haiku', 'anthropic', 200_000, {
    status: 'deprecated',
    replacement_model_id: 'claude-haiku-4-5',
  }),
  model('claude-haiku-4-5', 'Claude Haiku 4.5', 'anthropic', 200_000),
  model('claude-sonnet-4-5', 'Claude Sonnet 4.5', 'anthropic', 200_000),
  model('gemini-2.0-flash', 'Gemini 2.0 Flash', 'google', 1_048_576, {
    status: 'deprecated',
    replacement_model_id: 'gemini-2.5-flash',
  }),
  model('gemini-2.5-flash', 'Gemini 2.5 Flash', 'google', 1_048_576),
  model('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', 'google', 1_048_576, { status: 'beta' }),
  model('gpt-4.1', 'GPT-4.1', 'openai', 1_047_576),
  model('gpt-4.1-mini', 'GPT-4.1 mini', 'openai', 1_047_576),
  model('gpt-4o', 'GPT-4o', 'openai', 128_000, { status: 'deprecated', replacement_model_id: 'gpt-4.1' }),
  model('gpt-5-mini', 'GPT-5 mini', 'openai', 400_000, { status: 'beta' }),
  model('gpt-realtime', 'GPT Realtime', 'openai', 32_000, { modalities: ['text', 'audio'] }),
  model('gpt-realtime-mini', 'GPT Realtime mini', 'openai', 32_000, {
    modalities: ['text', 'audio'],
    status: 'beta',
  }),
];

const VOICES: readonly CatalogueVoice[] = [
  voice('de-de-lena', 'Lena', 'de-DE', 'German', 'female', ['clear', 'professional']),
  voice('en-au-harriet', 'Harriet', 'en-AU', 'Australian', 'female', ['warm', 'conversational']),
  voice('en-au-jack', 'Jack', 'en-AU', 'Australian', 'male', ['relaxed', 'conversational']),
  voice('en-au-jack-classic', 'Jack (classic)', 'en-AU', 'Australian', 'male', ['relaxed'], {
    preview_available: false,
    status: 'deprecated',
  }),
  voice('en-gb-arthur', 'Arthur', 'en-GB', 'British', 'male', ['calm', 'professional']),
  voice('en-gb-imogen', 'Imogen', 'en-GB', 'British', 'female', ['bright', 'professional']),
  voice('en-nz-aroha', 'Aroha', 'en-NZ', 'New Zealand', 'female', ['warm', 'calm'], { status: 'beta' }),
  voice('en-us-mason', 'Mason', 'en-US', 'American', 'male', ['energetic', 'conversational']),
  voice('en-us-sadie', 'Sadie', 'en-US', 'American', 'female', ['friendly', 'conversational']),
  voice('en-us-sky', 'Sky', 'en-US', 'American', 'neutral', ['calm', 'clear'], { status: 'beta' }),
  voice('es-mx-lucia', 'Lucía', 'es-MX', 'Mexican', 'female', ['warm', 'conversational']),
  voice('fr-fr-camille', 'Camille', 'fr-FR', 'French', 'female', ['clear', 'professional']),
  voice('zh-cn-mei', 'Mei', 'zh-CN', 'Mandarin', 'female', ['clear', 'friendly']),
];

/**
 * The models and voices of the platform, in the order of their ids: the same for every caller
 * (catalogs 1.3). An entry that is no longer wanted becomes `deprecated` and stays, because
 * published versions refer to it.
 */
export class PlatformCatalogue {
  static readonly models = MODELS;
  static readonly voices = VOICES;

  private static readonly modelsById = new Map(MODELS.map((each) => [each.model_id, each]));
  private static readonly voicesById = new Map(VOICES.map((each) => [each.voice_id, each]));

  static model(modelId: string): CatalogueModel | undefined {
    return this.modelsById.get(modelId);
  }

  static voice(voiceId: string): CatalogueVoice | undefined {
    return this.voicesById.get(voiceId);
  }
}
