/** The sections of a project's configuration, as an address names them. */
export type SectionName =
  | 'assistant'
  | 'booking'
  | 'dashboard-metadata'
  | 'email-delivery'
  | 'governance'
  | 'identity-verification'
  | 'llm-policy'
  | 'plugin-configuration'
  | 'provider-configuration'
  | 'testing-overrides'
  | 'transfer-routing';

/** The parts of a project besides its configuration, as named in addresses. */
export type TabName =
  'knowledge' | 'release' | 'versions' | 'secrets' | 'tests' | 'testCalls' | 'files' | 'settings';
