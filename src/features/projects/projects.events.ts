/** A project was made. */
export class ProjectCreated {
  constructor(
    readonly projectId: string,
    readonly displayName: string,
    readonly timezone: string,
    readonly createdAt: Date,
    readonly createdBy: string,
  ) {}
}

/** A project is read-only from now on. */
export class ProjectArchived {
  constructor(
    readonly projectId: string,
    readonly archivedAt: Date,
  ) {}
}

/** An archived project may be worked on again. */
export class ProjectRestored {
  constructor(
    readonly projectId: string,
    readonly restoredAt: Date,
  ) {}
}
