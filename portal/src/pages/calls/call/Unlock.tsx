import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endPiiUnlock, type ListPiiUnlocksOfCallResponse } from '../../../api/generated';
import { listPiiUnlocksOfCallOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useSession } from '../../../session/session';
import { AskToUnlock } from './AskToUnlock';

type Unlock = ListPiiUnlocksOfCallResponse['items'][number];

const OPEN: readonly Unlock['state'][] = ['requested', 'approved', 'active'];
const TICK_MS = 1_000;
/** The queries that an unlock changes: the call, and its unlocks. */
const CHANGED = ['getCall', 'listPiiUnlocksOfCall'] as const;
const CHANGES = CHANGED.map((_id) => [{ _id }] as const);

/** Reads the unlocks of the call, and lets components read them and the call again. */
function useUnlocks(callId: string) {
  const { client_id } = useView();
  const queries = useQueryClient();
  const again = useCallback(() => {
    for (const _id of CHANGED) void queries.invalidateQueries({ queryKey: [{ _id }] });
  }, [queries]);
  const options = listPiiUnlocksOfCallOptions({ path: { call_id: callId }, query: { client_id } });
  return { options, again } as const;
}

/** Counts down to the end of an active unlock. */
function Remaining({ until, onEnd }: { readonly until: string; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(() => Date.parse(until) - Date.now());
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) {
      onEnd();
      return undefined;
    }
    const timer = setInterval(() => setLeft(Date.parse(until) - Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver, until, onEnd]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Text size="sm" role="timer">
      {t('unlock.left', { time })}
    </Text>
  );
}

/** The person's own unlock of the call, until it is over. */
function Current({ unlock }: { readonly unlock: Unlock }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { call_id: callId, unlock_id: unlockId, state, expires_at_utc: until } = unlock;
  const { again } = useUnlocks(callId);
  const end = useWrite(
    async (_: undefined, key) => {
      await endPiiUnlock({
        path: { call_id: callId, unlock_id: unlockId },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
      });
    },
    { changes: CHANGES, onDone: () => notifications.show({ message: t('unlock.ended') }) },
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <StatusLabel kind="unlock" value={state} />
        <Text size="sm" c="dimmed">
          {unlock.kinds.map((kind) => t(`words.piiKind.${kind}`)).join(', ')}
        </Text>
      </Group>
      {state === 'active' && until ? (
        <Remaining until={until} onEnd={again} />
      ) : (
        <Text size="sm">
          {t(`unlock.until.${state}`)} <Instant at={until} />
        </Text>
      )}
      <Group gap="xs">
        {state === 'approved' && (
          <Button size="xs" onClick={again}>
            {t('unlock.open')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.send(undefined)}>
          {t(state === 'requested' ? 'unlock.takeBack' : 'unlock.end')}
        </Button>
      </Group>
      <Refusal problem={end.problem} />
    </Stack>
  );
}

/** Requests personal data of the call that the role may not see, if the policy permits unlocks. */
export function UnlockPanel({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const { options } = useUnlocks(callId);
  const unlocks = useQuery(options);
  const own = unlocks.data?.items.filter((it) => it.requested_by === session?.user_id) ?? [];
  if (unlocks.isPending) return null;
  if (unlocks.data && own.length === 0 && unlocks.data.unlockable_kinds.length === 0) return null;
  return (
    <Panel title={t('unlock.title')}>
      <Loaded query={unlocks} what={t('unlock.title')} height={120}>
        {({ unlockable_kinds: kinds }) => {
          const current = own.find(({ state }) => OPEN.includes(state));
          const last = own[0];
          if (current) return <Current key={current.unlock_id} unlock={current} />;
          return (
            <Stack gap="xs">
              {last && <StatusLabel kind="unlock" value={last.state} />}
              <Text size="sm" c="dimmed">
                {t(kinds.length > 0 ? 'unlock.text' : 'unlock.none')}
              </Text>
              {kinds.length > 0 && (
                <Button
                  size="xs"
                  variant="default"
                  style={{ alignSelf: 'flex-start' }}
                  onClick={() => setAsking(true)}
                >
                  {t('unlock.ask')}
                </Button>
              )}
            </Stack>
          );
        }}
      </Loaded>
      {isAsking && unlocks.data && (
        <AskToUnlock
          callId={callId}
          kinds={unlocks.data.unlockable_kinds}
          changes={CHANGES}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
