import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activateSsoConnection, disableSsoConnection, type ConnectionRecord } from '../../../api/generated';
import { listSsoConnectionsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';

const ACTS = { activate: activateSsoConnection, disable: disableSsoConnection } as const;
type Act = keyof typeof ACTS;

/** Lets people sign in through a connection, or stops that (single-sign-on 2.4). */
export function ConnectionActs({
  connection: { connection_id, name, state, is_serving: isServing, etag },
}: {
  readonly connection: ConnectionRecord;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [isDisabling, setDisabling] = useState(false);
  const query = { client_id };
  const act = useWrite(
    async (what: Act, key) =>
      (
        await ACTS[what]({
          path: { connection_id },
          query,
          headers: { 'If-Match': `"${etag}"`, 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: [listSsoConnectionsQueryKey({ query })],
      onDone: (_, what) => {
        setDisabling(false);
        notifications.show({ message: t(`sso.acted.${what}`, { name }) });
      },
    },
  );
  const mayActivate = state === 'tested' || state === 'disabled';
  return (
    <Panel title={t('sso.stepActivate')}>
      <Text size="sm" c="dimmed">
        {t(`sso.activateHelp.${state}`)}
      </Text>
      {!isDisabling && <Refusal problem={act.problem} />}
      <Group gap="xs">
        {mayActivate && (
          <Button size="sm" loading={act.isPending && !isDisabling} onClick={() => act.send('activate')}>
            {t('sso.activate')}
          </Button>
        )}
        {isServing && (
          <Button size="sm" variant="default" onClick={() => setDisabling(true)}>
            {t('sso.disable')}
          </Button>
        )}
      </Group>
      {isDisabling && (
        <Confirm
          title={t('sso.disableTitle', { name })}
          action={t('sso.disable')}
          write={act}
          onConfirm={() => act.send('disable')}
          onClose={() => setDisabling(false)}
        >
          <Text size="sm">{t('sso.disableText')}</Text>
        </Confirm>
      )}
    </Panel>
  );
}
