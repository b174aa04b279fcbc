import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { updateWebhook, type ChangeWebhookRequest, type WebhookRecord } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { DataTable } from '../../../parts/tables/DataTable';
import { EventExample } from './EventExample';
import { changeOf, differences, FIELDS, valuesOf, type Field, type WebhookValues } from './values';
import { addressOf, changedBy, type WebhookDialog } from './WebhookChanges';
import { WebhookFields } from './WebhookFields';

/**
 * A change of a webhook, and its base: the state that the person saw, even if the page reloads
 * while the form is open.
 */
interface Change extends WebhookValues {
  readonly base: WebhookValues;
  readonly revision: string;
}

const startOf = (webhook: WebhookRecord): Change => ({
  ...valuesOf(webhook),
  base: valuesOf(webhook),
  revision: webhook.revision_hash,
});

/**
 * Changes a webhook's events and settings. If another person has changed it in the meantime, both
 * states are shown side by side.
 */
export function EditWebhook({ scope, webhook, onClose }: WebhookDialog) {
  const { t } = useTranslation();
  const draft = useDraft<Change>(`webhook:${webhook.webhook_id}`, startOf(webhook));
  const { base, revision, ...values } = draft.values;
  const leave = (): void => {
    draft.clear();
    onClose();
  };
  const update = useWrite(
    async (body: ChangeWebhookRequest) =>
      (
        await updateWebhook({
          ...addressOf({ scope, webhook }),
          headers: { 'If-Match': revision },
          body,
        })
      ).data,
    {
      changes: changedBy(scope),
      onDone: () => {
        notifications.show({ message: t('webhooks.saved') });
        leave();
      },
    },
  );
  const current = valuesOf(webhook);
  const isStale = revision !== webhook.revision_hash && update.problem?.stale !== undefined;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Panel title={t('webhooks.editTitle')}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              update.send(changeOf(base, values));
            }}
          >
            <Stack>
              <WebhookFields values={values} set={draft.set} problem={update.problem} />
              <Refusal problem={update.problem} shown={FIELDS} />
              {isStale && (
                <BothSides
                  mine={values}
                  theirs={current}
                  onMine={() => {
                    draft.set({ base: current, revision: webhook.revision_hash });
                    update.reset();
                  }}
                  onTheirs={() => {
                    draft.set(startOf(webhook));
                    update.reset();
                  }}
                />
              )}
              <Group justify="flex-end">
                <Button variant="default" onClick={leave}>
                  {t('actions.cancel')}
                </Button>
                <Button
                  type="submit"
                  loading={update.isPending}
                  disabled={isStale || differences(base, values).length === 0}
                >
                  {t('actions.save')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <EventExample first={values.event_types.at(-1)} />
      </Grid.Col>
    </Grid>
  );
}

function BothSides({
  mine,
  theirs,
  onMine,
  onTheirs,
}: {
  readonly mine: WebhookValues;
  readonly theirs: WebhookValues;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}) {
  const { t } = useTranslation();
  const shown = (values: WebhookValues, field: Field): string => {
    const value = values[field];
    if (field === 'event_types')
      return values.event_types.map((name) => t(`words.webhookEvent.${name}`)).join(', ');
    if (field === 'transcript_to_send') return t(`words.transcriptForm.${values.transcript_to_send}`);
    return String(value);
  };
  const fields = differences(mine, theirs);
  return (
    <Stack gap="xs">
      {fields.length === 0 ? (
        <Text size="sm">{t('webhooks.sameNow')}</Text>
      ) : (
        <DataTable
          caption={t('webhooks.bothSides')}
          columns={[
            { name: 'field', label: t('webhooks.fieldName'), cell: (field) => t(`webhooks.field.${field}`) },
            { name: 'mine', label: t('webhooks.mine'), cell: (field) => shown(mine, field) },
            { name: 'theirs', label: t('webhooks.theirs'), cell: (field) => shown(theirs, field) },
          ]}
          rows={fields}
          keyOf={(field) => field}
        />
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('webhooks.takeTheirs')}
        </Button>
        {fields.length > 0 && (
          <Button size="xs" variant="default" onClick={onMine}>
            {t('webhooks.keepMine')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
