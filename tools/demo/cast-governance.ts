import type { DemoCompliance, DemoGovernance, DemoProject, DemoTenant } from './types.ts';

const ACME = { clientId: 'acme-dental', dataEnv: 'prod' } as const;

/**
 * What the clients have settled about transcripts, so that exports show every answer: one client allows further use,
 * one denies it, one keeps transcripts for a month, one has settled nothing, and the rest have not decided on reuse.
 */
export const demoGovernance = (tenants: readonly DemoTenant[]): readonly DemoGovernance[] =>
  tenants
    .filter(({ clientId }) => clientId !== 'wattle-energy')
    .map(({ clientId, dataEnv }) => {
      const isAcme = clientId === ACME.clientId && dataEnv === ACME.dataEnv;
      return {
        clientId,
        dataEnv,
        audioRetention: isAcme ? 'enabled' : 'disabled',
        secondaryReuse: isAcme ? 'allowed' : clientId === 'bluegum-vets' ? 'denied' : null,
        transcriptRetentionDays: clientId === 'kingfisher-travel' ? 30 : 365,
      };
    });

/** The runtime has confirmed every project that is live but one, whose settings it could not apply. */
export const demoCompliance = (projects: readonly DemoProject[]): readonly DemoCompliance[] =>
  projects.map(({ clientId, dataEnv, projectId, lifecycleState }) => ({
    clientId,
    dataEnv,
    projectId,
    projection: complianceOf(projectId, lifecycleState),
  }));

function complianceOf(
  projectId: string,
  lifecycleState: DemoProject['lifecycleState'],
): DemoCompliance['projection'] {
  if (projectId === 'bluegum-vets-vaccination-reminders-r2ye5s') return 'failed';
  return lifecycleState === 'setup' ? 'pending' : 'confirmed';
}
