import { describe, expect, it } from 'vitest';
import { useTestDatabases, withClient } from '../../../../test/support/databases.js';
import type { MetadataGroup } from '../../../config/settings.js';
import type { Preparation } from '../driver/new-connection.js';
import { prepareForSystem, prepareForTenants, WrongLoginError } from './new-connections.js';

type Login = 'requests' | 'jobs' | 'operations' | 'owner';

describe('a new connection to the metadata store', () => {
  const databases = useTestDatabases();

  const addressOf = (login: Login): string =>
    ({
      requests: databases.metadataUrl,
      jobs: databases.workerMetadataUrl,
      operations: databases.operatorMetadataUrl,
      owner: databases.superuser.metadataUrl,
    })[login];
  const preparedBy = (prepare: Preparation, login: Login): Promise<string> =>
    withClient(addressOf(login), async (client) => {
      await prepare(client);
      const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
      return rows[0]!.role;
    });

  const OWN: readonly [MetadataGroup, Login][] = [
    ['telephony_requests', 'requests'],
    ['telephony_jobs', 'jobs'],
    ['telephony_operations', 'operations'],
  ];
  const OTHERS = OWN.flatMap(([group]) =>
    OWN.filter(([other]) => other !== group).map(([, login]) => [group, login] as const),
  );

  it.each(OWN)('of %s with its own login is ready for tenants, as itself', async (group, login) => {
    expect(await preparedBy(prepareForTenants(group), login)).not.toMatch(/_system$/);
  });

  it.each(OTHERS)('of %s is refused with the login for %s', async (group, login) => {
    const refused = preparedBy(prepareForTenants(group), login);
    await expect(refused).rejects.toBeInstanceOf(WrongLoginError);
    await expect(refused).rejects.toThrow(
      `belongs to another kind of process; this one needs a member of ${group}.`,
    );
  });

  it('is refused with a login that row-level security does not bind', async () => {
    const refused = preparedBy(prepareForTenants('telephony_requests'), 'owner');
    await expect(refused).rejects.toBeInstanceOf(WrongLoginError);
    await expect(refused).rejects.toThrow('can see the rows of all tenants');
  });

  it.each([
    ['telephony_requests', 'requests', 'telephony_requests_system'],
    ['telephony_jobs', 'jobs', 'telephony_jobs_system'],
    ['telephony_operations', 'operations', 'telephony_requests_system'],
  ] as const)('across tenants of %s acts as the role of its process', async (group, login, role) => {
    expect(await preparedBy(prepareForSystem(group), login)).toBe(role);
  });

  it('across tenants is refused with a login that may not act as that role', async () => {
    const refused = preparedBy(prepareForSystem('telephony_jobs'), 'requests');
    await expect(refused).rejects.toThrow('may not act as telephony_jobs_system.');
  });
});
