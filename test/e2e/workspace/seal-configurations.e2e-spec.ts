import { beforeAll, describe, expect, it } from 'vitest';
import { sealConfigurations } from '../../../src/features/workspace/configuration/reseal.js';
import type { OwnedMetadata } from '../../../src/features/workspace/configuration/reseal.js';
import { SealedSections } from '../../../src/features/workspace/configuration/sealed-sections.service.js';
import { section as emails } from '../../../src/features/workspace/sections/email-delivery/email-delivery.section.js';
import { useTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { dumpOf } from '../privacy/canaries.js';
import { aDesk, publish } from './editing.js';
import { aRuntime, configuration, send } from './releasing.js';

const OLD = 'old-fashioned@example.com';
const emailsTo = (address: string) => ({
  ...emails.example,
  recipients: [{ ...emails.example.recipients[0]!, address }],
});

// As versions of the service stored them that sealed nothing.
describe('configurations that lie in clear', () => {
  const test = useTestApp();
  const lines: string[] = [];

  const desk = perSuite(() => aDesk(test));
  let runtime: string;
  beforeAll(async () => {
    runtime = await aRuntime(test, desk);
  });
  beforeAll(async () => {
    const saved = await send(test, desk, 'put', 'email-delivery', {
      body: { configuration: emailsTo('first@example.com') },
    });
    expect(saved.status, saved.text).toBe(200);
    await publish(test, desk, 1, { 'email-delivery': emailsTo(OLD) });
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE project_id = $1`, [
      desk.projectId,
    ]);
    const body = { configuration: { ...emailsTo(OLD), from_name: 'Night desk' } };
    await send(test, desk, 'put', 'email-delivery', { body }).expect(200);
    for (const table of ['project_draft_sections', 'project_section_edits']) {
      await test.world.sql(`UPDATE ${table} SET configuration = $2 WHERE project_id = $1`, [
        desk.projectId,
        body.configuration,
      ]);
    }
  });

  const owner: OwnedMetadata = { query: (text, values) => test.world.sql(text, [...values]) };
  const run = async (store = owner): Promise<string[]> => {
    lines.length = 0;
    await sealConfigurations(test.app.get(SealedSections), store, (line) => lines.push(line));
    return lines;
  };
  const seen = async (): Promise<unknown[]> => {
    const [draft, version, served] = [
      await send(test, desk, 'get', 'email-delivery').expect(200),
      await send(test, desk, 'get', 'versions/1').expect(200),
      await configuration(test, desk, runtime).expect(200),
    ];
    return [draft.body, version.body, served.body, draft.get('ETag'), served.get('ETag')] as unknown[];
  };

  it('are read as they are, and sealed without a reader noticing', async () => {
    const before = await seen();
    expect(JSON.stringify(before)).toContain(OLD);
    expect(await dumpOf(test.databases.superuser.metadataUrl)).toContain(OLD);

    // Ended in between, as by a kill: each row is one statement.
    let left = 2;
    const failing: OwnedMetadata = {
      query: (text, values) =>
        text.includes('UPDATE') && (left -= 1) < 0
          ? Promise.reject(new Error('ended'))
          : owner.query(text, values),
    };
    await expect(run(failing)).rejects.toThrow('ended');
    expect(await seen()).toEqual(before);
    await run();

    expect(await dumpOf(test.databases.superuser.metadataUrl)).not.toContain(OLD);
    expect(await seen()).toEqual(before);
  });

  it('are none the second time', async () => {
    expect(await run()).toEqual([
      'project_draft_sections: 0 of 1 rows sealed',
      'project_section_edits: 0 of 2 rows sealed',
      'project_versions: 0 of 1 rows sealed',
    ]);
  });

  it('are read, compared and published over like any other', async () => {
    const { headers } = await send(test, desk, 'get', 'draft').expect(200);
    const ifMatch = headers['etag']!;
    await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(200);
    const compared = await send(test, desk, 'get', 'versions/compare?from=1&to=2').expect(200);
    expect((compared.body as { changes: object[] }).changes).toContainEqual(
      expect.objectContaining({ section: 'email-delivery', path: 'from_name', to: 'Night desk' }),
    );
  });
});
