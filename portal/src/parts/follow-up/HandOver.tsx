import { Button, Menu, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveFollowUp, type FollowUpResponse } from '../../api/generated';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { Refusal } from '../Refusal';
import { useOwners } from './owners';
import { CHANGED_BY_FOLLOW_UP } from './queries';

/** Leaves a call to another person, or to everybody who works through the queue. */
export function HandOver({ saved }: { readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const owners = useOwners(saved.owner);
  const write = useWrite(
    async (owner: string | null, key) => {
      await saveFollowUp({
        path: { call_id: saved.call_id },
        query: { client_id },
        headers: { 'If-Match': saved.etag, 'Idempotency-Key': key },
        body: { state: 'open', owner, due_at_utc: saved.due_at_utc, tags: [...saved.tags] },
      });
    },
    {
      changes: CHANGED_BY_FOLLOW_UP,
      onDone: () => notifications.show({ message: t('followUp.handedOver') }),
    },
  );
  return (
    <Stack gap={4}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={write.isPending}
            leftSection={<IconUserShare aria-hidden size={14} />}
          >
            {t('followUp.handOver')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => write.send(null)}>{t('followUp.toQueue')}</Menu.Item>
          {owners.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => write.send(value)}>
              <span dir="auto">{label}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Refusal problem={write.problem} />
    </Stack>
  );
}
