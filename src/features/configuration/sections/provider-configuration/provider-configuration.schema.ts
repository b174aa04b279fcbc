import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { PERSONAL } from '../../../../core/privacy/masking/personal-fields.policy.js';
import { closed, e164, httpsUrl, language, line, oneOf } from '../../../../core/http/schemas/schema-parts.js';
import { AnsweringMachineDetection } from '../../rules/sections/answering-machine.js';
import { SecretRef } from '../../rules/sections/secret-ref.js';

const region = oneOf(['auto', 'au', 'eu', 'us'], {
  description: 'Where it runs; auto uses the fastest region, which may be abroad.',
});

const credentials = Type.Optional(SecretRef);

const STT_PROVIDERS = ['assemblyai', 'azure', 'deepgram', 'google', 'openai'] as const;
const TTS_PROVIDERS = ['azure', 'cartesia', 'elevenlabs', 'google', 'openai'] as const;

const transcriber = {
  provider: oneOf(STT_PROVIDERS, { description: 'Provider of speech-to-text.' }),
  model: Type.Optional(
    line(64, { description: "The provider's name of its model; if left out, its best model for calls." }),
  ),
  region,
  credentials,
};

const stt = closed(
  {
    ...transcriber,
    language: language({ description: 'Language that callers speak.' }),
    endpointing_ms: Type.Integer({
      minimum: 50,
      maximum: 3000,
      description: "Silence after which the caller's turn counts as finished, in milliseconds.",
    }),
    interim_results: Type.Boolean({
      description: 'Whether the agent may start to prepare an answer before a sentence ends.',
    }),
    keywords: Type.Array(line(60, { description: 'A word that is easily misheard.', ...PERSONAL }), {
      maxItems: 100,
      uniqueItems: true,
      description: 'Names and terms to listen for.',
    }),
    fallbacks: Type.Array(closed(transcriber, { description: 'Another transcriber.' }), {
      maxItems: 2,
      description: 'Providers that take over when this one fails, in this order.',
    }),
  },
  { description: 'Speech to text.' },
);

const voiceId = (description: string) => line(64, { description, examples: ['en-au-harriet'] });

const tts = closed(
  {
    provider: oneOf(TTS_PROVIDERS, { description: 'Provider of text-to-speech.' }),
    voice_id: voiceId('A voice of the catalogue.'),
    fallback_voice_id: Type.Optional(voiceId('The voice that takes over when the first one fails.')),
    speed: Type.Number({ minimum: 0.5, maximum: 2, description: 'Pace; 1 is natural.' }),
    stability: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'How steady the voice is.' }),
    ),
    region,
    credentials,
  },
  { description: 'Text to speech.' },
);

const llm = closed(
  {
    routing: oneOf(['platform', 'own_accounts'], {
      description:
        "The accounts on which the models of the model policy run: the platform\'s, or those listed here.",
    }),
    accounts: Type.Array(
      closed(
        {
          family: oneOf(['anthropic', 'google', 'openai'], {
            description: 'Family of models, as the catalogue names it.',
          }),
          base_url: Type.Optional(
            httpsUrl({ description: "The address of the models, if it differs from the provider's own." }),
          ),
          region,
          credentials,
        },
        { description: 'Your account with a provider of models.' },
      ),
      { maxItems: 3, description: 'Your accounts, one for each family.' },
    ),
  },
  { description: 'Accounts of language models. Which model answers is the model policy.' },
);

const telephony = closed(
  {
    provider: oneOf(['platform', 'sip_trunk', 'telnyx', 'twilio', 'vonage'], {
      description: 'The carrier of the calls.',
    }),
    region,
    caller_id: Type.Optional(e164({ description: 'Number that outbound calls show.' })),
    sip: Type.Optional(
      closed(
        {
          host: Type.String({
            maxLength: 253,
            pattern: '^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$',
            'x-message': 'must be a host name or an IPv4 address',
            description: 'Host of the trunk.',
            examples: ['trunk.example.com'],
          }),
          port: Type.Integer({
            minimum: 1,
            maximum: 65_535,
            description: 'Port of the trunk; 5061 with tls.',
          }),
          transport: oneOf(['udp', 'tcp', 'tls'], { description: 'How signalling travels.' }),
          username: Type.Optional(
            line(128, { description: 'User of the trunk; its password is the credentials.', ...PERSONAL }),
          ),
          srtp: Type.Boolean({ description: 'Whether the audio is encrypted.' }),
        },
        { description: 'The trunk; with sip_trunk only.' },
      ),
    ),
    credentials,
  },
  { description: 'Telephone network.' },
);

const latency = closed(
  {
    profile: oneOf(['fastest', 'balanced', 'best_quality'], {
      description: 'The goal with priority if speed and quality conflict.',
    }),
    target_response_ms: Type.Integer({
      minimum: 300,
      maximum: 5000,
      description:
        'Time from the end of what a caller says to the first sound of the answer, in milliseconds.',
    }),
    filler_after_ms: Type.Optional(
      Type.Integer({
        minimum: 500,
        maximum: 5000,
        description:
          'After how many milliseconds without an answer the agent says that it is looking; left out: never.',
      }),
    ),
  },
  { description: 'Requirements on response time.' },
);

const writable = {
  stt,
  tts,
  llm,
  telephony,
  latency,
  // Missing in configurations saved before this field existed: the defaults apply.
  answering_machine_detection: Type.Optional(AnsweringMachineDetection),
} satisfies TProperties;

// The runtime writes its own data here; its shape is not ours to check.
const native = Type.Unknown({
  description:
    'JSON of the runtime. {"secret_ref": "NAME"} with the name of a secret refers to it, as anywhere else.',
});
const runtimeNative = closed(
  {
    stt: Type.Optional(native),
    tts: Type.Optional(native),
    llm: Type.Optional(native),
    telephony: Type.Optional(native),
  },
  {
    description:
      'Data that the voice runtime stores here. Read-only: leave it out, or send it back unchanged; ' +
      'anything else is 422.',
  },
);

/** The providers of transcription, voices, models and telephony, and their latencies. */
export const ProviderConfiguration = closed({ ...writable, runtime_native: runtimeNative });
export type ProviderConfiguration = Static<typeof ProviderConfiguration>;

/** The sent form: the runtime's own blocks may be omitted. */
export const SentProviderConfiguration = closed({
  ...writable,
  runtime_native: Type.Optional(runtimeNative),
});
export type SentProviderConfiguration = Static<typeof SentProviderConfiguration>;
