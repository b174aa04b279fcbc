import type { DemoUser } from '../types.ts';
import type { PortalRole } from '#app/core/shared/roles.js';

const HARBOUR = 'harbour-voice';
const SOUTHERN_CROSS = 'southern-cross-cx';
const ALL_CLIENTS = [
  'acme-dental',
  'bluegum-vets',
  'coastline-plumbing',
  'banksia-legal',
  'kingfisher-travel',
  'wattle-energy',
];

const sees = (clientId: string, projectId: string): DemoUser['projectAssignments'][number] => ({
  clientId,
  projectId,
  roleVisibility: 'read',
});

/**
 * `number` determines the fixed user id; the first listed client is the default one, except for
 * internal roles.
 */
function user(
  number: number,
  email: string,
  displayName: string,
  role: PortalRole,
  clientIds: readonly string[],
  unlike: Partial<DemoUser> = {},
): DemoUser {
  // Internal roles must always name the client they work for, so they have no default.
  const hasDefault = role !== 'service_admin' && role !== 'service_operator';
  const suffix = number.toString().padStart(12, '0');
  return {
    userId: `0196a000-0000-7000-8000-${suffix}`,
    email,
    subject: `demo-user-${number}`,
    displayName,
    dataEnv: 'prod',
    role,
    organisationId: null,
    assignments: clientIds.map((clientId, index) => ({ clientId, isDefault: hasDefault && index === 0 })),
    projectAssignments: [],
    ...unlike,
  };
}

/**
 * One person or more for every portal role; addresses use the domains reserved for examples (RFC
 * 2606).
 */
export const DEMO_USERS: readonly DemoUser[] = [
  user(
    1,
    'partner-admin@harbour.example.com',
    'Amelia Hart',
    'partner_admin',
    ['acme-dental', 'bluegum-vets', 'coastline-plumbing'],
    { organisationId: HARBOUR },
  ),
  user(
    2,
    'partner-admin@southerncross.example.org',
    'Noah Whitfield',
    'partner_admin',
    ['banksia-legal', 'kingfisher-travel'],
    { organisationId: SOUTHERN_CROSS },
  ),
  user(
    3,
    'partner-user@harbour.example.com',
    'Priya Raman',
    'partner_user',
    ['acme-dental', 'bluegum-vets', 'coastline-plumbing'],
    {
      organisationId: HARBOUR,
      projectAssignments: [
        sees('acme-dental', 'acme-dental-front-desk-k3vq72'),
        sees('bluegum-vets', 'bluegum-vets-clinic-line-h4pz6c'),
      ],
    },
  ),
  user(
    4,
    'partner-user@southerncross.example.org',
    'Leo Marchetti',
    'partner_user',
    ['banksia-legal', 'kingfisher-travel'],
    {
      organisationId: SOUTHERN_CROSS,
      projectAssignments: [sees('kingfisher-travel', 'kingfisher-travel-bookings-q6cs4h')],
    },
  ),
  user(5, 'admin@acme-dental.example.com', 'Grace Okafor', 'client_admin', ['acme-dental']),
  user(6, 'manager@acme-dental.example.com', 'Tom Delaney', 'client_manager', ['acme-dental']),
  user(7, 'staff@acme-dental.example.com', 'Mei Tanaka', 'client_staff', ['acme-dental']),
  user(8, 'admin@banksia-legal.example.com', 'Ruth Adler', 'client_admin', ['banksia-legal']),
  user(9, 'admin@wattle-energy.example.com', 'Sam Jarrah', 'client_admin', ['wattle-energy']),
  user(10, 'service-admin@platform.example.org', 'Ines Kovac', 'service_admin', ALL_CLIENTS),
  user(11, 'service-operator@platform.example.org', 'Oscar Lind', 'service_operator', ALL_CLIENTS),
  user(
    12,
    'staging-admin@acme-dental.example.com',
    'Grace Okafor (staging)',
    'client_admin',
    ['acme-dental'],
    {
      dataEnv: 'staging',
    },
  ),
  // Can sign in but do nothing: a valid token without an assignment. The role only describes her
  // job.
  user(13, 'unassigned@example.org', 'Una Brandt', 'client_staff', []),
  // Sees the client, but none of its projects yet: a person to assign.
  user(14, 'new-partner-user@harbour.example.com', 'Aroha Tane', 'partner_user', ['acme-dental'], {
    organisationId: HARBOUR,
  }),
  // A second partner_admin, who approves releases of user 1.
  user(
    15,
    'second-admin@harbour.example.com',
    'Daniel Osei',
    'partner_admin',
    ['acme-dental', 'bluegum-vets', 'coastline-plumbing'],
    { organisationId: HARBOUR },
  ),
  // Only people may write governance, so the staging data needs a person too.
  user(
    16,
    'staging-partner-admin@harbour.example.com',
    'Amelia Hart (staging)',
    'partner_admin',
    ['acme-dental'],
    { dataEnv: 'staging', organisationId: HARBOUR },
  ),
];
