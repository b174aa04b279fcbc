import { describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import type { ValidationResponse } from '../../../src/features/releases/publish/releases.response.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { act, aColleague, approved, ask, switchTo, tryPublish, underTheSwitch } from './approving.js';
import type { Headers } from './approving.js';
import { codeOf, fieldsOf, useProjectFixture } from '../configuration/editing.js';
import { booking, completeDraft, save, send } from './releasing.js';
import { staged } from './staging.js';
import { aConversationTest } from '../assistant-tests/testing-assistants.js';

describe('validating tells what keeps a draft from being published', () => {
  const test = useSharedApp();

  const desk = useProjectFixture(test);
  const beth = perTest(() => aColleague(test, desk));

  const validate = async (as: Headers = desk.admin): Promise<ValidationResponse> =>
    (await send(test, desk, 'post', 'validate', { body: {}, key: null, as }).expect(200))
      .body as ValidationResponse;
  const told = ({ release_findings: findings }: ValidationResponse): [string, string][] =>
    findings.map(({ path, code }) => [path, code]);
  /** A publication is refused with the validation's findings, word for word. */
  const expectTheSame = (validation: ValidationResponse, refused: Response): void => {
    expect(refused.status).toBe(422);
    expect(validation.status).toBe('blocked');
    const { error } = refused.body as {
      error: { details: { field_errors: { field: string; code: string; message: string }[] } };
    };
    const refusals = error.details.field_errors;
    const findings = validation.release_findings.map(({ path, code, message }) => ({
      field: path,
      code,
      message,
    }));
    expect(refusals).toMatchObject(findings);
    expect(refusals).toHaveLength(findings.length);
  };

  // workspace 5.1
  it('nothing where nothing does', async () => {
    await completeDraft(test, desk);
    const { status, release_findings: findings } = await validate();
    expect(status).not.toBe('blocked');
    expect(findings).toEqual([]);
    expect((await tryPublish(test, desk)).status).toBe(200);
    expect(told(await validate())).toEqual([]);
  });

  // workspace 5.1, 14.7
  it('an approval that is missing, and who may give the one that was asked for', async () => {
    await underTheSwitch(test, desk, beth);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const before = await validate();
    expect(told(before)).toEqual([['governance.release_approval', 'approval_missing']]);
    expect(before.release_findings[0]!.message).toMatch(/no approval was requested.*POST \/approvals/s);
    expectTheSame(before, await tryPublish(test, desk));
    const { approval_id: id, requested_at: at } = await ask(test, desk);
    const asked = await validate();
    expect(told(asked)).toEqual([['governance.release_approval', 'approval_missing']]);
    for (const word of [at, id, 'Any other partner_admin of the client']) {
      expect(asked.release_findings[0]!.message).toContain(word);
    }
    expectTheSame(asked, await tryPublish(test, desk));
    await act(test, desk, { approval_id: id }, 'approve', beth.headers).expect(200);
    expect(told(await validate())).toEqual([]);
    expect(told(await validate(beth.headers))).toEqual([
      ['governance.release_approval', 'approval_by_publisher'],
    ]);
    await save(test, desk, 'booking', booking(['2026-12-26']));
    expect(told(await validate())).toEqual([['governance.release_approval', 'approval_stale']]);
    await approved(test, desk, beth);
    expect((await tryPublish(test, desk)).status).toBe(200);
  });

  // workspace 5.1, 5.11, 14.9
  it('that a key may not release it', async () => {
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    await completeDraft(test, desk);
    await switchTo(test, desk, 'second_person').expect(200);
    const validation = await validate(key);
    expect(told(validation)).toEqual([
      ['governance', 'bearer_required'],
      ['governance.release_approval', 'bearer_required'],
    ]);
    expectTheSame(validation, await tryPublish(test, desk, key));
  });

  // workspace 5.1, 13.19
  it('conversation tests that have to pass, beside all else', async () => {
    await save(test, desk, 'booking', booking());
    await completeDraft(test, desk);
    const made = await send(test, desk, 'post', 'conversation-tests', { body: aConversationTest() });
    const { test_id: id } = made.body as { test_id: string };
    const read = await send(test, desk, 'get', 'governance').expect(200);
    const { configuration } = read.body as { configuration: object };
    const switches = { conversation_tests: 'must_pass', release_approval: 'second_person' };
    const body = { configuration: { ...configuration, ...switches } };
    await send(test, desk, 'put', 'governance/draft', { body }).expect(200);
    const validation = await validate();
    expect(told(validation)).toEqual([
      [`conversation_tests.${id}`, 'conversation_test_not_run'],
      ['governance.release_approval', 'approval_missing'],
    ]);
    expectTheSame(validation, await tryPublish(test, desk));
  });

  // workspace 5.1, 15.4
  it('a staged release that is active, and that the project is archived', async () => {
    await completeDraft(test, desk);
    expect((await tryPublish(test, desk)).status).toBe(200);
    await save(test, desk, 'booking', booking());
    await staged(test, desk, { percent: 10 });
    expect(told(await validate())).toEqual([['', 'staged_release_active']]);
    expect(codeOf(await tryPublish(test, desk))).toBe('staged_release_active');
    await test.world.archive(desk.projectId);
    expect(told(await validate())).toEqual([['', 'project_archived']]);
  });

  // workspace 1.11, 5.1
  it('that a section which the caller may not read has errors, and no more', async () => {
    await completeDraft(test, desk);
    const read = await send(test, desk, 'get', 'governance').expect(200);
    const { configuration } = read.body as { configuration: { recording: object } };
    const recording = { ...configuration.recording, enabled: true, announcement_text: null };
    const body = { configuration: { ...configuration, recording } };
    await send(test, desk, 'put', 'governance/draft', { body }).expect(200);
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    const validation = await validate(key);
    expect(told(validation)).toEqual([
      ['governance', 'section_blocked'],
      ['governance', 'bearer_required'],
    ]);
    expect(validation.sections.map(({ section }) => section)).not.toContain('governance');
    const refused = fieldsOf(await tryPublish(test, desk, key));
    expect(refused.toSorted()).toEqual(told(validation).toSorted());
  });
});
