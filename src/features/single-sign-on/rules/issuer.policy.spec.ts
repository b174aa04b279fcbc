import { expect, it } from 'vitest';
import { isExactIssuer } from './issuer.policy.js';

const ENTRA = 'https://login.microsoftonline.com';
const TENANT = `${ENTRA}/0f4b7b0e-7a3b-4c58-9a39-6d2f1b1f5c10/v2.0`;

// single-sign-on 4.2
it.each<[string, string, boolean]>([
  [TENANT, TENANT, true],
  ['https://login.example.com', 'https://login.example.com/', true],
  [`${ENTRA}/organizations/v2.0`, `${ENTRA}/{tenantid}/v2.0`, false],
  [`${ENTRA}/common/v2.0`, `${ENTRA}/{tenantid}/v2.0`, false],
  [`${ENTRA}/{tenantid}/v2.0`, `${ENTRA}/{tenantid}/v2.0`, false],
  [`${ENTRA}/consumers/v2.0`, TENANT, false],
  [`${TENANT}/.well-known/openid-configuration`, TENANT, false],
  [TENANT, `${TENANT}/`, false],
  [TENANT, 'no address', false],
])('%s with the issuer %s: %s', (entered, named, isExact) => {
  expect(isExactIssuer(entered, named)).toBe(isExact);
});
