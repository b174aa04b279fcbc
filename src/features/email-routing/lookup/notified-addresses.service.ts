import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { mayManageAddresses } from '../rules/callers.js';
import { mayHave, topicNamed } from '../rules/topics.policy.js';
import { maskedEmail, type SealedAddress } from './address-rows.js';
import { NOTIFIED_ADDRESSES } from './notices.queries.js';

export const NOTIFIED_STATUSES = ['waiting', 'sent', 'failed'] as const;

/** An address that got a notice. */
export interface NotifiedAddress {
  readonly email_masked: string;
  readonly label: string;
  readonly status: (typeof NOTIFIED_STATUSES)[number];
  readonly at_utc: string;
}

interface Row extends SealedAddress {
  readonly subject: string;
  readonly label: string;
  readonly status: NotifiedAddress['status'];
  readonly at: Date;
}

/** The addresses to which notices were mailed, only of the caller's party (email-routing 1.2). */
@Injectable()
export class NotifiedAddresses {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * The addresses that got the notices of one kind.
   * @param periods the notices: each has a subject and a period, and a topic, which is null if it
   *   goes to every address
   * @returns the addresses by subject, without subjects whose topic the caller's party cannot have;
   *   null for a role that sees no addresses
   */
  async of(
    auth: AuthContext,
    kind: string,
    periods: readonly {
      readonly topic: string | null;
      readonly subject: string;
      readonly period: string;
    }[],
  ): Promise<ReadonlyMap<string, readonly NotifiedAddress[]> | null> {
    if (!mayManageAddresses(auth)) return null;
    const possible = periods.filter(({ topic }) => topic === null || mayHave(auth.scope, topicNamed(topic)));
    const told = new Map<string, NotifiedAddress[]>(possible.map(({ subject }) => [subject, []]));
    if (possible.length === 0) return told;
    const values = [
      ...[kind, organisationOf(auth)],
      ...[possible.map((it) => it.subject), possible.map((it) => it.period)],
    ];
    const rows = await this.metadata.read(auth, (db) => db.query<Row>(NOTIFIED_ADDRESSES, values));
    for (const row of rows) {
      const { label, status, at } = row;
      const address = {
        email_masked: await maskedEmail(auth, this.sealed, row),
        label,
        status,
        at_utc: at.toISOString(),
      };
      told.set(row.subject, [...(told.get(row.subject) ?? []), address]);
    }
    return told;
  }
}
