import { FormatRegistry, Type, type TString } from '@sinclair/typebox';
import { isCredentialAsName } from './plain-credentials.policy.js';
import { isRecord, pathText, type JsonPath } from '../../../../core/shared/json/json-path.js';

/** The format of a secret's name; long enough for names of environment variables. */
export const SECRET_NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

// Names are shown, logged and published (workspace 4.5).
const FORMAT = 'secret-name';
FormatRegistry.Set(FORMAT, (name) => !isCredentialAsName(name));

/** The name of a secret in a body; one that looks like a credential is not repeated. */
export const secretName = (description?: string): TString =>
  Type.String({
    pattern: SECRET_NAME_PATTERN,
    format: FORMAT,
    'x-message':
      'must be the name of a secret, such as CRM_API_KEY: a letter, then at most 63 letters, digits, hyphens and underscores. ' +
      'The credential itself belongs in the value of a secret',
    ...(description !== undefined && { description }),
  });

/**
 * A section names the secret that it needs: `{ "secret_ref": "CRM_API_KEY" }`. The plaintext is
 * never part of a configuration.
 */
export const SecretRef = Type.Object(
  {
    secret_ref: secretName('Name of a secret of the project.'),
  },
  { additionalProperties: false, description: 'A secret of the project, by its name.' },
);

/** One reference to a secret in a configuration. */
interface SecretReference {
  /** From the configuration's root, such as `smtp.password`. */
  readonly path: string;
  readonly name: string;
}

/** Every reference to a secret in a configuration that matches its schema, in document order. */
export function secretReferencesOf(configuration: unknown): SecretReference[] {
  const found: SecretReference[] = [];
  const walk = (value: unknown, path: JsonPath): void => {
    if (Array.isArray(value)) return value.forEach((item, index) => walk(item, [...path, index]));
    if (!isRecord(value)) return;
    if (isSecretRef(value)) {
      found.push({ path: pathText(path), name: value.secret_ref });
      return;
    }
    for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
  };
  walk(configuration, []);
  return found;
}

/** The names of all secrets a value refers to, each once and in order. */
export const secretNamesIn = (value: unknown): string[] =>
  [...new Set(secretReferencesOf(value).map(({ name }) => name))].toSorted();

const NAME = new RegExp(SECRET_NAME_PATTERN);

/**
 * Whether a value is exactly a reference to a secret: one field, with a valid name of a secret.
 * This also holds where a schema accepts any JSON, as in the runtime's blocks.
 */
export const isSecretRef = (value: unknown): value is { readonly secret_ref: string } =>
  isRecord(value) &&
  typeof value['secret_ref'] === 'string' &&
  NAME.test(value['secret_ref']) &&
  Object.keys(value).length === 1;
