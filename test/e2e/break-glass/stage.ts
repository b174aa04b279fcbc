import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { Passkey } from '../../support/passkey.js';
import { Browser, PORTAL_URL, type PortalFrame } from '../../support/portal-browser.js';
import { MFA } from '../second-factors/stage.js';

export const GLASS = '/api/v1/security/break-glass';
const REASON = 'The directory refuses every sign-in since this morning.';

/** An administrator in a browser. */
export interface Admin {
  readonly user: TestUser;
  readonly browser: Browser;
  readonly passkey: Passkey;
}

export interface Holders {
  readonly holders: { user_id: string; active: boolean; counts: boolean; proved_at_utc: string | null }[];
  readonly proved_count: number;
  readonly etag: string;
}

export interface Use {
  readonly use_id: string;
  readonly state: string;
  readonly opened_at_utc: string;
  readonly ends_at_utc: string;
}

export interface Report extends Use {
  readonly acts: { occurred_at_utc: string; action: string; outcome: string; details: object }[];
  readonly pagination: { total_records: number };
}

/** The status of an answer, with the reason. */
export const fateOf = ({ status, body }: Response): [number, unknown] => {
  const { block_reason: plain, error } = (body ?? {}) as {
    block_reason?: string;
    error?: { code?: string; details?: { block_reason?: string } };
  };
  return [status, plain ?? error?.details?.block_reason ?? error?.code];
};

/** The people and passkeys of a client whose directory fails. */
export class GlassStage {
  constructor(
    private readonly frame: Pick<PortalFrame, 'test' | 'provider' | 'signedIn'>,
    readonly tenant: TestTenant,
  ) {}

  static async open(frame: Pick<PortalFrame, 'test' | 'provider' | 'signedIn'>): Promise<GlassStage> {
    return new GlassStage(frame, await frame.test.world.aTenant());
  }

  /** An administrator who has just proved a passkey. */
  async admin(): Promise<Admin> {
    const user = await this.frame.test.world.aUser(this.tenant, { role: 'client_admin' });
    const browser = await this.frame.signedIn(user);
    return { user, browser, passkey: await this.addPasskey(browser) };
  }

  async addPasskey(browser: Browser): Promise<Passkey> {
    const passkey = new Passkey(PORTAL_URL);
    const added = await browser.send('post', `${MFA}/factors`, { kind: 'webauthn', name: 'Key' });
    const { factor_id: id, registration } = added.body as {
      factor_id: string;
      registration: { challenge: string };
    };
    const response = passkey.register(registration);
    const confirmed = await browser.send('post', `${MFA}/factors/${id}/confirm`, { response });
    expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)]);
    return passkey;
  }

  /** Two holders who have proved their passkeys. */
  async holders(): Promise<[Admin, Admin]> {
    const pair = await this.unproved();
    await this.frame.test.world.sql(PROVE, [this.tenant.clientId]);
    return pair;
  }

  /** Two holders without a proof; the first one saves both. */
  async unproved(): Promise<[Admin, Admin]> {
    const pair: [Admin, Admin] = [await this.admin(), await this.admin()];
    const saved = await this.save(
      pair[0].browser,
      pair.map(({ user }) => user.userId),
    );
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
    return pair;
  }

  async list(browser: Browser): Promise<Holders> {
    return (await browser.get(`${GLASS}/holders`)).body as Holders;
  }

  /** Replaces the stored holders. */
  async save(browser: Browser, userIds: readonly string[], etag?: string): Promise<Response> {
    const guard = etag ?? (await this.list(browser)).etag;
    return browser.send(
      'put',
      `${GLASS}/holders`,
      { user_ids: userIds },
      { 'If-Match': `"${guard}"`, ...key() },
    );
  }

  /** Uses a passkey at /break-glass in a new browser. */
  async signIn(
    passkey: Pick<Passkey, 'sign'>,
    more: object = {},
    on: TestApp = this.frame.test,
  ): Promise<{ browser: Browser; answer: Response }> {
    const browser = new Browser(on, this.frame.provider);
    const challenge = await challengeOf(browser);
    const body = { challenge_id: challenge.challenge_id, response: passkey.sign(challenge.authentication) };
    return { browser, answer: await browser.send('post', DOOR_SIGN_IN, { ...body, ...more }) };
  }

  /** A browser of a holder with an open use. */
  async opened({ passkey }: Admin): Promise<{ browser: Browser; use: Use }> {
    const { browser } = await this.signIn(passkey);
    const answer = await open(browser);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return { browser, use: answer.body as Use };
  }
}

/** Writes a passkey proof for each holder of a client who has a passkey. */
const PROVE = `
  UPDATE break_glass_holders h SET proved_at = now(), proved_factor_id = f.factor_id
    FROM second_factors f WHERE h.client_id = $1 AND f.user_id = h.user_id AND f.kind = 'webauthn'`;

export const DOOR_SIGN_IN = '/api/v1/portal/break-glass/sign-in';

export interface Challenge {
  readonly challenge_id: string;
  readonly authentication: { challenge: string };
}

export async function challengeOf(browser: Browser): Promise<Challenge> {
  const answer = await browser.send('post', '/api/v1/portal/break-glass/challenge');
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body as Challenge;
}

let keys = 0;
export const key = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': `glass-${(keys += 1)}` });

export const open = (browser: Browser, reason = REASON): Promise<Response> =>
  browser.send('post', `${GLASS}/open`, { reason }, key());
export const close = (browser: Browser, useId?: string): Promise<Response> =>
  browser.send('post', `${GLASS}/close`, useId === undefined ? {} : { use_id: useId }, key());
export const confirm = (browser: Browser, useId: string): Promise<Response> =>
  browser.send('post', `${GLASS}/uses/${useId}/confirm`, {}, key());
export const usesOf = async (browser: Browser): Promise<Use[]> =>
  ((await browser.get(`${GLASS}/uses`)).body as { items: Use[] }).items;
export const reportOf = async (browser: Browser, useId: string, query = ''): Promise<Report> =>
  (await browser.get(`${GLASS}/uses/${useId}${query}`)).body as Report;
