import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { useProjectFixture, exampleOf, fieldsOf, read, sectionOf, validate, write } from './editing.js';
import type { Section } from './editing.js';

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;
const EMAIL = named('email-delivery');
const IDENTITY = named('identity-verification');
const PLUGINS = named('plugin-configuration');
const ROUTING = named('transfer-routing');

const problems = ({ validation }: Section): string[] =>
  validation.findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('rules of sections', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const save = async (section: SectionDefinition, configuration: object): Promise<Section> =>
    sectionOf(await write(test, desk, section, configuration).expect(200));

  describe('email delivery', () => {
    const recipient = (address: string) => ({ address, role: 'to', events: ['call_missed'], enabled: true });
    const telling = (...recipients: object[]) => ({ ...EMAIL.defaults, enabled: true, recipients });

    // workspace 2.7
    it('tells twenty recipients and not one more', async () => {
      const all = Array.from({ length: 21 }, (_, index) => recipient(`desk${index}@example.com`));
      await save(EMAIL, telling(...all.slice(0, 20)));
      const refused = await write(test, desk, EMAIL, telling(...all)).expect(422);
      expect(fieldsOf(refused)).toEqual([['configuration.recipients', 'too_many']]);
    });

    it.each(['desk', 'desk@example', 'desk @example.com', 'Desk <desk@example.com>', 'désk@example.com'])(
      'refuses %j as an address',
      async (address) => {
        const refused = await write(test, desk, EMAIL, telling(recipient(address))).expect(422);
        expect(fieldsOf(refused)).toEqual([['configuration.recipients.0.address', 'malformed']]);
      },
    );

    // email-routing 4.1; workspace 2.7
    it('names each recipient whose address is not verified', async () => {
      const { clientId } = desk.tenant;
      const admin = await test.world.aUser(desk.tenant, { role: 'client_admin' });
      await test
        .request()
        .post('/v1/portal/email-routing/addresses')
        .query({ client_id: clientId })
        .set(bearer(admin.token()))
        .send({ email: 'desk@example.com', label: 'Desk' })
        .expect(200);
      const configuration = telling(recipient('Desk@EXAMPLE.com'), recipient('new@example.com'));
      const unverified = (at: number) => `error recipient_unverified recipients.${at}.address`;
      expect(problems(await save(EMAIL, configuration))).toEqual([unverified(0), unverified(1)]);
      await test.world.sql(`UPDATE email_addresses SET status = 'verified' WHERE client_id = $1`, [clientId]);
      expect(problems(await save(EMAIL, configuration))).toEqual([unverified(1)]);
    });

    // workspace 2.7
    it('sends no transcript but a redacted one', async () => {
      const refused = await write(test, desk, EMAIL, {
        ...EMAIL.defaults,
        include_transcript: 'original',
      }).expect(422);
      expect(fieldsOf(refused)).toEqual([['configuration.include_transcript', 'value_unknown']]);
    });

    it('leaves no address in audit rows, logs and answers that refuse it', async () => {
      await save(EMAIL, telling(recipient('canary-one@example.com'), recipient('canary-one@example.com')));
      await validate(test, desk, EMAIL).expect(200);
      const refused = await write(test, desk, EMAIL, telling(recipient('canary-two@'))).expect(422);
      const audits = await test.world.sql(`SELECT * FROM audit_events WHERE client_id = $1`, [
        desk.tenant.clientId,
      ]);
      expect(audits.length).toBeGreaterThan(0);
      expect(`${JSON.stringify(audits)} ${test.logs()} ${refused.text}`).not.toContain('canary');
    });
  });

  it('identity verification knows the tools and destinations of its project, and no others', async () => {
    const asking = {
      ...IDENTITY.defaults,
      enabled: true,
      steps: [
        {
          step_id: 'account',
          kind: 'account_number',
          required: true,
          attempts: 2,
          match: 'exact',
          lookup_tool: 'find_free_slots',
        },
      ],
      on_failure: { action: 'transfer', destination_id: 'front-desk' },
    };
    expect(problems(await save(IDENTITY, asking))).toEqual([
      'error tool_unknown steps.0.lookup_tool',
      'error transfer_disabled on_failure.action',
    ]);
    await save(PLUGINS, exampleOf(PLUGINS));
    await save(ROUTING, exampleOf(ROUTING));
    expect(problems(sectionOf(await read(test, desk, IDENTITY)))).toEqual([]);
  });

  // workspace 1.14
  it('plugins are blocked by addresses in private networks and by secrets in plain text', async () => {
    const { plugins } = PLUGINS.example as { plugins: { tools: object[] }[] };
    const [plugin] = plugins;
    const tool = {
      ...plugin!.tools[0],
      url: 'https://169.254.169.254/latest/meta-data',
      headers: { Authorization: 'Bearer abc' },
      secret_headers: {},
    };
    expect(problems(await save(PLUGINS, { plugins: [{ ...plugin, tools: [tool] }] }))).toEqual([
      'error url_not_public plugins.0.tools.0.url',
      'error secret_in_plain_text plugins.0.tools.0.headers.Authorization',
    ]);
  });

  // workspace 1.14
  it('plugins are called over https alone', async () => {
    const { plugins } = PLUGINS.example as { plugins: { tools: object[] }[] };
    const tool = { ...plugins[0]!.tools[0], url: 'http://api.example.com/' };
    const refused = await write(test, desk, PLUGINS, { plugins: [{ ...plugins[0], tools: [tool] }] }).expect(
      422,
    );
    expect(fieldsOf(refused)).toEqual([['configuration.plugins.0.tools.0.url', 'malformed']]);
  });
});
