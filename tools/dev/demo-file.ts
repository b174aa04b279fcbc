import type { DataEnv, PortalRole, Scope } from '#app/core/auth/auth-context.js';
import type { DemoApiKeySecret, DemoCast } from '../demo/types.ts';
import { readIfPresent } from './files.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The content of demo.json: what a newcomer, or a program on their behalf, needs to call the demo. */
interface DemoFile {
  readonly base_url: string;
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwks_url: string };
  readonly clients: readonly {
    readonly client_id: string;
    readonly data_env: DataEnv;
    readonly business_name: string;
    readonly timezone: string;
    readonly store: string;
  }[];
  readonly projects: readonly {
    readonly project_id: string;
    readonly client_id: string;
    readonly data_env: DataEnv;
    readonly display_name: string;
    readonly timezone: string;
  }[];
  readonly api_keys: readonly {
    readonly client_id: string;
    readonly data_env: DataEnv;
    readonly scope: Scope;
    readonly key: string;
  }[];
  readonly users: readonly {
    readonly email: string;
    readonly role: PortalRole;
    readonly client_ids: readonly string[];
    readonly data_env: DataEnv;
  }[];
}

/** Describes a running demo; a client stands once for each of its data environments. */
export function describeDemo(
  baseUrl: string,
  identity: Pick<IdentityProvider, 'issuer' | 'audience' | 'jwksUrl'>,
  cast: DemoCast,
  apiKeys: readonly DemoApiKeySecret[],
): DemoFile {
  const clientsById = new Map(cast.clients.map((client) => [client.clientId, client]));
  return {
    base_url: baseUrl,
    identity: { issuer: identity.issuer, audience: identity.audience, jwks_url: identity.jwksUrl },
    clients: cast.tenants.map(({ clientId, dataEnv, storeId }) => ({
      client_id: clientId,
      data_env: dataEnv,
      business_name: clientsById.get(clientId)?.businessName ?? clientId,
      timezone: clientsById.get(clientId)?.timezone ?? 'UTC',
      store: storeId,
    })),
    projects: cast.projects.map(({ projectId, clientId, dataEnv, displayName, timezone }) => ({
      project_id: projectId,
      client_id: clientId,
      data_env: dataEnv,
      display_name: displayName,
      timezone,
    })),
    api_keys: apiKeys.map(({ clientId, dataEnv, scope, key }) => ({
      client_id: clientId,
      data_env: dataEnv,
      scope,
      key,
    })),
    users: cast.users.map(({ email, role, assignments, dataEnv }) => ({
      email,
      role,
      client_ids: assignments.map(({ clientId }) => clientId),
      data_env: dataEnv,
    })),
  };
}

/** Reads demo.json; null when the demo has not come up in this data directory yet. */
export function readDemoFile(file: string): DemoFile | null {
  const text = readIfPresent(file);
  return text === null ? null : (JSON.parse(text) as DemoFile);
}
