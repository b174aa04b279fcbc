import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { section } from '../../../src/features/configuration/sections/transfer-routing/transfer-routing.section.js';
import { useSharedApp } from '../../support/shared-app.js';
import { useProjectFixture, codeOf, read, sectionOf, write } from './editing.js';
import type { Section } from './editing.js';
import { draftEtag, publishDraft, send } from '../releases/releasing.js';
import type { Version } from '../releases/releasing.js';

const ROUTING = section as unknown as SectionDefinition;
const VERSION = 'customer_destinations_version';

/** Destinations that differ only in their label. */
const labelled = (label: string) => [
  { ...section.example.customer_destinations[1]!, destination_id: 'front-desk', label },
];

describe('the version of customer destinations, over publications and rollbacks', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const standing = async (): Promise<Section> => sectionOf(await read(test, desk, ROUTING));
  const save = async (label: string, version: unknown) => {
    const { source, etag } = await standing();
    const configuration = { ...section.example, customer_destinations: labelled(label) };
    const request = write(test, desk, ROUTING, configuration, { [VERSION]: version });
    return source === 'draft' ? request.set('If-Match', `"${etag}"`) : request;
  };
  /** Replaces the destinations, publishes them, and returns the version number. */
  const release = async (label: string): Promise<unknown> => {
    const saved = await save(label, (await standing())[VERSION]);
    expect(saved.status, saved.text).toBe(200);
    await publishDraft(test, desk);
    return (await standing())[VERSION];
  };
  const discard = async () =>
    send(test, desk, 'delete', 'draft', { ifMatch: await draftEtag(test, desk) }).expect(200);
  const rollback = (version: number) =>
    send(test, desk, 'post', 'rollback', { body: { version_number: version } });

  // workspace 2.2
  it('never comes back for other destinations', async () => {
    expect(await release('A')).toBe(1);
    expect(await release('B')).toBe(2);
    await rollback(1).expect(200);
    expect(await standing()).toMatchObject({
      configuration: { customer_destinations: labelled('A') },
      [VERSION]: 3,
    });
    expect(await release('C')).toBe(4);
    const stale = await save('D', 2);
    expect([stale.status, codeOf(stale)]).toEqual([409, 'conflict']);
    expect((await standing()).configuration).toMatchObject({ customer_destinations: labelled('C') });
  });

  it('is part of what a rollback publishes, and of its hash', async () => {
    await release('A');
    const first = (await send(test, desk, 'get', 'versions/1').expect(200)).body as Version;
    await release('B');
    const back = (await rollback(1).expect(200)).body as Version;
    expect(back.content_hash).not.toBe(first.content_hash);
    const { changes } = (await send(test, desk, 'get', 'versions/compare?from=1&to=3').expect(200)).body as {
      changes: unknown[];
    };
    expect(changes).toEqual([{ section: 'transfer-routing', path: VERSION, op: 'replace', from: 1, to: 3 }]);
  });

  it('goes past a rollback that happens beside a draft', async () => {
    await release('A');
    await release('B');
    expect(sectionOf(await save('C', 2))[VERSION]).toBe(3);
    await rollback(1).expect(200);
    expect(sectionOf(await save('D', 3))[VERSION]).toBe(5);
    await publishDraft(test, desk);
    expect((await standing())[VERSION]).toBe(5);
  });

  it('stays where a rollback brings back what is published', async () => {
    await release('A');
    const same = await rollback(1);
    expect([same.status, codeOf(same)]).toEqual([409, 'nothing_to_publish']);
    expect((await standing())[VERSION]).toBe(1);
  });

  // workspace 2.2, 3.16
  it('never comes back for other destinations after a draft was discarded', async () => {
    expect(await release('A')).toBe(1);
    expect((await save('B', 1)).status).toBe(200);
    expect((await standing())[VERSION]).toBe(2);
    await discard();
    expect((await standing())[VERSION]).toBe(1);
    expect((await save('C', 1)).status).toBe(200);
    expect((await standing())[VERSION]).toBe(3);
    await discard();
    await rollback(1).expect(409);
    expect(await release('D')).toBe(4);
  });
});
