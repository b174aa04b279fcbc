import { randomUUID } from 'node:crypto';
import { Body, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import { Routes } from '../../../src/core/http/operation.decorator.js';
import type { PlatformRequest } from '../../../src/core/shared/platform-request.js';
import { SessionEnds } from '../../../src/features/portal/entry/session-ends.service.js';
import {
  SessionOpener,
  type ProvenPerson,
} from '../../../src/features/portal/entry/session-opener.service.js';
import { SessionProofs } from '../../../src/features/portal/entry/session-proofs.service.js';
import { PORTAL_ERRORS } from '../../../src/features/portal/portal.errors.js';
import type { TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { Browser, usePortal } from '../../support/portal-browser.js';

/** The next person who may sign in during this test. */
let next: ProvenPerson;

@Routes('v1/door', 'Health')
class DoorController {
  constructor(private readonly parts: ModuleRef) {}

  @Post()
  @PublicRoute('domain', {
    withoutDoor: 'a route of this test',
    keyless: 'a route of this test',
    errors: [PORTAL_ERRORS.noPortalAccess],
  })
  @ApiCreatedResponse({ type: Object })
  async enter(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
    @Body() _body: unknown,
  ): Promise<object> {
    const id = await this.parts.get(SessionOpener, { strict: false }).open(next, request, response);
    return { id };
  }
}

const { provider, test, tenant, signedIn } = usePortal({ controllers: [DoorController] });
const ends = () => test.app.get(SessionEnds, { strict: false });
const SUMMARY = '/api/v1/calls/summary';

interface Entered {
  readonly browser: Browser;
  readonly id: string;
}

async function enter(
  person: TestUser,
  more: Partial<ProvenPerson['proof']> = {},
  onlyClientId = tenant.clientId,
): Promise<Entered> {
  next = {
    subject: person.subject,
    dataEnv: tenant.dataEnv,
    onlyClientId,
    proof: { authTime: new Date(), amr: ['pwd'], connectionId: null, breakGlassId: null, ...more },
    provided: null,
  };
  const browser = new Browser(test, provider);
  const answer = await browser.send('post', '/v1/door');
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return { browser, id: (answer.body as { id: string }).id };
}

const status = async ({ browser }: Pick<Entered, 'browser'>, client = tenant.clientId): Promise<number> =>
  (await browser.get(`${SUMMARY}?client_id=${client}`)).status;

const anAdmin = (): Promise<TestUser> => test.world.aUser(tenant, { role: 'client_admin' });

describe('a person who came another way', () => {
  // portal-sessions 9.1
  it('has a session that counts for its client alone, and is asked for by no provider', async () => {
    const elsewhere = await test.world.aTenant();
    const person = await anAdmin();
    await test.world.assign(person, elsewhere, { role: 'client_admin' });
    provider.asked.length = 0;
    const entered = await enter(person, { connectionId: randomUUID() });
    expect([await status(entered), await status(entered, elsewhere.clientId)]).toEqual([200, 404]);
    expect((await entered.browser.get('/v1/portal/session')).body).toMatchObject({
      assignments: [{ client_id: tenant.clientId }],
    });
    const sessions = await entered.browser.get('/v1/portal/sessions');
    expect(sessions.body).toMatchObject({ items: [{ session_id: entered.id, amr: ['pwd'], current: true }] });
    const out = await entered.browser.send('post', '/v1/portal/sign-out');
    expect([out.status, provider.asked]).toEqual([200, []]);
  });

  // portal-sessions 9.2
  it('is not let in while inactive', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_admin', active: false });
    await test.world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [person.userId]);
    await expect(enter(person)).rejects.toThrow(/^403 .*no_portal_access/);
  });

  // portal-sessions 9.3
  it('is out when the sessions of a person, a connection or a use end, and nobody else is', async () => {
    const [connectionId, breakGlassId] = [randomUUID(), randomUUID()];
    const [one, two, three, four] = [
      await enter(await anAdmin()),
      await enter(await anAdmin(), { connectionId }),
      await enter(await anAdmin(), { breakGlassId }),
      await enter(await anAdmin(), { connectionId: randomUUID() }),
    ];
    const all = () => Promise.all([one, two, three, four].map((it) => status(it)));
    // Without an open use, a break-glass session cannot read calls.
    expect(await all()).toEqual([200, 200, 403, 200]);
    expect(await ends().ofConnection(connectionId)).toBe(1);
    await eventually(async () => expect(await all()).toEqual([200, 401, 403, 200]));
    expect(await ends().ofBreakGlassUse(breakGlassId)).toBe(1);
    await eventually(async () => expect(await all()).toEqual([200, 401, 401, 200]));
    const [{ user_id: userId } = { user_id: '' }] = await test.world.sql<{ user_id: string }>(
      'SELECT u.user_id FROM portal_users u JOIN portal_sessions s USING (subject) WHERE s.session_id = $1',
      [one.id],
    );
    expect(await ends().ofPerson(userId)).toBe(1);
    await eventually(async () => expect(await all()).toEqual([401, 401, 401, 200]));
  });

  // portal-sessions 9.3
  it('stays where all who came in another way than the connection of a client are sent out', async () => {
    const own = await test.world.aTenant();
    const organisationId = await test.world.anOrganisation(own.clientId);
    const connectionId = randomUUID();
    const customer = await test.world.aUser(own, { role: 'client_staff' });
    const partner = await test.world.aUser(own, { role: 'partner_admin', organisationId });
    const elsewhere = await anAdmin();
    const sessions = [
      await signedIn(customer),
      (await enter(customer, { connectionId: randomUUID() }, own.clientId)).browser,
      (await enter(customer, { connectionId }, own.clientId)).browser,
      (await enter(customer, { breakGlassId: randomUUID() }, own.clientId)).browser,
      await signedIn(partner),
      await signedIn(elsewhere),
    ];
    const isStanding = async (it: Browser): Promise<boolean> => {
      const { status: answered, text } = await it.get('/v1/portal/sessions');
      return answered === 200 || text.includes('break_glass_session');
    };
    const standing = () => Promise.all(sessions.map(isStanding));
    expect(await standing()).toEqual(Array(6).fill(true));
    expect(await ends().ofOtherWays(own, connectionId)).toBe(2);
    await eventually(async () => expect(await standing()).toEqual([false, false, true, true, true, true]));
  });

  // portal-sessions 9.4
  it('has the method and the time of a new proof in the next token', async () => {
    const before = new Date(Date.now() - 3_600_000);
    const { browser, id } = await enter(await anAdmin(), { authTime: before });
    expect(await status({ browser })).toBe(200);
    for (const method of ['otp', 'otp', 'hwk'])
      await test.app.get(SessionProofs, { strict: false }).add(id, method);
    const [row] = await test.world.sql<{ amr: string[]; auth_time: Date }>(
      'SELECT amr, auth_time FROM portal_sessions WHERE session_id = $1',
      [id],
    );
    expect(row?.amr).toEqual(['pwd', 'hwk']);
    expect(row!.auth_time.getTime()).toBeGreaterThan(before.getTime());
  });
});
