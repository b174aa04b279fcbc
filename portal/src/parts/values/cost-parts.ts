/** The parts of a call's cost, in the order in which they are shown. */
export const COST_PARTS = [
  'speech_to_text',
  'model',
  'text_to_speech',
  'telephony',
  'platform',
  'other',
] as const;
