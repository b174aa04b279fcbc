import type { Definition, Text } from './definition.js';

const PARTS: Readonly<Record<string, Text>> = {
  speech_to_text: { en: 'speech to text', de: 'Spracherkennung' },
  model: { en: 'the language model', de: 'Sprachmodell' },
  text_to_speech: { en: 'text to speech', de: 'Sprachausgabe' },
  telephony: { en: 'telephony', de: 'Telefonie' },
  platform: { en: 'the platform', de: 'Plattform' },
  other: { en: 'anything else', de: 'Sonstiges' },
};

/** Parts of costs and response times, as several routes show them (calls 7.8, 7.9). */
export const COST_PARTS: readonly Definition[] = [
  {
    figure: 'cost_parts.calls',
    unit: 'calls',
    leavesOut: ['no_cost_parts'],
    text: { en: 'Calls that state parts of their cost.', de: 'Anrufe, die Anteile ihrer Kosten nennen.' },
  },
  ...Object.entries(PARTS).map(([part, { en, de }]): Definition => ({
    figure: `cost_parts.${part}`,
    unit: 'usd',
    leavesOut: ['no_cost_parts'],
    text: { en: `Reported costs of ${en}.`, de: `Gemeldete Kosten: ${de}.` },
  })),
];

export const RESPONSE_TIMES: readonly Definition[] = [
  {
    figure: 'response_times.calls',
    unit: 'calls',
    leavesOut: ['no_response_time'],
    text: { en: 'Calls whose answers were timed.', de: 'Anrufe, deren Antworten gemessen wurden.' },
  },
  {
    figure: 'response_times.turns',
    unit: 'turns',
    leavesOut: ['no_response_time'],
    text: { en: 'Answers that were timed.', de: 'Antworten, die gemessen wurden.' },
  },
  {
    figure: 'response_times.p50_ms',
    unit: 'milliseconds',
    leavesOut: ['no_response_time'],
    text: {
      en: 'Mean of the medians of calls; a call counts as often as it has timed answers.',
      de: 'Mittel der Mediane der Anrufe; ein Anruf zählt so oft, wie er gemessene Antworten hat.',
    },
  },
  {
    figure: 'response_times.worst_p95_ms',
    unit: 'milliseconds',
    leavesOut: ['no_response_time'],
    text: { en: 'The highest 95th percentile of a call.', de: 'Das höchste 95. Perzentil eines Anrufs.' },
  },
];
