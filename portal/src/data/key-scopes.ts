import { CreateApiKeyRequestSchema } from '../api/generated/schemas.gen';

/** The scopes that an API key of a partner may have, highest first. They are roles of people too. */
export const KEY_SCOPES = CreateApiKeyRequestSchema.properties.scope.enum;

/** Whether a role may own keys with this scope. */
export function carries(role: string, scope: string): boolean {
  const names: readonly string[] = KEY_SCOPES;
  return names.includes(role) && names.indexOf(role) <= names.indexOf(scope);
}
