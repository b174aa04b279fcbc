import type { Response } from 'supertest';
import { beforeEach } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import type { Browser } from '../../support/portal-browser.js';
import { GlassStage, type Admin, type Challenge } from '../break-glass/stage.js';
import { MFA, stepUp } from '../second-factors/stage.js';
import { useDirectory, type DirectoryFrame } from './directory-frame.js';

export const ENFORCEMENT = '/api/v1/security/sso/enforcement';
const CONNECTIONS = '/api/v1/security/sso/connections';
export const OFF = { mode: 'off' };

interface State {
  readonly mode: string;
  readonly connection_id: string | null;
  readonly etag: string;
}

let keys = 0;

/** A client whose people may have to sign in through its directory. */
export class EnforcementStage {
  constructor(readonly frame: DirectoryFrame) {}

  /** Resets every limit. */
  freeLimits(): Promise<unknown> {
    return this.frame.test.world.sql('DELETE FROM throttle_hits');
  }

  /** A person who is linked to the directory, in a browser that signed in through it. */
  async throughDirectory(person: TestUser): Promise<Browser> {
    const old = await this.frame.signedIn(person);
    const { connectionId, tenant } = this.frame.client();
    const begun = await old.send(
      'post',
      `/api/v1/portal/directory-links/${connectionId}?client_id=${tenant.clientId}`,
    );
    if (begun.status !== 200) throw new Error(`${begun.status} ${begun.text}`);
    await this.comeBack(old, (begun.body as { location: string }).location, person.subject);
    return this.enter(person.subject);
  }

  /** Signs in through the directory. */
  async enter(subject: string): Promise<Browser> {
    const browser = this.frame.browser();
    const back = await this.entered(subject, browser);
    if (back.status !== 303 || back.text !== '') throw new Error(`${back.status} ${back.text}`);
    return browser;
  }

  /** The answer to a sign-in through the directory. */
  async entered(subject: string, browser = this.frame.browser()): Promise<Response> {
    const location = await this.frame.locationFor(browser, `mei@${this.frame.client().domain}`);
    return this.comeBack(browser, location, subject);
  }

  async state(browser: Browser): Promise<State> {
    return (await browser.get(ENFORCEMENT)).body as State;
  }

  async save(browser: Browser, body: object, etag?: string): Promise<Response> {
    const guard = etag ?? (await this.state(browser)).etag;
    keys += 1;
    return browser.send('put', ENFORCEMENT, body, {
      'If-Match': `"${guard}"`,
      'Idempotency-Key': `enforcement-${keys}`,
    });
  }

  required(accepted?: number): object {
    return {
      mode: 'required',
      connection_id: this.frame.client().connectionId,
      ...(accepted !== undefined && { accept_exclusions: accepted }),
    };
  }

  /** Writes a proof for each holder who has a passkey. */
  prove(proved = 'now()'): Promise<unknown> {
    return this.frame.test.world.sql(
      `UPDATE break_glass_holders h SET proved_at = ${proved}, proved_factor_id = f.factor_id
         FROM second_factors f WHERE h.client_id = $1 AND f.user_id = h.user_id AND f.kind = 'webauthn'`,
      [this.frame.client().tenant.clientId],
    );
  }

  get glass(): GlassStage {
    return new GlassStage(this.frame, this.frame.client().tenant);
  }

  /** Signs in through the directory, and proves the passkey in that session. */
  async enterWithPasskey({ user, passkey }: Pick<Admin, 'user' | 'passkey'>): Promise<Browser> {
    const browser = await this.enter(user.subject);
    const begun = await browser.send('post', `${MFA}/step-up`);
    const { challenge_id, authentication } = begun.body as Challenge;
    const proof = { kind: 'webauthn', challenge_id, response: passkey.sign(authentication) };
    const { status, text } = await stepUp(browser, proof);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return browser;
  }

  /** Two holders who have proved their passkeys and are not linked to the directory. */
  async waysBack(): Promise<[Admin, Admin]> {
    const pair = await this.glass.holders();
    await this.prove();
    return pair;
  }

  /** A request about the connection, with its current etag. */
  async change(
    browser: Browser,
    method: 'post' | 'delete' | 'patch',
    action = '',
    body = {},
  ): Promise<Response> {
    const path = `${CONNECTIONS}/${this.frame.client().connectionId}`;
    const { etag } = (await browser.get(path)).body as { etag: string };
    return browser.send(method, `${path}${action}`, body, { 'If-Match': `"${etag}"` });
  }

  /** A change of a person's role, with the person's current etag. */
  async changeRole(browser: Browser, { userId }: TestUser, role: string): Promise<Response> {
    const { etag } = (await browser.get(`${PEOPLE}/${userId}`)).body as { etag: string };
    keys += 1;
    return browser.send(
      'patch',
      `${PEOPLE}/${userId}`,
      { role },
      { 'If-Match': `"${etag}"`, 'Idempotency-Key': `role-${keys}` },
    );
  }

  /** An administrator's action on a person. */
  actOn(browser: Browser, { userId }: TestUser, action: 'deactivate' | 'mfa-reset'): Promise<Response> {
    keys += 1;
    return browser.send(
      'post',
      `${PEOPLE}/${userId}/${action}`,
      {},
      { 'Idempotency-Key': `${action}-${keys}` },
    );
  }

  /**
   * Removes a person's factors, one after the other.
   * @returns the first refusal, or the last answer
   */
  async removePasskeys(browser: Browser): Promise<Response> {
    const listed = await browser.get(MFA);
    const { factors = [] } = listed.body as { factors?: { factor_id: string }[] };
    let last = listed;
    for (const { factor_id: id } of factors) {
      last = await browser.send('delete', `${MFA}/factors/${id}`);
      if (last.status !== 204) break;
    }
    return last;
  }

  /** Returns from the directory, which has signed an account in. */
  comeBack(browser: Browser, location: string, subject: string): Promise<Response> {
    const { connectionId } = this.frame.client();
    const answer = this.frame.directory.approve(location, subject).toString();
    return browser.get(`/v1/portal/oidc/${connectionId}/callback?${answer}`);
  }
}

const PEOPLE = '/api/v1/portal/people';

export function useEnforcement(): EnforcementStage {
  const frame = useDirectory();
  beforeEach(() => {
    frame.provider.tokenSeconds = 80_000;
  });
  return new EnforcementStage(frame);
}
