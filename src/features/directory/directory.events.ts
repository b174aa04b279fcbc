/** The directory no longer governs a person whom it did not make. */
export class DirectoryLinkEnded {
  constructor(readonly userId: string) {}
}
