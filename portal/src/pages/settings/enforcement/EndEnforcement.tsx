import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord, EnforcementResponse } from '../../../api/generated';
import { useChangeView } from '../../../address/view';
import { Confirm } from '../../../parts/Confirm';
import { Facts } from '../../../parts/values/Facts';
import { AtBy } from '../../../parts/values/Person';
import type { EnforcementWrite } from './enforcement-write';

/** The required connection, and the end of the requirement. */
export function EndEnforcement({
  state: { connection_id: id, required_at_utc: at, required_by: by },
  connections,
  write,
}: {
  readonly state: EnforcementResponse;
  readonly connections: readonly ConnectionRecord[];
  readonly write: EnforcementWrite;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const [isAsking, setAsking] = useState(false);
  const required = connections.find(({ connection_id: it }) => it === id);
  return (
    <>
      <Facts
        caption={t('enforcement.title')}
        rows={[
          [
            t('enforcement.connection'),
            required && (
              <Anchor
                key="connection"
                component="button"
                size="sm"
                onClick={() => change({ connection: required.connection_id })}
              >
                {required.name}
              </Anchor>
            ),
          ],
          [t('enforcement.since'), <AtBy key="since" at={at} by={by} />],
        ]}
      />
      <Text size="sm">{t('enforcement.requiredText')}</Text>
      <Group>
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            write.reset();
            setAsking(true);
          }}
        >
          {t('enforcement.end')}
        </Button>
      </Group>
      {isAsking && !write.problem && (
        <Confirm
          title={t('enforcement.endTitle')}
          action={t('enforcement.end')}
          write={{ ...write, problem: undefined }}
          isDangerous={false}
          onConfirm={() => write.send({ mode: 'off' })}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('enforcement.endText')}</Text>
        </Confirm>
      )}
    </>
  );
}
