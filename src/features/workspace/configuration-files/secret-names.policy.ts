import { isRecord } from '../../../core/json/json-path.js';
import type { JsonPath } from '../../../core/json/json-path.js';
import { unprocessable } from '../../../core/kernel/platform-error.js';
import { isSecretRef, secretNamesIn } from '../configuration/secret-ref.js';
import type { Configurations } from './configuration-file.policy.js';

/** How secrets that sections refer to are called elsewhere. */
export type SecretNames = Readonly<Record<string, string>>;

/** The same sections with their references by other names; what is not named keeps its name. */
export const withSecretNames = (sections: Configurations, names: SecretNames): Configurations =>
  renamed(sections, new Map(Object.entries(names))) as Configurations;

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (isSecretRef(value)) return { secret_ref: names.get(value.secret_ref) ?? value.secret_ref };
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, renamed(child, names)]));
}

/** The names among those that the sections refer to for which the project has no secret. */
export const missingSecrets = (sections: Configurations, has: ReadonlySet<string>): string[] =>
  secretNamesIn(sections).filter((name) => !has.has(name));

/** @throws 422 naming each name that stands for another one and that the sections do not refer to */
export function requireReferredTo(sections: Configurations, names: SecretNames, loc: JsonPath): void {
  const referred = secretNamesIn(sections);
  const others = Object.keys(names).filter((name) => !referred.includes(name));
  if (others.length === 0) return;
  const known = referred.length === 0 ? 'no secret' : referred.join(', ');
  throw unprocessable(
    ...others.map((name) => ({
      loc: [...loc, name],
      message: `is no secret that the sections refer to: they refer to ${known}`,
      type: 'secret_unknown',
    })),
  );
}
