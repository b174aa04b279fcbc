import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { anExportingTenant, aTokenOf, exportCalls, exportOnce, LEGACY, V1, V2, V3 } from './exporting.js';
import type { Exporting } from './exporting.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';

interface Capabilities {
  readonly profiles: readonly {
    readonly profile: string | null;
    readonly allowed: boolean;
    readonly columns: string[];
  }[];
  readonly options: readonly {
    readonly option: string;
    readonly allowed: boolean;
    readonly honoured: boolean;
  }[];
  readonly limits: object;
}

const ROLES: readonly PortalRole[] = ['client_admin', 'client_manager', 'client_staff', 'partner_admin'];

describe('what a caller may ask an export for', () => {
  const test = useSharedApp();

  const read = async (own: Exporting, role: PortalRole, query: object = {}): Promise<Capabilities> => {
    const response = await test
      .request()
      .get('/v1/calls/export/capabilities')
      .query(query)
      .set('Authorization', `Bearer ${await aTokenOf(test, own.tenant, role)}`);
    expect(response.status, response.text).toBe(200);
    return response.body as Capabilities;
  };
  const optionsOf = ({ options }: Capabilities) =>
    Object.fromEntries(options.map(({ option, ...rest }) => [option, rest]));

  // calls-export 11.1, 11.2, 11.4
  it('is every profile and option to a client_admin of a tenant that permits all', async () => {
    const own = await anExportingTenant(test);
    const all = await read(own, 'client_admin', { project_id: own.project });
    expect(all).toMatchObject({
      formats: ['csv'],
      profiles: [
        { profile: null, allowed: true, chooses_columns: false, timezone: 'forbidden' },
        { profile: 'portal_business_v1', allowed: true, timezone: 'required' },
        { profile: 'portal_business_v2', allowed: true, timezone: 'required' },
        { profile: 'portal_business_v3', allowed: true, chooses_columns: true, timezone: 'required' },
      ],
      limits: {
        max_rows: 10_000,
        max_bytes: 50 * 1024 * 1024,
        max_read_seconds: 30,
        at_once: 1,
        exports: { caller: { limit: 3, seconds: 600 }, tenant: { limit: 12, seconds: 600 } },
        previews: { caller: { limit: 30, seconds: 600 }, tenant: { limit: 120, seconds: 600 } },
      },
    });
    expect(all.profiles[2]!.columns).toEqual([
      ...['call_started_at', 'caller', 'duration_seconds', 'call_status', 'primary_outcome', 'sentiment'],
      ...['summary', 'transcript_status', 'transcript'],
    ]);
    expect(all.profiles[3]!.columns).toHaveLength(12);
    const honoured = { allowed: true, honoured: true, reason: null };
    expect(optionsOf(all)).toEqual({
      include_caller_info: { value: true, profiles: [null], ...honoured },
      include_transcript_text: { value: true, profiles: [null, 'portal_business_v2'], ...honoured },
      include_audio_links: {
        value: true,
        profiles: [null],
        allowed: true,
        honoured: false,
        reason: 'no_audio_links',
      },
      redact_personal_information: { value: false, profiles: ['portal_business_v3'], ...honoured },
    });
  });

  // calls-export 11.3
  it('is what the policy, the governance and the role leave', async () => {
    const own = await anExportingTenant(test);
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1 AND kind = 'raw_caller'`, [
      own.tenant.clientId,
    ]);
    await test.world.governance(own.tenant, { audioRetention: 'disabled' });
    expect(optionsOf(await read(own, 'client_admin'))).toMatchObject({
      include_caller_info: { allowed: true, honoured: false, reason: 'not_permitted' },
      include_transcript_text: { allowed: true, honoured: true, reason: null },
      include_audio_links: { allowed: false, honoured: false, reason: 'recordings_not_kept' },
      redact_personal_information: { allowed: true, honoured: false, reason: 'not_permitted' },
    });
    const staff = await read(own, 'client_staff');
    expect(staff.options.map(({ allowed, honoured }) => allowed || honoured)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(staff.profiles.map(({ allowed }) => allowed)).toEqual([true, true, false, true]);
    expect(staff.profiles[2]!.columns).toEqual([]);
    expect(staff.profiles[3]!.columns).not.toContain('transcript');
  });

  // calls-export 11.5
  it('is no promise: what holds when an export is asked for decides', async () => {
    const own = await anExportingTenant(test);
    expect(optionsOf(await read(own, 'client_admin'))).toMatchObject({
      include_audio_links: { allowed: true },
    });
    await test.world.governance(own.tenant, { audioRetention: 'disabled' });
    const refused = await exportOnce(test, own, { ...LEGACY, include_audio_links: true });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'EXPORT_UNAVAILABLE' }]);
  });

  // Fails if capabilities and exports stop asking the same table. calls-export 11.2, 11.3
  it.each(ROLES)('promises %s what exports then accept', async (role) => {
    const own = await anExportingTenant(test);
    const capabilities = await read(own, role, { project_id: own.project });
    const accepts = async (body: object): Promise<boolean> => {
      const token = await aTokenOf(test, own.tenant, role);
      await test.world.sql('DELETE FROM throttle_hits');
      return (await exportCalls(test, token, { project_id: own.project, ...body })).status === 200;
    };
    const least = [LEGACY, V1, V2, { ...V3, columns: ['call_id'] }];
    for (const [index, { allowed }] of capabilities.profiles.entries()) {
      expect(await accepts(least[index]!), String(index)).toBe(allowed);
    }
    const asking: Readonly<Record<string, object>> = {
      include_caller_info: { ...LEGACY, include_caller_info: true },
      include_transcript_text: { ...LEGACY, include_transcript_text: true },
      include_audio_links: { ...LEGACY, include_audio_links: true },
      redact_personal_information: { ...V3, columns: ['caller'], redact_personal_information: false },
    };
    for (const { option, allowed } of capabilities.options) {
      expect(await accepts(asking[option]!), option).toBe(allowed);
    }
  });
});
