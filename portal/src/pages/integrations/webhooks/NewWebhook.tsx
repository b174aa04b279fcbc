import { Button, Grid, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createWebhook, type CreateWebhookRequest, type NewWebhookResponse } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { SecretOnce } from '../../../parts/SecretOnce';
import { EventExample } from './EventExample';
import { listsChangedBy, type WebhookScope } from './scope';
import { bodyOf, FIELDS, NEW_WEBHOOK } from './values';
import { WebhookFields } from './WebhookFields';
import { WebhookTest } from './WebhookTest';

/** The form for a new webhook, with examples of its events; then its secret, and a test. */
export function NewWebhook({
  scope,
  revision,
}: {
  readonly scope: WebhookScope;
  /** The revision of the list that the person saw. */
  readonly revision: string;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  // The list reloads while the form is open. The guard is the revision when the form was opened, or
  // the one shown as a conflict.
  const [seen, setSeen] = useState(revision);
  const draft = useDraft(`webhook:${scope.projectId}`, NEW_WEBHOOK);
  const create = useWrite(
    async (body: CreateWebhookRequest, key) =>
      (
        await createWebhook({
          body,
          query: { client_id: scope.clientId },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    { changes: listsChangedBy(scope), onDone: draft.clear },
  );
  if (create.answer) return <Made scope={scope} webhook={create.answer} />;
  const current = create.problem?.stale?.current;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Panel title={t('webhooks.createTitle')}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const revision_hash = current ?? seen;
              setSeen(revision_hash);
              create.send({ ...bodyOf(draft.values), project_id: scope.projectId, revision_hash });
            }}
          >
            <Stack>
              <WebhookFields values={draft.values} set={draft.set} problem={create.problem} />
              <Refusal problem={create.problem} shown={FIELDS} />
              <Group justify="flex-end">
                <Button variant="default" onClick={() => change({ webhook: undefined })}>
                  {t('actions.cancel')}
                </Button>
                <Button
                  type="submit"
                  loading={create.isPending}
                  disabled={draft.values.endpoint_url.trim() === '' || draft.values.event_types.length === 0}
                >
                  {t('webhooks.create')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <EventExample first={draft.values.event_types.at(-1)} />
      </Grid.Col>
    </Grid>
  );
}

function Made({ scope, webhook }: { readonly scope: WebhookScope; readonly webhook: NewWebhookResponse }) {
  const { t } = useTranslation();
  const change = useChangeView();
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack>
          <SecretOnce
            title={t('webhooks.secretTitle')}
            secret={webhook.secret}
            onStored={() => change({ webhook: webhook.webhook_id })}
          />
          <WebhookTest scope={scope} webhook={webhook} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <EventExample first={webhook.event_types[0]} />
      </Grid.Col>
    </Grid>
  );
}
