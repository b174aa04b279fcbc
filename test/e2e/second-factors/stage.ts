import { TOTP } from 'otpauth';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { Browser } from '../../support/portal-browser.js';

export const MFA = '/api/v1/portal/mfa';

/** The app's code this many windows of 30 seconds after an instant. */
export const codeAt = (secret: string, at: Date, windows = 0): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() + windows * 30_000 });

export interface AddedApp {
  readonly id: string;
  readonly secret: string;
}

/** Adds an authenticator app, and confirms it with the code of the window before an instant. */
export async function addApp(browser: Browser, at: Date): Promise<AddedApp> {
  const added = await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Phone' });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  const { factor_id: id, secret } = added.body as { factor_id: string; secret: string };
  const answer = await browser.send('post', `${MFA}/factors/${id}/confirm`, { code: codeAt(secret, at, -1) });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { id, secret };
}

export const stepUp = (browser: Browser, proof: object): Promise<Response> =>
  browser.send('post', `${MFA}/step-up/confirm`, proof);
