import { composed } from '../contact-rows/identifier.policy.js';
import type { ContactStatus, Disposition, NotCallableReason } from '../rules/statuses.js';

/** The sort keys of contacts (campaigns 3.6). */
export const CONTACT_SORT_KEYS = [
  'created_at_utc',
  'updated_at_utc',
  'status',
  'external_contact_id',
] as const;
export type ContactSortKey = (typeof CONTACT_SORT_KEYS)[number];

export interface ContactOrder {
  readonly key: ContactSortKey;
  readonly direction: 'asc' | 'desc';
}

/** The conditions of a list of contacts; null: any value (campaigns 3.7). */
export interface ContactFilter {
  readonly status: ContactStatus | null;
  readonly disposition: Disposition | null;
  readonly isCallable: boolean | null;
  readonly reason: NotCallableReason | null;
  readonly externalContactId: string | null;
  /** Due for their next attempt by this instant. */
  readonly retryDueBy: Date | null;
}

interface Asked {
  readonly status?: ContactStatus;
  readonly disposition?: Disposition;
  readonly callable?: 'true' | 'false';
  readonly validation_code?: NotCallableReason;
  readonly retry_due?: 'true' | 'false';
  readonly external_contact_id?: string;
}

/** Resolves the filters of a list at an instant. */
export const contactFilter = (asked: Asked, now: Date): ContactFilter => ({
  status: asked.status ?? null,
  disposition: asked.disposition ?? null,
  isCallable: asked.callable === undefined ? null : asked.callable === 'true',
  reason: asked.validation_code ?? null,
  externalContactId: asked.external_contact_id === undefined ? null : composed(asked.external_contact_id),
  retryDueBy: asked.retry_due === 'true' ? now : null,
});

/** Whether the stored counts contain the total; other filters match few contacts, by an index. */
export const isCounted = ({ externalContactId, retryDueBy }: ContactFilter): boolean =>
  externalContactId === null && retryDueBy === null;
