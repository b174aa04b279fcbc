/**
 * The organisation for which a partner's key is created, or through which a partner's person acts.
 * Both stop when that organisation loses the client, so there must be one (operations 4.6, 4.11;
 * partner 6.1).
 * @param owners the active organisations that own the client
 * @param named the requested one; null: the only one
 */
export function chooseOwner(
  owners: readonly string[],
  named: string | null,
): { readonly organisationId: string } | { readonly problem: string } {
  const [only] = owners;
  if (only === undefined) {
    return { problem: 'no active organisation owns the client, and a partner scope works only through one' };
  }
  if (named !== null) {
    return owners.includes(named)
      ? { organisationId: named }
      : { problem: `--organisation must be one of ${owners.join(', ')}: active, and an owner of the client` };
  }
  return owners.length === 1
    ? { organisationId: only }
    : { problem: `several organisations own the client: choose with --organisation: ${owners.join(', ')}` };
}
