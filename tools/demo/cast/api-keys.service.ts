import { createSecretKey, type KeyObject } from 'node:crypto';
import { type DataSource, In, IsNull, MoreThan, Not } from 'typeorm';
import { DAY_MS } from '#app/core/time/wall-clock.policy.js';
import {
  generateApiKey,
  hashApiKey,
  parseApiKey,
  pepperIdOf,
} from '#app/core/auth/api-keys/api-key.format.js';
import { ApiKeyEntity } from '#app/core/auth/api-keys/api-key.entity.js';
import { readIfPresent, writePrivateFile } from '../../dev/files.ts';
import type { DemoCast, DemoSeedInput } from './cast.ts';
import type { DemoApiKey, DemoApiKeySecret } from '../types.ts';
import { PARTNER_ROLES } from '#app/core/shared/roles.js';

/**
 * The value of `created_by` in the keys' records: keys that people have created are never touched.
 */
const CREATED_BY = 'demo-data';

/**
 * Gives every key of the cast a stored text and a matching record. The file is written first, so
 * that a text is never lost in between. A record whose text is lost is revoked, because it can no
 * longer be used.
 */
export async function ensureApiKeys(
  dataSource: DataSource,
  { cast, apiKeySecretsFile, settings, now }: DemoSeedInput,
): Promise<DemoApiKeySecret[]> {
  const secrets = keepTexts(apiKeySecretsFile, cast.apiKeys);
  const pepper = createSecretKey(settings.apiKeys.pepper);
  const records = secrets.map((secret, index) => ({
    ...recordOf(secret, cast.apiKeys[index]?.description ?? '', pepper),
    organisationId: organisationOf(secret, cast),
  }));
  const prefixes = records.map(({ keyPrefix }) => keyPrefix);
  await dataSource.transaction(async (db) => {
    const repository = db.getRepository(ApiKeyEntity);
    const present = new Map(
      (await repository.findBy({ createdBy: CREATED_BY })).map((row) => [row.keyPrefix, row]),
    );
    const missing = records.filter(({ keyPrefix }) => !present.has(keyPrefix));
    if (missing.length > 0) await repository.insert(missing);
    // A new pepper invalidates every stored hash; the texts are authoritative.
    for (const { keyPrefix, secretHash, pepperId } of records) {
      const stored = present.get(keyPrefix);
      if (stored && !stored.secretHash.equals(secretHash))
        await repository.update({ keyPrefix }, { secretHash, pepperId });
    }
    await repository.update(
      { createdBy: CREATED_BY, keyPrefix: Not(In(prefixes)), revokedAt: IsNull() },
      { revokedAt: now },
    );
  });
  return secrets;
}

/** Creates the key that expires soon, unless one exists that has not expired yet. */
export async function ensureEndingKey(
  dataSource: DataSource,
  { cast, settings, now }: DemoSeedInput,
): Promise<void> {
  const { days, createdBy, ...key } = cast.endingKey;
  const repository = dataSource.getRepository(ApiKeyEntity);
  if (await repository.existsBy({ ...key, createdBy, expiresAt: MoreThan(now) })) return;
  const secret = { ...key, key: generateApiKey(key.dataEnv) };
  await repository.insert({
    ...recordOf(secret, key.description, createSecretKey(settings.apiKeys.pepper)),
    createdBy,
    organisationId: organisationOf(secret, cast),
    // A key valid for three months, with this many days left.
    createdAt: new Date(now.getTime() + (days - 90) * DAY_MS),
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });
}

function recordOf(secret: DemoApiKeySecret, description: string, pepper: KeyObject) {
  const { clientId, dataEnv, scope, key } = secret;
  return {
    clientId,
    dataEnv,
    scope,
    description,
    keyPrefix: parseApiKey(key)?.keyPrefix ?? '',
    secretHash: hashApiKey(pepper, key),
    pepperId: pepperIdOf(pepper),
    lastFour: key.slice(-4),
    createdBy: CREATED_BY,
  };
}

/** The organisation of a partner's key, as for a key created by a person. */
const organisationOf = ({ clientId, scope }: DemoApiKeySecret, { organisations }: DemoCast): string | null =>
  PARTNER_ROLES.includes(scope)
    ? (organisations.find(({ clientIds }) => clientIds.includes(clientId))?.organisationId ?? null)
    : null;

/** The texts of the cast's keys, in order; missing keys are created and added to the file. */
function keepTexts(file: string, keys: readonly DemoApiKey[]): DemoApiKeySecret[] {
  const text = readIfPresent(file);
  const known = new Map(parse(text).map((secret) => [nameOf(secret), secret.key]));
  const secrets = keys.map(({ clientId, dataEnv, scope }) => {
    const kept = known.get(nameOf({ clientId, dataEnv, scope }));
    const isUsable = kept !== undefined && parseApiKey(kept)?.dataEnv === dataEnv;
    return { clientId, dataEnv, scope, key: isUsable ? kept : generateApiKey(dataEnv) };
  });
  const complete = `${JSON.stringify(secrets, null, 2)}\n`;
  if (complete !== text) writePrivateFile(file, complete);
  return secrets;
}

const nameOf = ({ clientId, dataEnv, scope }: Omit<DemoApiKeySecret, 'key'>): string =>
  `${clientId}/${dataEnv}/${scope}`;

/** The readable content of the file; an unreadable file only leads to new keys. */
function parse(text: string | null): DemoApiKeySecret[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isSecret) : [];
  } catch {
    return [];
  }
}

const isSecret = (value: unknown): value is DemoApiKeySecret =>
  typeof value === 'object' &&
  value !== null &&
  ['clientId', 'dataEnv', 'scope', 'key'].every((name) => typeof Reflect.get(value, name) === 'string');
