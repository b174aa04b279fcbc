import { solveChallenge, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { hash } from 'node:crypto';
import { DemoChallenges } from '../../../src/features/demo/dial-me/demo-challenges.service.js';
import type { Settings } from '../../../src/config/settings.js';
import type { TestApp } from '../../support/app.js';
import type { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';

export const CONSENT_TEXT =
  'I ask Harbour Dental to call me once, now. I know that a computer speaks with me.';
export const CONSENT_VERSION = hash('sha256', CONSENT_TEXT, 'hex').slice(0, 16);
export const DIAL_ME = '/v1/public/demo/dial-me';

/** The project of the demo, and its tenant. */
export const DEMO = { clientId: 'demo-client', dataEnv: 'prod', projectId: 'demo-project' } as const;

/**
 * Settings of a process whose deployment has a demo; `openDemoFixture` creates the project that
 * they name.
 */
export const withDemo = (settings: Settings): Settings => ({
  ...settings,
  features: {
    ...settings.features,
    DEMO_PROJECT: DEMO,
    DEMO_CONSENT_TEXT: CONSENT_TEXT,
    DEMO_COUNTRIES: ['AU', 'NZ'],
    DEMO_CALLS_PER_DAY: 1000,
  },
});

/** The demo's project, and the runtime that makes its calls. */
export async function openDemoFixture(test: TestApp, clock: TestClock): Promise<RuntimeFixture> {
  const tenant = await test.world.aTenant(DEMO);
  return RuntimeFixture.open(test, clock, { tenant, projectId: DEMO.projectId });
}

/** Ends all waiting calls. */
export async function endCalls(runtime: RuntimeFixture, disposition = 'answered'): Promise<void> {
  for (const { dispatch_id: id } of await runtime.taken()) await runtime.end(id, disposition);
}

let strangers = 0;

/** A telephone number and an address that no other request of the file uses. */
export const aStranger = (): { phone: string; address: string } => {
  strangers += 1;
  return {
    phone: numbers(1, strangers)[0]!,
    address: `198.18.${Math.floor(strangers / 250)}.${strangers % 250}`,
  };
};

export const payloadOf = (challenge: Challenge, solution: Solution | null): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

/** A solved challenge of the service that needed a single attempt. */
export async function aProof({ app }: TestApp): Promise<string> {
  const { challenge } = await app.get(DemoChallenges, { strict: false }).make({ cost: 1, tries: 0 });
  return payloadOf(challenge, await solveChallenge({ challenge, deriveKey }));
}

/** An anonymous request. */
export interface Asked {
  readonly phone: string;
  readonly address: string;
  readonly challenge?: string;
  readonly consent?: object;
}

/** The answer without the headers that are always different. */
export interface Told {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const OF_EACH_ANSWER = new Set(['date', 'x-request-id']);

/** Requests a call from a process anonymously. */
export async function askForCall(
  test: TestApp,
  { phone, address, challenge, consent }: Asked,
): Promise<Told> {
  const response = await fetch(`${test.baseUrl}${DIAL_ME}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      phone,
      consent: consent ?? { accepted: true, version: CONSENT_VERSION },
      challenge: challenge ?? (await aProof(test)),
    }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OF_EACH_ANSWER.has(name)));
  return { status: response.status, text: await response.text(), headers };
}
