/** A version of a project's configuration was published: a new one, or an older one again. */
export class ConfigurationPublished {
  constructor(
    readonly projectId: string,
    readonly versionNumber: number,
    readonly source: 'publish' | 'rollback',
    readonly publishedAt: Date,
  ) {}
}
