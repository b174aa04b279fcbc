import type { AuthContext } from '../../core/shared/auth-context.js';

/** A project was created. */
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
    readonly auth: AuthContext,
    readonly projectId: string,
    readonly archivedAt: Date,
  ) {}
}

/** An archived project may be changed again; a listener may refuse this. */
export class ProjectRestored {
  constructor(
    readonly auth: AuthContext,
    readonly projectId: string,
  ) {}
}
