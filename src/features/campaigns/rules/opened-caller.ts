import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import type { CompliancePolicy } from './campaign-settings.js';
import type { CliSummary } from './eligibility/contact-facts.js';

/** The caller's identity, in plain text and in the form of evidence. */
export interface OpenedCaller {
  readonly returnNumber: string | null;
  readonly summary: CliSummary;
}

/** Facts that telemarketing and research calls disclose (campaigns 6.3). */
export const CLI_FIELDS = [
  'cli_return_number',
  'cli_employer_name',
  'cli_authorizer_name',
  'cli_call_purpose',
] as const;
export type Disclosed = Pick<CompliancePolicy, (typeof CLI_FIELDS)[number]>;

/** The fields that are not disclosed: a text without a letter or a digit discloses nothing. */
export const undisclosed = (disclosed: Disclosed): (typeof CLI_FIELDS)[number][] =>
  CLI_FIELDS.filter((name) => !/[\p{L}\p{N}]/u.test(disclosed[name] ?? ''));

/** @param policy including its sealed parts */
export function callerOf(policy: Disclosed): OpenedCaller {
  const {
    cli_return_number: number,
    cli_employer_name: employer,
    cli_authorizer_name: authorizer,
    cli_call_purpose: purpose,
  } = policy;
  return {
    returnNumber: number,
    summary: {
      return_number_masked: number === null ? null : maskPhone(number),
      employer_name: employer,
      authorizer_name: authorizer,
      call_purpose: purpose,
      complete: undisclosed(policy).length === 0,
    },
  };
}
