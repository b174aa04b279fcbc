import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { PublicDoors } from '../../../core/rate-limit/public-doors.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DirectInputSecrets } from '../lookup/direct-input-secrets.js';
import { LinkOwner, type LinkedSession } from '../lookup/link-owner.service.js';
import { readEnvelope } from '../rules/envelope.policy.js';
import { FORM_DOOR, SESSION_WINDOW } from '../rules/form-door.js';
import type { AnswersRequest, FormRequest } from '../rules/form.request.js';
import type { FormResponse } from '../rules/form.response.js';
import type { StoredForm } from '../rules/stored-form.js';
import { BrowserCookie } from './browser-cookie.js';
import { SHOW_FORM, TAKE_ENVELOPE, WAS_TAKEN } from './form.queries.js';

// From the contract. A page requests it once, and again after a reload or a lost connection.
const MOST_CONTEXTS = 10;
const MOST_SUBMITS = 5;

/** The facts that are known about the sender of a request. */
export interface Sender {
  /** Whether it is a browser: those send Origin with every POST, and keep cookies. */
  readonly isBrowser: boolean;
  /** The value of its cookie, if there is one. */
  readonly cookie: string | null;
  /** Whether anonymous callers have reached the ceiling of the door. */
  readonly isAboveCeiling: boolean;
}

/** A form, and its browser's new cookie; null for a sender that stores none. */
interface ShownForm {
  readonly form: FormResponse;
  readonly cookie: string | null;
}

/**
 * Shows a form and receives the input (direct-input sections 3 and 4). All refusals are the same
 * 404.
 */
@Injectable()
export class FormService {
  constructor(
    private readonly links: LinkOwner,
    private readonly stores: TenantStores,
    private readonly secrets: DirectInputSecrets,
    private readonly cookies: BrowserCookie,
    private readonly doors: PublicDoors,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for everything that is wrong with the token or its sender; 503 when a store does
   * not answer
   */
  async show({ token }: FormRequest, sender: Sender): Promise<ShownForm> {
    const session = await this.sessionOf(token, sender);
    const { isBrowser, cookie: sent } = sender;
    // The page sent it: a browser that has lost the first response sends its cookie again.
    const cookie = isBrowser ? (sent ?? this.cookies.make()) : null;
    const [row] = await this.stores.transaction(session.auth, (tx) =>
      tx.query<{ form: StoredForm; expires_at: Date }>(SHOW_FORM, [
        session.sessionId,
        this.clock.now(),
        this.hashesOf(token, sent),
        this.hashesOf(token, cookie)?.[0] ?? null,
        MOST_SUBMITS,
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
   * Receives an envelope. An accepted envelope may be sent again, because its first response may
   * have been lost.
   * @throws as `show`, and 404 for an invalid envelope or if another one was accepted
   */
  async take({ token, envelope: sent }: AnswersRequest, sender: Sender): Promise<void> {
    const envelope = readEnvelope(sent);
    const session = await this.sessionOf(token, sender);
    const { sessionId } = session;
    const text = envelope && JSON.stringify(envelope);
    const hashes = text && this.secrets.hashesOfEnvelope(String(token), text);
    const now = this.clock.now();
    const isReceived = await this.stores.transaction(session.auth, async (tx) => {
      const binding = this.hashesOf(token, sender.cookie);
      const values = [sessionId, now, binding, text, MOST_SUBMITS, hashes?.[0] ?? null];
      const [taken] = await tx.query<{ status: string }>(TAKE_ENVELOPE, values);
      if (taken) return taken.status === 'received';
      return (await tx.query(WAS_TAKEN, [sessionId, hashes, now])).length > 0;
    });
    if (!isReceived) throw notFound();
  }

  /** A session has its own share once anonymous callers have reached the ceiling. */
  private async sessionOf(token: unknown, { isAboveCeiling }: Sender): Promise<LinkedSession> {
    const session = await this.links.find(token);
    if (!session) throw notFound();
    const subject = ['session', session.sessionId] as const;
    if (isAboveCeiling && (await this.doors.take(FORM_DOOR, subject, [SESSION_WINDOW])) > 0) throw notFound();
    return session;
  }

  private hashesOf(token: unknown, cookie: string | null): readonly Buffer[] | null {
    return cookie === null ? null : this.secrets.hashesOfBrowser(String(token), cookie);
  }
}
