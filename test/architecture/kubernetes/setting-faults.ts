import { createHash } from 'node:crypto';
import { REGISTRY } from '../../../src/app.module.js';
import { MIGRATION_ENVIRONMENT, SERVER_ENVIRONMENT } from '../../../src/config/environment.js';
import { loadMigrationSettings, loadSettings } from '../../../src/config/settings.js';
import { named, podsOf, type Manifest, type Pod } from './manifests.ts';

const { service, owner } = REGISTRY.settings;
const KNOWN = new Set([
  ...[SERVER_ENVIRONMENT, MIGRATION_ENVIRONMENT, service, owner].flatMap((table) => Object.keys(table)),
  // Node and the AWS client read these.
  'NODE_OPTIONS',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]);

type Environment = Readonly<Record<string, string>>;

/** @returns settings that the processes do not know, reject or lack */
export function settingFaults(manifests: readonly Manifest[]): readonly string[] {
  return podsOf(manifests).flatMap((pod) => {
    const environment = environmentOf(manifests, pod);
    const unknown = Object.keys(environment).filter((name) => !KNOWN.has(name));
    const faults = unknown.map((name) => `${pod.owner}: ${name} is no setting`);
    const production = { ...environment, NODE_ENV: 'production' };
    try {
      if ('METADATA_OWNER_URL' in environment) loadMigrationSettings(owner, production);
      else loadSettings(service, production);
    } catch (error) {
      faults.push(`${pod.owner}: ${(error as Error).message.replaceAll('\n', ' ')}`);
    }
    return faults;
  });
}

/** The environment of a container, with its config maps and secrets resolved. */
export function environmentOf(manifests: readonly Manifest[], { container }: Pod): Environment {
  const secret = (name: string): Environment => {
    const { data } = named(manifests, 'ExternalSecret', name).spec!.target!.template!;
    return Object.fromEntries(Object.entries(data!).map(([key, text]) => [key, filled(text)]));
  };
  return Object.assign(
    {},
    ...(container.envFrom ?? []).map(({ configMapRef, secretRef }) =>
      configMapRef ? named(manifests, 'ConfigMap', configMapRef.name!).data! : secret(secretRef!.name!),
    ),
    ...(container.env ?? []).map(({ name, value, valueFrom }) => ({
      [name]: value ?? secret(valueFrom!.secretKeyRef!.name!)[valueFrom!.secretKeyRef!.key],
    })),
  ) as Environment;
}

/** With a random-looking value in place of each secret. */
const filled = (template: string): string =>
  template.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) =>
    createHash('sha256').update(name).digest('base64url').replaceAll(/[-_]/g, 'a').concat('='),
  );
