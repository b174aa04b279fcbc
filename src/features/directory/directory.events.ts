/** The directory no longer governs a person whom it did not create. */
export class DirectoryLinkEnded {
  constructor(readonly userId: string) {}
}
