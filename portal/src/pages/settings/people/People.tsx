import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../../api/generated';
import { listPeopleOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../../address/page';
import type { Session } from '../../../session/session';
import { useAssignment } from '../../../address/assignment';
import { useChangeView, useView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { ChangeRole } from './ChangeRole';
import { EndRole } from './EndRole';
import { Invitations } from './Invitations';
import { Invite } from './Invite';
import { PersonMenu, type PersonAction } from './PersonMenu';
import { ResetFactors } from './ResetFactors';
import { ReturnRole } from './ReturnRole';

const DIALOGS = { role: ChangeRole, end: EndRole, return: ReturnRole, reset: ResetFactors };

/** People who work with the client, and people who are invited (people section 1). */
export function People({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { client_id: clientId } = useView();
  const change = useChangeView();
  const { page = '1' }: { page?: string } = useSearch({ strict: false });
  const [open, setOpen] = useState<{ readonly action: PersonAction; readonly userId: string } | null>(null);
  const [isInviting, setInviting] = useState(false);
  const people = useQuery({
    ...listPeopleOptions({ query: { client_id: clientId, page: pageOf(page) } }),
    placeholderData: keepPreviousData,
  });
  const { business_name: business = '' } = useAssignment() ?? {};
  const roles = people.data?.grantable_roles ?? [];
  const title = t('people.title', { business });
  const isSelf = (person: PersonResponse): boolean => person.user_id === session.user_id;
  const Dialog = open && DIALOGS[open.action];
  const opened = people.data?.items.find(({ user_id }) => user_id === open?.userId);
  return (
    <Stack>
      <Panel
        title={title}
        aside={
          <Button
            size="xs"
            leftSection={<IconUserPlus aria-hidden size={16} />}
            disabled={roles.length === 0}
            onClick={() => setInviting(true)}
          >
            {t('people.invite')}
          </Button>
        }
      >
        <Loaded query={people} what={t('settings.people')} height={240}>
          {({ items, pagination }) =>
            items.length === 0 ? (
              <Empty
                title={t('people.none')}
                next={t('people.noneNext')}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            ) : (
              <>
                <DataTable
                  caption={title}
                  rows={items}
                  keyOf={(row) => row.user_id}
                  columns={[
                    {
                      name: 'name',
                      label: t('people.name'),
                      cell: (row) => (
                        <Group gap="xs" wrap="nowrap">
                          <Text
                            span
                            size="sm"
                            fw={500}
                            maw={280}
                            truncate
                            dir="auto"
                            title={row.display_name}
                          >
                            {row.display_name}
                          </Text>
                          {isSelf(row) && (
                            <Badge variant="default" size="sm" flex="none">
                              {t('people.you')}
                            </Badge>
                          )}
                        </Group>
                      ),
                    },
                    { name: 'role', label: t('people.role'), cell: (row) => t(`roles.${row.role}`) },
                    {
                      name: 'state',
                      label: t('people.state'),
                      cell: (row) => <StatusLabel kind="person" value={row.active ? 'active' : 'ended'} />,
                    },
                    { name: 'email', label: t('people.email'), cell: (row) => row.email_masked ?? '–' },
                    {
                      name: 'seen',
                      label: t('people.seen'),
                      cell: (row) =>
                        row.last_seen_at_utc ? <Instant at={row.last_seen_at_utc} /> : t('people.never'),
                    },
                    {
                      name: 'given',
                      label: t('people.given'),
                      cell: (row) => (
                        <AtByCell
                          at={row.role_changed_at_utc}
                          by={row.role_changed_by}
                          what={t(row.active ? 'people.gotRole' : 'people.roleEnded', {
                            role: t(`roles.${row.role}`),
                          })}
                        />
                      ),
                    },
                    {
                      name: 'action',
                      label: t('people.actions'),
                      cell: (row) => (
                        <PersonMenu
                          person={row}
                          isSelf={isSelf(row)}
                          onChoose={(action) => setOpen({ action, userId: row.user_id })}
                        />
                      ),
                    },
                  ]}
                />
                <Pager
                  pagination={pagination}
                  what={t('settings.people')}
                  onChange={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      <Invitations />
      {isInviting && <Invite roles={roles} business={business} onClose={() => setInviting(false)} />}
      {Dialog && opened && (
        <Dialog
          key={opened.user_id}
          person={opened}
          isSelf={isSelf(opened)}
          roles={roles}
          business={business}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
