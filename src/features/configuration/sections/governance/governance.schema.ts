import { Type, type Static } from '@sinclair/typebox';
import { ANALYTICS_READERS, type AnalyticsReader } from '../../../../core/shared/roles.js';
import { PII_KINDS } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { CONVERSATION_GATES } from '../../rules/tests/conversation-gate.policy.js';
import { closed, oneOf, orNull, prose } from '../../../../core/http/schemas/schema-parts.js';

/** The approvals that a release needs in addition to its publisher. */
const RELEASE_APPROVALS = ['none', 'second_person'] as const;

const kinds = Type.Optional(
  Type.Array(oneOf(PII_KINDS), {
    uniqueItems: true,
    maxItems: PII_KINDS.length,
    description: 'The data that the role sees unredacted; left out: nothing.',
  }),
);

const permissions = closed(
  Object.fromEntries(ANALYTICS_READERS.map((role) => [role, kinds])) as Record<AnalyticsReader, typeof kinds>,
  { description: "The roles that see personal data of the project\'s calls." },
);

/** How long calls are kept, what callers hear and consent to, and who sees which of their data. */
export const Governance = closed({
  retention: closed(
    {
      transcript_retention_days: orNull(Type.Integer({ minimum: 0, maximum: 36_500 }), {
        description:
          "For how many days after a call its transcript is shown; 0: never. The tenant's own policy is " +
          'the maximum, and applies if null.',
      }),
      audio_retention: orNull(oneOf(['enabled', 'disabled']), {
        description:
          "Whether recordings are kept. The tenant's own policy is the maximum, and applies if null.",
      }),
    },
    { description: 'How long the contents of calls are kept.' },
  ),
  recording: closed(
    {
      enabled: Type.Boolean({ description: 'Whether calls are recorded.' }),
      announcement_text: orNull(prose(1000), {
        description: 'Said to callers before recording begins.',
        examples: ['This call is recorded to improve our service.'],
      }),
    },
    { description: 'Recording of calls.' },
  ),
  consent: closed(
    {
      require_express_consent: Type.Boolean({
        description:
          'Whether callers are asked for their consent. Exports always show only ' +
          'transcripts of calls with express consent.',
      }),
      script: orNull(prose(2000), {
        description: 'How callers are asked.',
        examples: ['May we keep a transcript of this call? Please say yes or no.'],
      }),
      expires_after_days: orNull(Type.Integer({ minimum: 1, maximum: 36_500 }), {
        description:
          'The consent for a call lapses at the latest this many days after the call; null: only its own expiry date counts.',
      }),
      on_decline: oneOf(['continue_without_recording', 'hand_over', 'end_call'], {
        description: 'The next step in the call of a caller who declines.',
      }),
    },
    { description: "Callers' consent." },
  ),
  secondary_reuse: orNull(oneOf(['allowed', 'denied']), {
    description:
      "Whether transcripts may be reused for other purposes. The tenant's own policy is the maximum, and " +
      'applies if null.',
  }),
  conversation_tests: Type.Optional(
    oneOf(CONVERSATION_GATES, {
      description:
        'The effect of conversation tests on releases: their results are only shown, or all tests must ' +
        'have passed on the draft. If left out, shown.',
    }),
  ),
  pii_permissions: orNull(permissions, {
    description:
      "The roles that see personal data of the project's calls. The tenant's own policy is the maximum, " +
      'and applies if null.',
  }),
  release_approval: Type.Optional(
    oneOf(RELEASE_APPROVALS, {
      description:
        'Whether a second person has to approve a draft before it is published; if left out, none. It ' +
        'applies if the draft or the published version has it, so that turning it off also needs ' +
        'approval.',
    }),
  ),
});
export type Governance = Static<typeof Governance>;
