import { describe, expect, it } from 'vitest';
import { RequestValidationPipe } from '../../src/core/server/validation.pipe.js';
import { PlatformError } from '../../src/core/shared/platform-error.js';
import { TransitionRequest } from '../../src/features/caller-requests/transitions/transition.request.js';
import { CreateCampaignRequest } from '../../src/features/campaigns/definition/create.request.js';
import { UpdateCampaignRequest } from '../../src/features/campaigns/definition/update.request.js';
import { WashRecordRequest } from '../../src/features/campaigns/registry-wash/wash-record.request.js';
import { ComplianceRequest } from '../../src/features/campaigns/rules/campaign-settings.request.js';
import {
  SingleComplianceRequest,
  SingleDispatchRequest,
} from '../../src/features/dispatch/single-calls/single-dispatch.request.js';
import { AddSuppressionRequest } from '../../src/features/campaigns/suppressions/suppressions.request.js';
import { CreateApiKeyRequest } from '../../src/features/partner/api-keys/api-keys.request.js';
import { CreateProjectRequest } from '../../src/features/projects/create/create.request.js';
import { ProjectProfileRequest } from '../../src/features/projects/rules/profile.request.js';

type Body = new () => object;

/** Fields that hold a single text, which must not be empty. */
const TEXTS: readonly [body: Body, fields: readonly string[]][] = [
  [AddSuppressionRequest, ['source']],
  [
    WashRecordRequest,
    ['jurisdiction', 'registry_type', 'vendor', 'ruleset_id', 'transaction_id', 'wash_file_name'],
  ],
  [WashRecordRequest, ['receipt_reference', 'wash_channel']],
  [CreateCampaignRequest, ['name']],
  [UpdateCampaignRequest, ['name']],
  [ComplianceRequest, ['cli_employer_name', 'cli_authorizer_name', 'cli_call_purpose', 'exemption_type']],
  [SingleComplianceRequest, ['cli_employer_name', 'cli_authorizer_name', 'cli_call_purpose']],
  [SingleDispatchRequest, ['external_contact_id', 'consent_type', 'consent_source', 'exemption_type']],
  [SingleDispatchRequest, ['consent_evidence_reference', 'registry_vendor', 'registry_ruleset_id']],
  [CreateApiKeyRequest, ['description']],
  [CreateProjectRequest, ['display_name']],
  [ProjectProfileRequest, ['industry', 'use_case', 'description']],
  [TransitionRequest, ['status_note']],
];
const CASES = TEXTS.flatMap(([body, fields]) => fields.map((field) => [body.name, field, body] as const));

const pipe = new RequestValidationPipe();

/** Whether a body with this value is refused because of the field. */
async function isRefused(body: Body, field: string, value: unknown): Promise<boolean> {
  try {
    await pipe.transform({ [field]: value }, { type: 'body', metatype: body });
    return false;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.fields.some(({ loc }) => loc[1] === field);
  }
}

// requests 4.7
describe('a text that may not be empty', () => {
  it.each(CASES)('%s.%s shows something', async (_, field, body) => {
    expect(await isRefused(body, field, 'Zoë')).toBe(false);
    // Spaces, zero-width spaces, a Hangul filler, which is a letter, and the blank Braille pattern,
    // which is a symbol.
    for (const unseen of ['   ', '\u200b\u2060\u200e', '\u3164\u3164\u3164', '\u2800\u2800\u2800']) {
      expect(await isRefused(body, field, unseen), JSON.stringify(unseen)).toBe(true);
    }
  });
});
