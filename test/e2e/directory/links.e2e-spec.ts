import { beforeEach, describe, expect, it } from 'vitest';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { admitCredentialsOf, startTestApp, useTestApp, type TestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { OpenIdProvider } from '../../support/openid-provider.js';
import { Browser, withPortal } from '../../support/portal-browser.js';
import { bearerToken } from '../../support/tokens.js';
import { useSharedApp } from '../../support/shared-app.js';
import { useWorker } from '../../support/worker.js';
import { mailedBy } from '../billing/billing-fixture.js';
import { accept, mailTo, PeopleFixture } from '../people/people-fixture.js';
import { aSecondLater } from '../webhooks/delivery-bench.js';
import { DirectoryFixture, read, type ScimUser } from './directory-fixture.js';

describe('a person whom the directory did not make', () => {
  const test = useSharedApp();
  let directory: DirectoryFixture;
  let person: TestUser;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    directory = await DirectoryFixture.make(test, [{ group: 'Staff', role: 'client_staff' }]);
    person = await test.world.aUser(directory.tenant, { role: 'client_manager' });
  });

  const link = () =>
    directory.administer('post', '/links').send({ user_id: person.userId, user_name: 'Mei@acme.example' });

  // directory 4.3, 4.4
  it('is taken over under the name of the link, and keeps the role until a group decides', async () => {
    expect((await link().expect(200)).body).toEqual({ user_id: person.userId, status: 'awaited' });
    await link().expect(409);
    await directory.send('get', `/Users/${person.userId}`).expect(404);
    const taken = await directory.create('mei@acme.example', { displayName: 'Another name' });
    expect(taken.id).toBe(person.userId);
    expect(await directory.roleOf(person.userId)).toBe('client_manager');
    const [{ display_name: name }] = (await test.world.sql<{ display_name: string }>(
      'SELECT display_name FROM portal_users WHERE user_id = $1',
      [person.userId],
    )) as [{ display_name: string }];
    expect(name).not.toBe('Another name');
    const off = { op: 'replace', path: 'active', value: false };
    await directory.patch(`/Users/${taken.id}`, off).expect(200);
    expect(await directory.roleOf(taken.id)).toBeNull();
    await directory.patch(`/Users/${taken.id}`, { ...off, value: true }).expect(200);
    expect(await directory.roleOf(taken.id)).toBe('client_manager');
    const body = { displayName: 'Staff', members: [{ value: taken.id }] };
    const group = read<ScimUser>(await directory.send('post', '/Groups', body).expect(201));
    expect(await directory.roleOf(taken.id)).toBe('client_staff');
    await directory.send('delete', `/Groups/${group.id}`).expect(204);
    expect(await directory.roleOf(taken.id)).toBeNull();
  });

  // directory 4.4
  it('keeps the role when the link ends', async () => {
    await link().expect(200);
    const taken = await directory.create('mei@acme.example');
    expect((await directory.setup()).linked).toEqual([{ user_id: person.userId, status: 'provisioned' }]);
    await directory.administer('delete', `/links/${person.userId}`).expect(200);
    await directory.administer('delete', `/links/${person.userId}`).expect(404);
    await directory.send('get', `/Users/${taken.id}`).expect(404);
    expect(await directory.roleOf(taken.id)).toBe('client_manager');
  });

  // directory 4.1, 4.4
  it.each(['partner_user', 'service_admin'] as const)('is not linked with the role %s', async (role) => {
    const other = await test.world.aUser(directory.tenant, { role });
    const body = { user_id: other.userId, user_name: 'x' };
    await directory.administer('post', '/links').send(body).expect(404);
    const members = [{ value: other.userId }];
    await directory.send('post', '/Groups', { displayName: 'Staff', members }).expect(201);
    expect(await directory.roleOf(other.userId)).toBe(role);
  });

  // directory 4.4
  it('is not linked when the role has ended', async () => {
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      person.userId,
    ]);
    await link().expect(404);
  });

  // directory 4.5
  it('loses a session in three processes within a second', async () => {
    const provider = await OpenIdProvider.start();
    const options = { settings: withPortal(provider), databases: test.databases };
    const processes = [await startTestApp(options), await startTestApp(options), await startTestApp(options)];
    try {
      // The processes of a file share passport's strategies, which are those of the last process.
      admitCredentialsOf(test);
      await link().expect(200);
      await directory.create('mei@acme.example');
      admitCredentialsOf(processes[0]!);
      const browser = new Browser(processes[0]!, provider);
      expect((await browser.signIn(person.subject)).status).toBe(303);
      const read = async (process: TestApp): Promise<number> =>
        (await process.request().get('/api/v1/calls/list').set({ Cookie: browser.cookieHeader })).status;
      const statuses = (): Promise<number[]> => Promise.all(processes.map(read));
      expect(await statuses()).toEqual([200, 200, 200]);
      const off = { op: 'replace', path: 'active', value: 'False' };
      await directory.patch(`/Users/${person.userId}`, off).expect(200);
      await aSecondLater();
      expect(await statuses()).toEqual([401, 401, 401]);
    } finally {
      for (const process of processes) await process.close();
      await provider.stop();
      admitCredentialsOf(test);
    }
  });
});

describe('a person who was invited to the address', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const test = useTestApp({ settings: (settings) => mailedBy(mail)(settings) });
  useWorker(test);

  // directory 4.3, 4.7
  it('is not linked by it', async () => {
    admitCredentialsOf(test);
    const directory = await DirectoryFixture.make(test);
    const desk = new PeopleFixture(test, directory.tenant, directory.admin);
    const guest = { address: 'mei@guest.example', token: () => bearerToken('invited-mei') };
    await desk.invite(guest.address, 'client_staff');
    await accept(test, guest, (await mailTo(mail, guest.address)).token).expect(200);
    const mails = mail.mails.length;
    for (const body of [
      { userName: guest.address.toUpperCase() },
      { userName: 'other', emails: [{ value: guest.address }] },
    ]) {
      const refused = await directory.send('post', '/Users', body).expect(409);
      expect(read(refused)).toMatchObject({ scimType: 'uniqueness' });
    }
    await directory.create('someone@else.example');
    expect(mail.mails.length).toBe(mails);
  });
});
