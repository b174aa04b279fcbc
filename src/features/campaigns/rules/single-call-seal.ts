import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';
import { placeIn } from '../../../core/registry/sealed-table.js';

export const PERSONAL_CALL: readonly PersonalPath[] = [
  ['contact', 'to_number'],
  ['contact', 'consent_evidence_reference'],
  ['personalization'],
  ['compliance', 'cli_return_number'],
  ['compliance', 'cli_authorizer_name'],
];

export const singleCallSealContext = placeIn('single_dispatches', 'call');
