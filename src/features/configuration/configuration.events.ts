/**
 * A version of a project's configuration is the published one from now on: by publishing, or by
 * going back to an older one.
 */
export class ConfigurationPublished {
  constructor(
    readonly projectId: string,
    readonly versionNumber: number,
    readonly source: 'publish' | 'rollback',
    readonly publishedAt: Date,
  ) {}
}
