import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView, useView } from '../../../address/view';
import {
  approvePiiUnlock,
  denyPiiUnlock,
  endPiiUnlock,
  type ListPiiUnlocksResponse,
} from '../../../api/generated';
import { listPiiUnlocksOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { CursorPages } from '../../../parts/tables/CursorPages';
import { DataTable } from '../../../parts/tables/DataTable';
import { CallLink } from '../../../parts/values/CallLink';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useSession } from '../../../session/session';

type Unlock = ListPiiUnlocksResponse['items'][number];
type State = Unlock['state'];

const STATES: readonly State[] = ['requested', 'approved', 'active', 'expired', 'denied', 'ended'];
const ACTS = { approve: approvePiiUnlock, deny: denyPiiUnlock, end: endPiiUnlock } as const;
type Act = keyof typeof ACTS;
const POSSIBLE: Readonly<Record<State, readonly Act[]>> = {
  requested: ['approve', 'deny'],
  approved: ['end'],
  active: ['end'],
  expired: [],
  denied: [],
  ended: [],
};

// Table cells do not wrap by default.
const WRAPPED = { maw: 320, style: { whiteSpace: 'normal' } } as const;

/** An administrator's actions on an unlock; a person cannot decide on their own request. */
function Acts({ unlock, isOwn }: { readonly unlock: Unlock; readonly isOwn: boolean }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const act = useWrite(
    async (what: Act, key) => {
      await ACTS[what]({
        path: { call_id: unlock.call_id, unlock_id: unlock.unlock_id },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
      });
    },
    {
      changes: [[{ _id: 'listPiiUnlocks' }]],
      onDone: (_, what) => notifications.show({ message: t(`unlocks.done.${what}`) }),
    },
  );
  if (isOwn && unlock.state === 'requested')
    return (
      <Text size="sm" c="dimmed" {...WRAPPED}>
        {t('unlocks.own')}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        {POSSIBLE[unlock.state].map((what) => (
          <Button
            key={what}
            size="compact-xs"
            variant={what === 'approve' ? 'filled' : 'default'}
            loading={act.isPending}
            onClick={() => act.send(what)}
          >
            {t(`unlocks.${what}`)}
          </Button>
        ))}
      </Group>
      <Refusal problem={act.problem} />
    </Stack>
  );
}

/** Requests to see personal data of a call, and their decisions (unlocks 2.6). */
export function Unlocks() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const session = useSession();
  const change = useChangeView();
  const { cursor }: { cursor?: string } = useSearch({ strict: false });
  const [state, setState] = useState<State | null>('requested');
  const unlocks = useQuery({
    ...listPiiUnlocksOptions({ query: { client_id, cursor, ...(state && { state }) } }),
    placeholderData: keepPreviousData,
  });
  const title = t('settings.unlocks');
  return (
    <Panel
      title={title}
      aside={
        <Select
          size="xs"
          w={220}
          clearable
          aria-label={t('unlocks.state')}
          placeholder={t('unlocks.all')}
          data={STATES.map((value) => ({ value, label: t(`words.unlock.${value}`) }))}
          value={state}
          onChange={(value) => {
            setState(STATES.find((it) => it === value) ?? null);
            change({ cursor: undefined });
          }}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {t('unlocks.text')}
      </Text>
      <Loaded query={unlocks} what={title} height={240}>
        {({ items, next_cursor: next }) => (
          <>
            {items.length === 0 ? (
              <Empty title={t(state === 'requested' ? 'unlocks.noneWaits' : 'unlocks.none')} />
            ) : (
              <DataTable
                caption={title}
                rows={items}
                keyOf={(row) => row.unlock_id}
                columns={[
                  {
                    name: 'asked',
                    label: t('unlocks.asked'),
                    cell: (row) => (
                      <>
                        <AtByCell at={row.requested_at_utc} by={row.requested_by} />
                        <Text size="sm" c="dimmed">
                          {t(`roles.${row.requested_role}`)}
                        </Text>
                      </>
                    ),
                  },
                  {
                    name: 'what',
                    label: t('unlocks.what'),
                    cell: (row) => (
                      <Stack gap={2} {...WRAPPED}>
                        <Text size="sm">
                          {row.kinds.map((kind) => t(`words.piiKind.${kind}`)).join(', ')}
                        </Text>
                        <CallLink callId={row.call_id}>{t('unlocks.call')}</CallLink>
                      </Stack>
                    ),
                  },
                  {
                    name: 'why',
                    label: t('unlocks.why'),
                    cell: (row) => (
                      <Stack gap={2} {...WRAPPED}>
                        <Text size="sm">{t(`words.unlockReason.${row.reason_code}`)}</Text>
                        {row.note !== null && (
                          <Text size="sm" c="dimmed" dir="auto" className="breaks">
                            {row.note}
                          </Text>
                        )}
                      </Stack>
                    ),
                  },
                  {
                    name: 'state',
                    label: t('unlocks.state'),
                    cell: (row) => (
                      <Stack gap={0}>
                        <StatusLabel kind="unlock" value={row.state} />
                        {row.looks > 0 ? (
                          <Text size="sm" c="dimmed">
                            {t('unlocks.looks', { count: row.looks })}
                          </Text>
                        ) : null}
                        {POSSIBLE[row.state].length > 0 && (
                          <Text size="sm" c="dimmed">
                            {t('unlocks.until')} <Instant at={row.expires_at_utc} />
                          </Text>
                        )}
                      </Stack>
                    ),
                  },
                  {
                    name: 'decided',
                    label: t('unlocks.decided'),
                    cell: (row) => <AtByCell at={row.decided_at_utc} by={row.decided_by} />,
                  },
                  {
                    name: 'acts',
                    label: t('unlocks.action'),
                    cell: (row) => <Acts unlock={row} isOwn={row.requested_by === session?.user_id} />,
                  },
                ]}
              />
            )}
            <CursorPages next={next} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
