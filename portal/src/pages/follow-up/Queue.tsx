import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedCallResponse } from '../../api/generated';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { useKeys } from '../../parts/keys';
import { Refusal } from '../../parts/Refusal';
import { Instant } from '../../parts/values/Instant';
import { OneStop } from '../../parts/values/OneStop';
import { AtBy } from '../../parts/values/Person';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { CallBack } from '../../parts/follow-up/CallBack';
import { useFollowUpChange } from '../../parts/follow-up/change';

type State = 'open' | 'done';

/**
 * One call of the queue. Its first link opens it, and gets the focus when a shortcut selects it.
 */
function Item({
  item,
  state,
  isLate,
  settle,
}: {
  readonly item: QueuedCallResponse;
  readonly state: State;
  readonly isLate: boolean;
  /** Undefined if the person may not settle it. */
  readonly settle: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { follow_up: it } = item;
  const caller = item.caller_display ?? t('calls.withheld');
  return (
    <OneStop>
      {(row) => (
        <Paper {...row} withBorder p="sm" role="listitem">
          <Group justify="space-between" align="flex-start" gap="sm">
            <Stack gap={2} flex="1 1 260px" miw={0}>
              <Group gap="xs">
                <Anchor
                  data-queued
                  renderRoot={(props) => (
                    <Link
                      to="/calls/$callId"
                      params={{ callId: it.call_id }}
                      search={{ client_id, follow_up: state }}
                      {...props}
                    />
                  )}
                >
                  {caller}
                </Anchor>
                {it.reason && <Badge variant="default">{t(`followUp.reason.${it.reason}`)}</Badge>}
                {it.tags.map((tag) => (
                  <Badge key={tag} variant="light" tt="none">
                    {tag}
                  </Badge>
                ))}
              </Group>
              <Group gap="xs">
                {it.reason !== 'missed_inbound' && <StatusLabel kind="status" value={item.call_status} />}
                <Text size="sm" c="dimmed" component="div">
                  <Instant at={item.started_at_utc} /> · {item.project_name ?? item.project_id}
                </Text>
              </Group>
              {it.due_at_utc && (
                <Text size="sm" component="div" c={isLate ? 'red' : undefined}>
                  {t(isLate ? 'followUp.overdue' : 'followUp.dueBy')} <Instant at={it.due_at_utc} />
                </Text>
              )}
              {it.owner && (
                <Text size="sm" c="dimmed" dir="auto" component="div">
                  {t('followUp.ownedBy', { name: it.owner.display_name ?? t('followUp.anotherPerson') })}
                  {it.updated_by !== null && it.updated_by !== it.owner.user_id && (
                    <>
                      {' · '}
                      {t('followUp.givenBy')} <AtBy at={it.updated_at_utc} by={it.updated_by} />
                    </>
                  )}
                </Text>
              )}
              {it.note_status !== 'none' && (
                <Text size="sm" dir="auto" className="breaks" c={it.note === null ? 'dimmed' : undefined}>
                  {it.note ?? t('followUp.noteWithheld')}
                </Text>
              )}
            </Stack>
            <Group gap="xs">
              <CallBack saved={it} />
              {settle && (
                <Button size="xs" variant="light" onClick={settle}>
                  {t(state === 'open' ? 'followUp.markDone' : 'followUp.reopen')}
                </Button>
              )}
            </Group>
          </Group>
        </Paper>
      )}
    </OneStop>
  );
}

/** The calls of the queue, with shortcuts: j and k move, Enter opens, d settles. */
export function Queue({
  items,
  state,
}: {
  readonly items: readonly QueuedCallResponse[];
  readonly state: State;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  const links = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[data-queued]') ?? []),
  ];
  const focused = (): number => {
    const row = document.activeElement?.closest('[role=listitem]');
    return row ? links().findIndex((link) => row.contains(link)) : -1;
  };
  const move = (by: 1 | -1): void => {
    const all = links();
    const from = focused() === -1 ? at.current : focused();
    at.current = Math.min(Math.max(from + by, 0), all.length - 1);
    all[at.current]?.focus();
  };
  const write = useFollowUpChange();
  const mayWrite = may('saveFollowUp');
  const settle = (item: QueuedCallResponse | undefined): void => {
    if (item && mayWrite) write.send({ saved: item.follow_up, state: state === 'open' ? 'done' : 'open' });
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    d: () => {
      at.current = focused();
      settle(items[at.current]);
    },
  });
  // A settled row disappears while it has the focus, so the next row gets the focus.
  useEffect(() => {
    if (at.current >= 0 && document.activeElement === document.body)
      links()[Math.min(at.current, items.length - 1)]?.focus();
  }, [items]);
  const now = Date.now();
  return (
    <>
      <Refusal problem={write.problem} />
      <Stack ref={list} role="list" gap="xs" aria-label={t('pages.followUp')}>
        {items.map((item) => (
          <Item
            key={item.follow_up.call_id}
            item={item}
            state={state}
            isLate={
              state === 'open' &&
              item.follow_up.due_at_utc !== null &&
              Date.parse(item.follow_up.due_at_utc) < now
            }
            settle={mayWrite ? () => settle(item) : undefined}
          />
        ))}
      </Stack>
    </>
  );
}
