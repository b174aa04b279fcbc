import { Type, type Static } from '@sinclair/typebox';
import { closed } from '../../../../core/http/schemas/schema-parts.js';

/** How an outgoing call distinguishes people from machines; carriers offer these bounds. */
export const AnsweringMachineDetection = closed(
  {
    enabled: Type.Boolean({ description: 'Whether to distinguish a machine from a person.' }),
    timeout_ms: Type.Integer({
      minimum: 3000,
      maximum: 59_000,
      description: 'After how long without a decision the answer counts as unknown, in milliseconds.',
    }),
    speech_threshold_ms: Type.Integer({
      minimum: 1000,
      maximum: 6000,
      description: "A first utterance of at least this length counts as a machine's, in milliseconds.",
    }),
    speech_end_threshold_ms: Type.Integer({
      minimum: 500,
      maximum: 5000,
      description: 'Silence after which an utterance counts as over, in milliseconds.',
    }),
    silence_timeout_ms: Type.Integer({
      minimum: 2000,
      maximum: 10_000,
      description: 'Silence from the start after which the answer counts as silence, in milliseconds.',
    }),
  },
  {
    description:
      'How outbound calls distinguish a person from a machine. A campaign keeps the settings that were ' +
      'published when it was created.',
  },
);
export type AnsweringMachineDetection = Static<typeof AnsweringMachineDetection>;

/** The defaults of an unset configuration: the middle of the carriers' values. */
export const DETECTION_DEFAULTS: AnsweringMachineDetection = {
  enabled: true,
  timeout_ms: 30_000,
  speech_threshold_ms: 2400,
  speech_end_threshold_ms: 1200,
  silence_timeout_ms: 5000,
};
