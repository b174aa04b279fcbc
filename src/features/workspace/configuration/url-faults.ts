import type { UrlFault } from '../../../core/http/public-host.policy.js';

const WORDS: Record<UrlFault, string> = {
  invalid: 'This is not an address that can be called.',
  not_https: 'Only https addresses are called.',
  with_credentials: 'Credentials do not belong into an address. Refer to a secret instead.',
  not_public: 'The host must be reachable on the internet.',
};

/** What a finding says about an address that may not be called. */
export const describeUrlFault = (fault: UrlFault): string => WORDS[fault];
