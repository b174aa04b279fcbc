import { Button, Menu, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CallBackResponse, FollowUpResponse } from '../../api/generated';
import { Refusal } from '../Refusal';
import { useSession } from '../../session/session';
import { useFollowUpChange } from './change';

type People = CallBackResponse['people'];

/** The people to choose from: colleagues by name, and the roles that only one other person has. */
function choicesOf(people: People, self: string | undefined): People {
  const others = people.filter(({ user_id: id }) => id !== self);
  const isAlone = ({ role }: People[number]): boolean => others.filter((it) => it.role === role).length === 1;
  return others.filter((it) => it.display_name !== null || isAlone(it));
}

/** Hands a call over to a person who may call back, or to all of them. */
export function HandOver({ saved, people }: { readonly saved: FollowUpResponse; readonly people: People }) {
  const { t } = useTranslation();
  const self = useSession()?.user_id;
  const write = useFollowUpChange(() => notifications.show({ message: t('followUp.handedOver') }));
  const give = (owner: string | null): void => write.send({ saved, state: 'open', owner });
  return (
    <Stack gap={4}>
      {/* Outside its container, a click in it would close the popover that it may be in. */}
      <Menu position="bottom-end" withinPortal={false}>
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
          {choicesOf(people, self).map(({ user_id: id, display_name: name, role }) => (
            <Menu.Item key={id} onClick={() => give(id)}>
              <span dir="auto">{name ?? t(`roles.${role}`)}</span>
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => give(null)}>{t('followUp.toQueue')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Refusal problem={write.problem} />
    </Stack>
  );
}
