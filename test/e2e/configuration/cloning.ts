import type { Test } from 'supertest';
import type { TestApp } from '../../support/app.js';
import type { ProjectFixture } from './editing.js';
import { send } from '../releases/releasing.js';

/**
 * The parameters of a clone other than its target: in the body, in its `target`, and of the
 * request.
 */
export type Cloned = [more?: object, target?: object, sent?: Parameters<typeof send>[4]];

/** Clones the desk's draft into another desk's project. */
export const cloneInto = (
  test: TestApp,
  desk: ProjectFixture,
  { tenant, projectId }: ProjectFixture,
  ...[more = {}, target = {}, sent = {}]: Cloned
): Test =>
  send(test, desk, 'post', 'configuration/clone', {
    body: {
      target: {
        client_id: tenant.clientId,
        data_env: tenant.dataEnv,
        project_id: projectId,
        ...target,
      },
      source: 'draft',
      ...more,
    },
    ...sent,
  });

/** The draft's etag for a clone, requested by a person with several tenants. */
export const draftEtagIn = async (test: TestApp, of: ProjectFixture): Promise<string | undefined> =>
  (await send(test, of, 'get', `draft?client_id=${of.tenant.clientId}`).expect(200))
    .get('ETag')
    ?.replaceAll('"', '');
