import { maskPhone } from '../../../core/privacy/masking.policy.js';
import type { CompliancePolicy } from './campaign-settings.js';
import type { CliSummary } from './contact-facts.js';

/** Who is calling, in clear and as evidence keeps it. */
export interface OpenedCaller {
  readonly returnNumber: string | null;
  readonly summary: CliSummary;
}

type Disclosed = Pick<
  CompliancePolicy,
  'cli_return_number' | 'cli_employer_name' | 'cli_authorizer_name' | 'cli_call_purpose'
>;

/** @param policy with what is sealed of it */
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
      complete: [number, employer, authorizer, purpose].every((told) => told !== null),
    },
  };
}
