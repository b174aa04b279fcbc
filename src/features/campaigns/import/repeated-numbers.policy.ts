export interface NumberOwner {
  readonly contactId: string;
  /** In hexadecimal. */
  readonly phoneHash: string;
  /** Whether another contact of the campaign already had the number. */
  readonly repeatsNumber: boolean;
}

/** A contact that an import adds or changes. */
export interface IncomingNumber {
  readonly contactId: string;
  /** All hashes that its number may have, the current one first. */
  readonly phoneHashes: readonly Buffer[];
}

/**
 * The contacts of an import whose number another contact of the campaign has (campaigns 4.17).
 * Contacts that keep their numbers come first; after them, the first contact with a number is not a
 * repetition.
 * @param incoming in order of precedence, each contact once
 * @param holders all contacts of the campaign that have one of their numbers, before the import
 * @returns their ids
 */
export function repeatedNumbers(
  incoming: readonly IncomingNumber[],
  holders: readonly NumberOwner[],
): Set<string> {
  const numbers = new Map(
    incoming.map(({ contactId, phoneHashes }) => [contactId, phoneHashes.map((it) => it.toString('hex'))]),
  );
  // Contacts that get another number release their previous one.
  const staying = holders.filter(
    ({ contactId, phoneHash }) => numbers.get(contactId)?.includes(phoneHash) ?? true,
  );
  const own = new Map(staying.map((it) => [it.contactId, it]));
  const taken = new Set(staying.map(({ phoneHash }) => phoneHash));
  const repeated = new Set<string>();
  for (const [contactId, hashes] of numbers) {
    const kept = own.get(contactId);
    if (kept?.repeatsNumber ?? hashes.some((hash) => taken.has(hash))) repeated.add(contactId);
    for (const hash of hashes) taken.add(hash);
  }
  return repeated;
}
