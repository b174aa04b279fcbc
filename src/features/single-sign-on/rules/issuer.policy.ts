/**
 * In Entra's issuer for all of its tenants; the libraries replace it with the tenant of the token.
 */
const ANY_TENANT = '{tenantid}';

/**
 * Whether a directory names itself by exactly the issuer that was entered, so that tokens of another
 * tenant of the same provider are not its own (single-sign-on 4.2).
 */
export const isExactIssuer = (entered: string, named: string): boolean =>
  !named.includes(ANY_TENANT) && URL.canParse(named) && new URL(entered).href === new URL(named).href;
