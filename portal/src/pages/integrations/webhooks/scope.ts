/** The project whose webhooks are shown. */
export interface WebhookScope {
  readonly clientId: string;
  readonly projectId: string;
  /** Whether the person may change them; others look at them. */
  readonly mayChange: boolean;
}
