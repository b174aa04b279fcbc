/** A page was fetched again and has another text than before (knowledge 4.3). */
export class KnowledgeSourceChanged {
  constructor(
    readonly projectId: string,
    readonly sourceId: string,
  ) {}
}
