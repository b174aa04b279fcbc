import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DirectInputSecrets } from '../lookup/direct-input-secrets.js';
import { LinkOwner } from '../lookup/link-owner.service.js';
import { readEnvelope } from '../rules/envelope.policy.js';
import type { AnswersRequest, FormRequest } from '../rules/form.request.js';
import type { FormResponse } from '../rules/form.response.js';
import type { StoredForm } from '../rules/stored-form.js';
import { SHOW_FORM, TAKE_ENVELOPE, WAS_TAKEN } from './form.queries.js';

// The contract's. A page asks once, and again after a reload or a lost connection.
const MOST_CONTEXTS = 10;
const MOST_SUBMITS = 5;

/** The sender of a request, as far as it is known. */
export interface Sender {
  /** Whether it is a browser: those send Origin with every POST, and keep cookies. */
  readonly isBrowser: boolean;
  /** The value of its cookie, if it has one. */
  readonly cookie: string | null;
}

/**
 * A form, and the cookie by which its browser uses it from now on; null for a sender that keeps
 * none.
 */
interface ShownForm {
  readonly form: FormResponse;
  readonly cookie: string | null;
}

/**
 * Shows a form to a stranger and takes the answers (direct-input sections 3 and 4). Every refusal
 * is the one 404.
 */
@Injectable()
export class FormService {
  constructor(
    private readonly links: LinkOwner,
    private readonly stores: TenantStores,
    private readonly secrets: DirectInputSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for everything that is wrong with the token or its sender; 503 when a store does
   * not answer
   */
  async show({ token }: FormRequest, { isBrowser, cookie: sent }: Sender): Promise<ShownForm> {
    const session = await this.links.find(token);
    if (!session) throw notFound();
    const cookie = isBrowser ? (sent ?? randomBytes(32).toString('base64url')) : null;
    const [row] = await this.stores.transaction(session.auth, (tx) =>
      tx.query<{ form: StoredForm; expires_at: Date }>(SHOW_FORM, [
        session.sessionId,
        this.clock.now(),
        this.hashOf(token, sent),
        this.hashOf(token, cookie),
        MOST_CONTEXTS,
      ]),
    );
    if (!row) throw notFound();
    const { fields, key, locale } = row.form;
    const form: FormResponse = {
      fields,
      public_key: key,
      business_name: session.businessName,
      expires_at_utc: row.expires_at.toISOString(),
      locale,
    };
    return { form, cookie };
  }

  /**
   * Takes an envelope. An envelope that was taken may come again: its first answer may have been
   * lost.
   * @throws as `show`, and 404 for an envelope that is none or when another one was taken
   */
  async take({ token, envelope: sent }: AnswersRequest, { cookie }: Sender): Promise<void> {
    const envelope = readEnvelope(sent);
    const session = await this.links.find(token);
    if (!session) throw notFound();
    const { sessionId } = session;
    const text = envelope && JSON.stringify(envelope);
    const hash = text && this.secrets.hashOfEnvelope(String(token), text);
    const now = this.clock.now();
    const isReceived = await this.stores.transaction(session.auth, async (tx) => {
      const binding = this.hashOf(token, cookie);
      const values = [sessionId, now, binding, text, MOST_SUBMITS, hash];
      const [taken] = await tx.query<{ status: string }>(TAKE_ENVELOPE, values);
      if (taken) return taken.status === 'received';
      return (await tx.query(WAS_TAKEN, [sessionId, hash, now])).length > 0;
    });
    if (!isReceived) throw notFound();
  }

  private hashOf(token: unknown, cookie: string | null): Buffer | null {
    return cookie === null ? null : this.secrets.hashOfBrowser(String(token), cookie);
  }
}
