import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Test } from 'supertest';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import { MAIL_NOTICE } from '../../../src/features/email-routing/lookup/notice-mails.js';
import { Notices } from '../../../src/features/email-routing/lookup/notices.service.js';
import { NoticeMailJob } from '../../../src/features/email-routing/outbox/notice-mail.job.js';
import { PersonNotice } from '../../../src/features/people/lookup/person-notice.js';
import type { MailCatcher, Refusal } from '../../../tools/dev/mail-catcher.ts';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { bearer } from '../access/callers.js';

export interface NoticeRow {
  readonly notice_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly due_at: Date | null;
}

export interface Desk {
  readonly id: string;
  readonly email: string;
}

let desks = 0;

/** Addresses of one tenant, and the notices that they get. */
export class NoticeDesk {
  constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly admin: TestUser,
    private readonly mail: MailCatcher,
  ) {}

  sql(text: string, ...values: unknown[]): Promise<object[]> {
    const { clientId, dataEnv } = this.tenant;
    return this.test.world.sql(text, [clientId, dataEnv, ...values]);
  }

  ask(method: 'get' | 'post' | 'patch' | 'put', path: string, body: object, by = this.admin): Test {
    return this.test
      .request()
      [method](`/v1/portal${path}`)
      .query({ client_id: this.tenant.clientId })
      .set(bearer(by.token()))
      .send(body);
  }

  /** Adds a verified address with one topic. */
  async address(topic: string, by = this.admin, more: object = {}): Promise<Desk> {
    const email = `notices.${(desks += 1)}@example.com`;
    const body = { email, label: 'Desk', topics: [topic], ...more };
    const answer = await this.ask('post', '/email-routing/addresses', body, by).expect(200);
    const { address_id: id } = answer.body as AddressResponse;
    await this.set(id, `status = 'verified', verified_at = now() - interval '30 days', token_hash = NULL`);
    await this.test.world.sql('DELETE FROM throttle_hits');
    return { id, email };
  }

  set(addressId: string, change: string): Promise<object[]> {
    return this.sql(
      `UPDATE email_addresses SET ${change} WHERE client_id = $1 AND data_env = $2 AND address_id = $3`,
      addressId,
    );
  }

  setPerson(user: TestUser, change: string): Promise<object[]> {
    return this.sql(
      `UPDATE portal_user_client_assignments SET ${change} WHERE client_id = $1 AND data_env = $2 AND user_id = $3`,
      user.userId,
    );
  }

  /** Notifies the addresses with the topic `people`. */
  tell(subject: string): Promise<number> {
    const { app } = this.test;
    const kind = app.get(PersonNotice, { strict: false });
    return app.get(MetadataStore).transaction(systemContext(this.tenant, 'test'), (tx) =>
      app.get(Notices, { strict: false }).tell(tx, {
        tenant: this.tenant,
        kind,
        subject,
        period: '-',
        facts: { what: 'invited', role: 'client_staff', organisation_id: null },
      }),
    );
  }

  rows(addressId: string): Promise<NoticeRow[]> {
    return this.sql(
      `SELECT notice_id::text, status, reason, attempts, due_at FROM notices
        WHERE client_id = $1 AND data_env = $2 AND address_id = $3 ORDER BY created_at, notice_id`,
      addressId,
    ) as Promise<NoticeRow[]>;
  }

  /**
   * The notices of an address, after the worker's first attempt; the next one is half a minute
   * later.
   */
  tried(addressId: string): Promise<NoticeRow[]> {
    return eventually(async () => {
      const found = await this.rows(addressId);
      if (found.length === 0 || found.some(({ reason, status }) => status === 'waiting' && reason === null))
        throw new Error('not tried');
      return found;
    });
  }

  /** Like the worker when the queue gives it the mail again. */
  send(worker: INestApplicationContext, { notice_id: noticeId }: NoticeRow): Promise<unknown> {
    return worker
      .get(NoticeMailJob, { strict: false })
      .handle({ ...this.tenant, noticeId })
      .catch((error: unknown) => String(error));
  }

  /**
   * Ends the wait of a mail for its next attempt, as if the time had passed.
   * @returns how long the wait would have lasted from now; ms
   */
  skipWait({ notice_id: noticeId }: NoticeRow): Promise<number> {
    return eventually(async () => {
      const [skipped] = await this.test.world.sql<{ ms: string }>(
        `UPDATE jobs.job SET start_after = now() WHERE name = $1 AND data->>'noticeId' = $2 AND state = 'retry'
         RETURNING extract(epoch FROM old.start_after - now()) * 1000 AS ms`,
        [MAIL_NOTICE.name, noticeId],
      );
      if (!skipped) throw new Error('The mail does not wait yet.');
      return Number(skipped.ms);
    });
  }

  /**
   * Makes the workers look for jobs now: the queue notifies them of new jobs, and this one finds no
   * notice.
   */
  wakeQueue(): Promise<void> {
    return this.test.app
      .get(MetadataStore)
      .transaction(systemContext(this.tenant, 'test'), (tx) =>
        tx.enqueue(MAIL_NOTICE, { ...this.tenant, noticeId: randomUUID() }),
      );
  }

  /** Makes the mail server refuse these addresses alone; null: it accepts their mails again. */
  refuse(refusal: Refusal | null, ...addresses: readonly Desk[]): void {
    for (const { email } of addresses) {
      if (refusal === null) this.mail.refusals.delete(email);
      else this.mail.refusals.set(email, refusal);
    }
  }

  mailsTo(email: string): string[] {
    return this.mail.mails
      .filter(({ to, source }) => to.includes(email) && source.includes('<notice.'))
      .map(({ source }) => plain(source));
  }
}

export const messageId = (source: string): string | undefined =>
  /^Message-ID:\s+(\S+)\r?$/im.exec(source)?.[1];

const plain = (source: string): string =>
  source
    .replace(/=\r\n/g, '')
    // The token of a link is not a code, although it may begin like one.
    .replace(/(?<!token)((?:=[0-9A-F]{2})+)/g, (_, code: string) =>
      Buffer.from(code.replaceAll('=', ''), 'hex').toString('utf8'),
    );
