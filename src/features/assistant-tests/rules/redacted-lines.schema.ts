import { Type, type Static } from '@sinclair/typebox';
import { closed, oneOf, prose } from '../../../core/http/schemas/schema-parts.js';

/** A runtime's result of a redaction. */
const REDACTIONS = ['verified', 'pending', 'failed'] as const;

const redactedLine = closed({
  role: oneOf(['caller', 'agent'], { description: 'The speaker.' }),
  text: prose(1000, { description: 'The spoken text, redacted.', examples: ['My number is [redacted].'] }),
  offset_ms: Type.Integer({
    minimum: 0,
    maximum: 86_400_000,
    description: 'Milliseconds since the conversation began.',
  }),
});
export type RedactedLine = Static<typeof redactedLine>;

/** A transcript in a runtime's report, which must be redacted. */
export const redactedLines = (maxLines: number) =>
  closed(
    {
      status: oneOf(REDACTIONS, { description: 'Lines are shown only if their redaction is verified.' }),
      lines: Type.Array(redactedLine, { maxItems: maxLines, description: 'In their order.' }),
    },
    { description: 'The spoken text, redacted. Unredacted text is not accepted.' },
  );
export type RedactedLines = Static<ReturnType<typeof redactedLines>>;
