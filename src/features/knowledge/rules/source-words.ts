import type { PiiFinding } from '../../../core/privacy/pii/pii-tripwire.policy.js';

export const SOURCE_KINDS = ['text', 'file', 'url'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const SOURCE_STATUSES = ['pending', 'ready', 'failed'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

export const REFRESH_PERIODS = ['none', 'daily', 'weekly'] as const;
export type RefreshPeriod = (typeof REFRESH_PERIODS)[number];

/** Why a content could not be read (knowledge 3.6). */
export const FAILURE_CODES = [
  'no_text',
  'damaged',
  'encrypted',
  'type_not_supported',
  'not_utf8',
  'too_large',
  'too_slow',
  'project_full',
  'content_lost',
  'address_blocked',
  'fetch_failed',
  'page_refused',
  'too_many_redirects',
  'error_page',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export const MEDIA_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'text/csv',
  'text/plain',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A finding in a text that keeps it out of builds: a kind from the tripwire, or a credential. */
export type FindingName = PiiFinding['kind'] | 'credential';
