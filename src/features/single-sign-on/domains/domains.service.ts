import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { classifyDriverError } from '../../../core/database/driver/driver-errors.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TextRecords } from '../../../core/outbound-http/text-records.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, validationFailed } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { LOCK_SSO } from '../lookup/connections.queries.js';
import { RequiredConnection } from '../lookup/required-connection.service.js';
import { blocked } from '../rules/blocked.js';
import { isProven, isPublicMailDomain, MOST_DOMAINS, readDomain, recordOf } from '../rules/domain.policy.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { SsoDomainEntity } from '../single-sign-on.entities.js';
import type { DomainRecord, DomainsResponse, RemovedDomainResponse } from './domains.response.js';

// 96 bits cannot be guessed.
const TOKEN_BYTES = 12;

/** The domains of a client's mail addresses (single-sign-on section 3). */
@Injectable()
export class DomainsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly records: TextRecords,
    private readonly required: RequiredConnection,
    private readonly clock: Clock,
  ) {}

  list(auth: AuthContext): Promise<DomainsResponse> {
    return this.metadata.read(auth, async (db) => {
      const rows = await db.repo(SsoDomainEntity).find({}, { order: { domain: 'ASC' } });
      return { items: rows.map(recordFrom) };
    });
  }

  /** @throws 400 for text that is not a domain and for a domain of public mail, 409 for the 21st */
  add(auth: AuthContext, text: string, reservation: Reservation | null): Promise<DomainRecord> {
    const domain = readDomain(text);
    const problem =
      domain === null
        ? 'must be a domain such as example.com, without https:// and @'
        : isPublicMailDomain(domain)
          ? 'must be a domain of your organisation; this one belongs to a public mail service'
          : null;
    if (domain === null || problem !== null)
      throw validationFailed({
        loc: ['body', 'domain'],
        message: problem ?? '',
        type: domain === null ? 'domain_invalid' : 'public_mail_domain',
      });
    return this.change(auth, async (tx) => {
      const known = await tx.repo(SsoDomainEntity).find({});
      if (known.some((it) => it.domain === domain)) throw blocked('domain_listed');
      if (known.length >= MOST_DOMAINS) throw blocked('domain_limit');
      await tx.repo(SsoDomainEntity).insert({
        domain,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
        status: 'pending',
        connectionId: null,
        checkedAt: null,
        lastFoundAt: null,
        createdAt: this.clock.now(),
        createdBy: auth.principal.id,
      });
      await tx.auditDone(SSO_ACTIONS.domainAdded, { domain });
      return tx.complete(reservation, recordFrom(await one(tx, domain)));
    });
  }

  /** @throws 404, 409 without the record, and for a domain that another client has proven */
  async verify(auth: AuthContext, text: string, reservation: Reservation | null): Promise<DomainRecord> {
    const found = await this.metadata.read(auth, (db) => one(db, text));
    const { name, value } = recordOf(found.domain, found.token);
    const seen = await this.records.of(name);
    if (seen === null) throw blocked('name_servers_silent');
    if (!isProven(seen, value)) throw blocked('domain_not_proven');
    try {
      return await this.change(auth, async (tx) => {
        const { domain } = await one(tx, text);
        const now = this.clock.now();
        await tx
          .repo(SsoDomainEntity)
          .update({ domain }, { status: 'verified', checkedAt: now, lastFoundAt: now });
        await tx.auditDone(SSO_ACTIONS.domainVerified, { domain });
        return tx.complete(reservation, recordFrom(await one(tx, domain)));
      });
    } catch (error) {
      throw classifyDriverError(error)?.kind === 'conflict' ? blocked('domain_taken') : error;
    }
  }

  /** @throws 404, 409 for the last one of the required connection */
  remove(auth: AuthContext, text: string, reservation: Reservation | null): Promise<RemovedDomainResponse> {
    return this.change(auth, async (tx) => {
      const { domain } = await one(tx, text);
      await tx.repo(SsoDomainEntity).delete({ domain });
      await this.required.assertWayIn(tx);
      await tx.auditDone(SSO_ACTIONS.domainRemoved, { domain });
      return tx.complete(reservation, { domain, removed_at_utc: this.clock.now().toISOString() });
    });
  }

  private change<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_SSO);
        return work(tx);
      },
      { serializeBy: 'single sign-on' },
    );
  }
}

async function one(db: StoreReader, text: string): Promise<SsoDomainEntity> {
  const domain = readDomain(text);
  const found = domain === null ? null : await db.repo(SsoDomainEntity).findOne({ domain });
  if (!found) throw notFound();
  return found;
}

function recordFrom(row: SsoDomainEntity): DomainRecord {
  const { name, value } = recordOf(row.domain, row.token);
  return {
    domain: row.domain,
    status: row.status,
    record_name: name,
    record_value: value,
    connection_id: row.connectionId,
    checked_at_utc: row.checkedAt?.toISOString() ?? null,
    last_found_at_utc: row.lastFoundAt?.toISOString() ?? null,
  };
}
