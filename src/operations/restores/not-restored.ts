/** The store is unchanged. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}
