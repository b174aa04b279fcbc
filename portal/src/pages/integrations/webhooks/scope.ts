import { useQuery } from '@tanstack/react-query';
import type { WebhookRecord } from '../../../api/generated';
import {
  listClientWebhooksOptions,
  listClientWebhooksQueryKey,
  listWebhooksQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';

/** The project whose webhook is shown. */
export interface WebhookScope {
  readonly clientId: string;
  readonly projectId: string;
  /** Whether the person may change them; others can only view them. */
  readonly mayChange: boolean;
}

/** The lists that a change of a webhook invalidates. */
export const listsChangedBy = ({ projectId }: WebhookScope) => [
  listWebhooksQueryKey({ query: { project_id: projectId } }),
  listClientWebhooksQueryKey(),
];

/** Deliveries that fail come first, then those that are off: by the service, then by their owner. */
const rank = ({ status, disabled_reason: reason }: WebhookRecord): number =>
  status === 'active' ? 3 : status === 'degraded' ? 0 : reason === 'by_owner' ? 2 : 1;

/** The webhooks of all projects of a client; those that need a person come first. */
export const useClientWebhooks = (clientId: string) =>
  useQuery({
    ...listClientWebhooksOptions({ query: { client_id: clientId } }),
    select: ({ items }) => items.toSorted((a, b) => rank(a) - rank(b)),
  });

/** Whether a webhook fails or is off. */
export const isInTrouble = (webhook: WebhookRecord): boolean => rank(webhook) < 3;
