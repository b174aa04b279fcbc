import { Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteWebhook,
  revokePreviousWebhookSecret,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookRecord,
} from '../../../api/generated';
import { listWebhookDeliveriesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { Confirm } from '../../../parts/Confirm';
import { SecretOnce } from '../../../parts/SecretOnce';
import { GRACES } from '../graces';
import { listsChangedBy, type WebhookScope } from './scope';

export interface WebhookDialog {
  readonly scope: WebhookScope;
  readonly webhook: WebhookRecord;
  readonly onClose: () => void;
}

/** The address of requests about one webhook, with the guard of the state on the screen. */
export const addressOf = ({ scope, webhook }: Pick<WebhookDialog, 'scope' | 'webhook'>) => ({
  path: { webhook_id: webhook.webhook_id },
  query: { client_id: scope.clientId, project_id: scope.projectId },
  headers: { 'If-Match': webhook.revision_hash },
});

/** The queries that a change of a webhook invalidates. */
export const changedBy = (scope: WebhookScope) => [...listsChangedBy(scope), listWebhookDeliveriesQueryKey()];

const hostOf = ({ endpoint_url }: WebhookRecord): string => new URL(endpoint_url).host;

/** Creates a new signing secret, and shows it only once. */
export function RotateSecret(dialog: WebhookDialog) {
  const { t } = useTranslation();
  const [grace, setGrace] = useState('86400');
  const rotate = useWrite(
    async (seconds: number) =>
      (await rotateWebhookSecret({ ...addressOf(dialog), body: { previous_secret_valid_seconds: seconds } }))
        .data,
    { changes: changedBy(dialog.scope) },
  );
  const made = rotate.answer;
  return (
    <FormDialog
      title={t('webhooks.rotate')}
      action={t('webhooks.rotate')}
      write={rotate}
      outcome={
        made && (
          <SecretOnce title={t('webhooks.secretTitle')} secret={made.secret} onStored={dialog.onClose} />
        )
      }
      onSubmit={() => rotate.send(Number(grace))}
      onClose={dialog.onClose}
    >
      <Text size="sm">{t('webhooks.rotateText')}</Text>
      <Select
        label={t('webhooks.grace')}
        description={t(grace === '0' ? 'webhooks.graceNone' : 'webhooks.graceHelp')}
        allowDeselect={false}
        data={GRACES.map((value) => ({ value, label: t(`integrations.grace.${value}`) }))}
        value={grace}
        onChange={(value) => setGrace(value ?? '0')}
      />
      {dialog.webhook.previous_secret_expires_at_utc && (
        <Text size="sm">{t('webhooks.rotateEndsOverlap')}</Text>
      )}
    </FormDialog>
  );
}

/** Ends the overlap of a rotation. */
export function EndPreviousSecret(dialog: WebhookDialog) {
  const { t } = useTranslation();
  const end = useWrite(async (_: null) => (await revokePreviousWebhookSecret(addressOf(dialog))).data, {
    changes: changedBy(dialog.scope),
    onDone: dialog.onClose,
  });
  return (
    <Confirm
      title={t('webhooks.endPrevious')}
      action={t('webhooks.endPrevious')}
      write={end}
      onConfirm={() => end.send(null)}
      onClose={dialog.onClose}
    >
      <Text size="sm">{t('webhooks.endPreviousText')}</Text>
    </Confirm>
  );
}

/** Switches a webhook off, or on again. */
export function SwitchWebhook(dialog: WebhookDialog) {
  const { t } = useTranslation();
  const isOff = dialog.webhook.status === 'disabled';
  const write = useWrite(
    async (status: 'active' | 'disabled') =>
      (await updateWebhook({ ...addressOf(dialog), body: { status } })).data,
    { changes: changedBy(dialog.scope), onDone: dialog.onClose },
  );
  const action = t(isOff ? 'webhooks.switchOn' : 'webhooks.switchOff');
  return (
    <Confirm
      title={action}
      action={action}
      isDangerous={!isOff}
      write={write}
      onConfirm={() => write.send(isOff ? 'active' : 'disabled')}
      onClose={dialog.onClose}
    >
      <Text size="sm">
        {t(isOff ? 'webhooks.switchOnText' : 'webhooks.switchOffText', {
          count: dialog.webhook.next_attempts.waiting_count,
        })}
      </Text>
    </Confirm>
  );
}

/** Deletes a webhook, and shows what is lost. */
export function DeleteWebhook(dialog: WebhookDialog) {
  const { t } = useTranslation();
  const change = useChangeView();
  const remove = useWrite(async (_: null) => (await deleteWebhook(addressOf(dialog))).data, {
    changes: changedBy(dialog.scope),
    onDone: () => {
      notifications.show({ message: t('webhooks.deleted', { host: hostOf(dialog.webhook) }) });
      change({ webhook: undefined });
    },
  });
  return (
    <Confirm
      title={t('webhooks.deleteTitle', { host: hostOf(dialog.webhook) })}
      action={t('webhooks.delete')}
      typed={hostOf(dialog.webhook)}
      write={remove}
      onConfirm={() => remove.send(null)}
      onClose={dialog.onClose}
    >
      <Text size="sm">{t('webhooks.deleteText', { count: dialog.webhook.next_attempts.waiting_count })}</Text>
    </Confirm>
  );
}
