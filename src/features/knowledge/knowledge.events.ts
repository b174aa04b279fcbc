/** A page was fetched again, and its text has changed (knowledge 4.3). */
export class KnowledgeSourceChanged {
  constructor(
    readonly projectId: string,
    readonly sourceId: string,
  ) {}
}
