import type { DemoCast } from '../demo/cast/cast.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import { layoutOf, readIfPresent, StartError } from './files.ts';
import type { LocalServers } from './local-servers.ts';
import { DIRECTORY_CLIENT } from './portal-client.ts';

/** The content of demo.json, which a person or a program needs to call the demo. */
type DemoFile = ReturnType<typeof describeDemo>;

/** Describes a running demo; a client is listed once for each of its data environments. */
export function describeDemo(
  baseUrl: string,
  { identity, directory }: Pick<LocalServers, 'identity' | 'directory'>,
  cast: DemoCast,
  apiKeys: readonly DemoApiKeySecret[],
) {
  const clientsById = new Map(cast.clients.map((client) => [client.clientId, client]));
  return {
    base_url: baseUrl,
    identity: { issuer: identity.issuer, audience: identity.audience, jwks_url: identity.jwksUrl },
    directory: {
      issuer: directory.issuer,
      client_id: DIRECTORY_CLIENT.clientId,
      client_secret: DIRECTORY_CLIENT.clientSecret,
    },
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

/**
 * Reads demo.json.
 * @throws StartError if the demo has not started in this data directory yet
 */
export function readDemoFile(dataDir: string): DemoFile {
  const text = readIfPresent(layoutOf(dataDir).demo);
  if (text !== null) return JSON.parse(text) as DemoFile;
  throw new StartError(
    `No platform has been started on ${dataDir}: run npm start first, or set DATA_DIR to the folder with which it was started.`,
  );
}
