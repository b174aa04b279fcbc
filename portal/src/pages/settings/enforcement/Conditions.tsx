import { Anchor, Group, List, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord, DomainRecord } from '../../../api/generated';
import {
  listBreakGlassHoldersOptions,
  listDirectoryLinksOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView, useView } from '../../../address/view';

/** Two holders are enough of a way back even while one person is away (single-sign-on 7.2). */
const ENOUGH_HOLDERS = 2;

/** Colour is never the only sign: the words differ too. */
const SIGNS = {
  met: { Sign: IconCircleCheck, color: 'var(--mantine-color-teal-text)' },
  unmet: { Sign: IconCircleX, color: 'var(--mantine-color-red-text)' },
  todo: { Sign: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
} as const;

function Condition({
  state,
  text,
  children,
}: {
  readonly state: keyof typeof SIGNS;
  readonly text: string;
  /** Links to the place where the person can meet the condition. */
  readonly children?: ReactNode;
}) {
  const { Sign, color } = SIGNS[state];
  return (
    <List.Item icon={<Sign aria-hidden size={18} stroke={1.75} color={color} />}>
      <Text size="sm">{text}</Text>
      {children}
    </List.Item>
  );
}

/** The conditions for requiring a connection: which ones are met, and where to meet the others. */
export function Conditions({
  connection: { connection_id: id, name, state },
  domains = [],
  excluded,
}: {
  readonly connection: ConnectionRecord;
  readonly domains: readonly DomainRecord[] | undefined;
  readonly excluded: number;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { href } = useLocation();
  const change = useChangeView();
  const query = { client_id };
  const holders = useQuery(listBreakGlassHoldersOptions({ query }));
  const links = useQuery(listDirectoryLinksOptions({ query }));
  const isActive = state === 'active';
  const hasDomain = domains.some((it) => it.status === 'verified' && it.connection_id === id);
  const isUnlinked = links.data?.items.some((it) => it.connection_id === id && !it.is_linked) ?? false;
  const proved = holders.data?.proved_count;
  const said = (isMet: boolean) => (isMet ? 'met' : 'unmet');
  return (
    <List spacing="xs" pl={0} aria-label={t('enforcement.conditions')}>
      <Condition state={said(isActive)} text={t(`enforcement.active.${said(isActive)}`)}>
        {!isActive && (
          <Anchor component="button" size="sm" onClick={() => change({ connection: id })}>
            {t('enforcement.openConnection', { name })}
          </Anchor>
        )}
      </Condition>
      <Condition state={said(hasDomain)} text={t(`enforcement.domain.${said(hasDomain)}`)} />
      <Condition state="todo" text={t('enforcement.session')}>
        <Group gap="md">
          {isUnlinked && (
            <Anchor size="sm" renderRoot={(props) => <Link to="/security" search={query} {...props} />}>
              {t('enforcement.link')}
            </Anchor>
          )}
          <Anchor size="sm" href={`/sign-in?return_to=${encodeURIComponent(href)}`}>
            {t('enforcement.signIn', { name })}
          </Anchor>
        </Group>
      </Condition>
      {proved !== undefined && (
        <Condition
          state={said(proved >= ENOUGH_HOLDERS)}
          text={t(`enforcement.holders.${said(proved >= ENOUGH_HOLDERS)}`, { count: proved })}
        >
          {proved < ENOUGH_HOLDERS && (
            <Anchor component="button" size="sm" onClick={() => change({ tab: 'break-glass' })}>
              {t('enforcement.openHolders')}
            </Anchor>
          )}
        </Condition>
      )}
      <Condition
        state={said(excluded === 0)}
        text={excluded === 0 ? t('enforcement.nobody') : t('enforcement.people', { count: excluded })}
      />
    </List>
  );
}
