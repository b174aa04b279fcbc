import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { section as assistantSection } from '../../../src/features/configuration/sections/assistant/assistant.section.js';
import { section as pluginSection } from '../../../src/features/configuration/sections/plugin-configuration/plugin-configuration.section.js';
import { section as routingSection } from '../../../src/features/configuration/sections/transfer-routing/transfer-routing.section.js';
import { useSharedApp } from '../../support/shared-app.js';
import {
  useProjectFixture,
  codeOf,
  fieldsOf,
  pathOf,
  publish,
  read,
  sectionOf,
  validate,
  write,
} from './editing.js';
import type { Section } from './editing.js';
import {
  aRuntime,
  booking,
  configuration,
  draftEtag,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

const ASSISTANT = assistantSection as unknown as SectionDefinition;
const PLUGINS = pluginSection as unknown as SectionDefinition;
const ROUTING = routingSection as unknown as SectionDefinition;
const { example } = assistantSection;

const problems = ({ validation }: Section): string[] =>
  validation.findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('the assistant of a project', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const put = async (body: object): Promise<Section> =>
    sectionOf(await write(test, desk, ASSISTANT, body).expect(200));
  const publishing = async () =>
    send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk) });

  // workspace 11.2
  it('is there before a project is published for the first time', async () => {
    await save(test, desk, 'booking', booking());
    const refused = await publishing();
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [['assistant.prompt', 'assistant_missing']]]);
    expect(refused.text).toContain('save one with a prompt');
    await put(example);
    expect((await publishing()).status).toBe(200);
  });

  // workspace 11.2, 5.9
  it('is missed, and no more, where a project was published without one', async () => {
    await publish(test, desk, 1, { booking: booking() });
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE project_id = $1`, [
      desk.projectId,
    ]);
    expect(problems(sectionOf(await read(test, desk, ASSISTANT)))).toEqual([
      'warning assistant_missing prompt',
    ]);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    expect((await publishing()).status).toBe(200);
    await put(example);
    expect((await publishing()).status).toBe(200);
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
  });

  // workspace 11.1, 11.12, 1.12
  it('is served to the runtime as it was saved, its numbers among it, and stored with none of them', async () => {
    const number = example.inbound_numbers[0]!;
    await put(example);
    const { version_number: version } = await publishDraft(test, desk);
    const key = await aRuntime(test, desk);
    const served = await configuration(test, desk, key).expect(200);
    expect(served.body).toMatchObject({ version_number: version, sections: { assistant: example } });
    await configuration(test, desk, key, served.get('ETag')).expect(304);
    for (const table of ['project_versions', 'project_section_edits']) {
      const rows = await test.world.sql(`SELECT t::text AS line FROM ${table} t WHERE project_id = $1`, [
        desk.projectId,
      ]);
      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).toContain('virtual receptionist');
      expect(JSON.stringify(rows)).not.toContain(number.slice(3));
    }
  });

  // workspace 11.6, 11.7, 1.7
  it('knows the destinations and tools of its project, and blocks their removal', async () => {
    const whole = {
      ...example,
      escalation_rules: [{ rule_id: 'help', trigger: 'emergency', destination_id: 'front-desk' }],
      tools: [{ plugin_id: 'practice-records', tool_name: 'find_free_slots' }],
    };
    expect(problems(await put(whole))).toEqual([
      'error transfer_disabled escalation_rules',
      'error plugin_unknown tools.0.plugin_id',
    ]);
    await write(test, desk, ROUTING).expect(200);
    await write(test, desk, PLUGINS).expect(200);
    expect(problems(sectionOf(await read(test, desk, ASSISTANT)))).toEqual([]);
    await send(test, desk, 'post', 'secrets', {
      body: { secret_name: 'RECORDS_API_KEY', value: 'correct-horse' },
    }).expect(200);
    await publishDraft(test, desk);
    const without = sectionOf(await write(test, desk, PLUGINS, { plugins: [] }).expect(200));
    expect(problems(without)).toEqual(['warning section_conflict ']);
    expect((await publishing()).status).toBe(422);
  });

  // workspace 1.9
  it('is validated without being saved', async () => {
    const answer = await validate(test, desk, ASSISTANT, {
      configuration: { ...example, voice_id: 'de-de-lena' },
    }).expect(200);
    expect(problems(sectionOf(answer))).toEqual(['error voice_language voice_id']);
    expect(sectionOf(await read(test, desk, ASSISTANT)).source).toBe('default');
  });

  // workspace 1.5, 11.11
  it.each<[string, object, [string, string][]]>([
    ['an unknown field', { tone: 'kind' }, [['tone', 'extra_forbidden']]],
    [
      'unknown fields further in',
      {
        persona: { ...example.persona, age: 30 },
        knowledge: [{ title: 'Fees', text: 'None.', url: 'https://example.com' }],
        silence: { ...example.silence, beep: true },
      },
      [
        ['persona.age', 'extra_forbidden'],
        ['silence.beep', 'extra_forbidden'],
        ['knowledge.0.url', 'extra_forbidden'],
      ],
    ],
    ['a prompt that is null', { prompt: null }, [['prompt', 'string_type']]],
    ['no language', { languages: [] }, [['languages', 'too_few']]],
    ['a language that is none', { languages: ['English'] }, [['languages.0', 'malformed']]],
    ['a prompt that is too long', { prompt: 'x'.repeat(20_001) }, [['prompt', 'too_long']]],
    [
      'a snippet that is too long',
      { knowledge: [{ title: 'Fees', text: 'x'.repeat(4001) }] },
      [['knowledge.0.text', 'too_long']],
    ],
    [
      'a snippet too many',
      { knowledge: Array.from({ length: 17 }, () => ({ title: 'Fees', text: 'None.' })) },
      [['knowledge', 'too_many']],
    ],
    [
      'a number as people write it',
      { inbound_numbers: ['(02) 5550 1200'] },
      [['inbound_numbers.0', 'malformed']],
    ],
    [
      'a trigger that does not exist',
      { end_call_rules: [{ rule_id: 'bored', trigger: 'boredom' }] },
      [['end_call_rules.0.trigger', 'value_unknown']],
    ],
    ['a control character', { prompt: 'Hello\u0007.' }, [['prompt', 'malformed']]],
    ['what no store takes', { prompt: 'Hello\u0000.' }, [['prompt', 'text_not_storable']]],
  ])('refuses %s, and says where', async (_, fields, expected) => {
    const refused = await write(test, desk, ASSISTANT, { ...example, ...fields }).expect(422);
    const inside = fieldsOf(refused).map(([field, code]) => [field.replace('configuration.', ''), code]);
    expect(inside.toSorted()).toEqual(expected.toSorted());
  });

  // workspace 1.10, 11.11
  it('takes what stays within a section, and answers 413 to what does not', async () => {
    const chinese = (snippets: number) => ({
      ...example,
      knowledge: Array.from({ length: snippets }, (_, index) => ({
        title: `第${index}章`,
        text: '价'.repeat(4000),
      })),
    });
    const large = await write(test, desk, ASSISTANT, chinese(16)).expect(413);
    expect([codeOf(large), large.text]).toEqual(['content_too_large', expect.stringContaining('128 KiB')]);
    const huge = await write(test, desk, ASSISTANT, { ...example, prompt: 'x'.repeat(300_000) });
    expect(huge.status).toBe(413);
    await put(chinese(10));
  });

  it('keeps texts in every script as they were sent', async () => {
    const said = {
      ...example,
      prompt: 'أنت موظف استقبال.\n\tשלום 👩‍⚕️ e\u0301 \u2028 {{weekday}} {{current_date}} {{practice_name}}',
      persona: { ...example.persona, name: 'Māia مايا' },
    };
    const saved = await put(said);
    expect(saved.configuration).toEqual(said);
    expect(sectionOf(await read(test, desk, ASSISTANT)).configuration).toEqual(said);
  });

  it('takes names that every object has by birth for variables that are not declared', async () => {
    const saved = await put({
      ...example,
      prompt: '{{constructor}} {{__proto__}} {{weekday}} {{current_date}} {{practice_name}}',
    });
    expect(problems(saved)).toEqual(['error variable_unknown prompt', 'error variable_unknown prompt']);
    const raw = JSON.stringify({ configuration: example }).replace('"prompt":', '"__proto__":{},"prompt":');
    const refused = await test
      .request()
      .put(pathOf(desk, 'assistant'))
      .set(desk.admin)
      .set('Content-Type', 'application/json')
      .send(raw);
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      [['configuration.__proto__', 'extra_forbidden']],
    ]);
  });

  // workspace 1.13
  it('leaves neither its texts nor its numbers in audit rows and logs', async () => {
    const prompt = 'Answer as the canary of the wattle grove. {{weekday}} {{current_date}}';
    await put({ ...example, prompt, inbound_numbers: ['+61255501299'] });
    await write(test, desk, ASSISTANT, { ...example, prompt: 'wattle grove', inbound_numbers: ['+61'] });
    const audits = await test.world.sql(`SELECT * FROM audit_events WHERE client_id = $1`, [
      desk.tenant.clientId,
    ]);
    expect(audits.length).toBeGreaterThan(0);
    expect(`${JSON.stringify(audits)} ${test.logs()}`).not.toMatch(/wattle grove|255501299/);
  });
});
