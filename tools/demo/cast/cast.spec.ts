import { describe, expect, it } from 'vitest';
import { DEMO_CAST } from './cast.ts';
import { PORTAL_ROLES, SCOPES } from '#app/core/shared/roles.js';

const { organisations, clients, tenants, projects, users, apiKeys, piiPolicies, piiSettings } = DEMO_CAST;
const pair = (row: { clientId: string; dataEnv: string }) => `${row.clientId}/${row.dataEnv}`;
const pairs = new Set(tenants.map(pair));

describe('the demo cast', () => {
  it('has a user of every portal role and a key of every scope', () => {
    expect(new Set(users.map(({ role }) => role))).toEqual(new Set(PORTAL_ROLES));
    expect(new Set(apiKeys.map(({ scope }) => scope))).toEqual(new Set(SCOPES));
  });

  it('lets the voice runtime write for every client and environment', () => {
    expect(new Set(apiKeys.filter(({ scope }) => scope === 'runtime-ingest').map(pair))).toEqual(pairs);
  });

  it('points only at what it holds', () => {
    const projectIds = new Set(projects.map(({ projectId }) => projectId));
    const assigned = users.flatMap(({ assignments, dataEnv }) =>
      assignments.map(({ clientId }) => pair({ clientId, dataEnv })),
    );
    for (const row of [...projects.map(pair), ...apiKeys.map(pair), ...assigned])
      expect(pairs).toContain(row);
    for (const { projectId } of users.flatMap((user) => user.projectAssignments))
      expect(projectIds).toContain(projectId);
    expect(new Set(tenants.map(({ clientId }) => clientId))).toEqual(
      new Set(clients.map(({ clientId }) => clientId)),
    );
  });

  it('assigns partner people to clients of their own organisation alone', () => {
    for (const { organisationId, assignments } of users.filter(({ role }) => role.startsWith('partner_'))) {
      const owned = organisations.find(
        (organisation) => organisation.organisationId === organisationId,
      )?.clientIds;
      for (const { clientId } of assignments) expect(owned).toContain(clientId);
    }
  });

  it('lets administrators see everything of every client, managers the summaries, partners some of one', () => {
    const permitted = (wanted: string) =>
      piiPolicies.filter(({ role }) => role === wanted).map((it) => `${pair(it)} ${it.kind}`);
    const of = (kind: string) => [...pairs].map((it) => `${it} ${kind}`);
    expect(new Set(permitted('client_admin'))).toEqual(
      new Set([...of('raw_caller'), ...of('summary'), ...of('transcript')]),
    );
    expect(new Set(permitted('client_manager'))).toEqual(new Set(of('summary')));
    expect(permitted('partner_admin')).toEqual([
      'acme-dental/prod summary',
      'acme-dental/prod transcript',
      'acme-dental/staging transcript',
    ]);
    expect(new Set(piiPolicies.map(({ role }) => role)).size).toBe(3);
  });

  it('has a policy for every client and environment, one of them strict about summaries', () => {
    expect(piiSettings.map(pair).toSorted()).toEqual([...pairs].toSorted());
    expect(new Set(piiSettings.filter((it) => it.strictSummaries).map(({ clientId }) => clientId))).toEqual(
      new Set(['banksia-legal']),
    );
  });

  it('names nobody and nothing twice', () => {
    const names = [...users.flatMap(({ email, subject, userId }) => [email, subject, userId])];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(projects.map(({ projectId }) => projectId)).size).toBe(projects.length);
    expect(new Set(apiKeys.map((key) => `${pair(key)}/${key.scope}`)).size).toBe(apiKeys.length);
    expect(new Set(piiPolicies.map((it) => `${pair(it)}/${it.role}/${it.kind}`)).size).toBe(
      piiPolicies.length,
    );
  });
});
