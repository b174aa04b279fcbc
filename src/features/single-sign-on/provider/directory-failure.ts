/** Why a directory has not identified a person. */
export type DirectoryFailureReason =
  | 'not_set_up'
  | 'directory_unreachable'
  | 'address_not_public'
  | 'issuer_not_exact'
  | 'directory_refused'
  | 'answer_not_valid';

/** The only error of directories; it contains none of their text. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure';

  /** @param detail a code of a library or of this feature: `audience` */
  constructor(
    readonly reason: DirectoryFailureReason,
    readonly detail: string | null = null,
  ) {
    super(detail === null ? reason : `${reason} (${detail})`);
  }
}
