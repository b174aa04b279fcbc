import { Anchor, Badge, Group, Highlight, Stack, Text, TextInput } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconPhone,
  IconPhoneCall,
  IconPhoneEnd,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { useNumbers } from '../../../texts/numbers';
import { courseOf, isChapter, type Line, type Moment } from './course';

const SIGNS: Readonly<Record<string, Icon>> = {
  call_started: IconPhone,
  call_answered: IconPhoneCall,
  call_ended: IconPhoneEnd,
  transfer_initiated: IconArrowForwardUp,
  transfer: IconArrowForwardUp,
  consent: IconShieldCheck,
};

/** Names a moment; a line of the transcript has no name. */
function useWordsOf(): (moment: Moment) => string {
  const { t } = useTranslation();
  return (moment) => {
    if (moment.kind === 'event') return t(`words.event.${moment.event}`);
    if (moment.kind === 'consent') return t(`call.consentAt.${moment.status}`);
    return moment.kind === 'transfer' ? t('call.attemptNo', { number: moment.number }) : '';
  };
}

const idOf = (place: number): string => `moment-${place}`;

/** The outcome and target of an attempt to transfer the call. */
function Attempt({ attempt }: { readonly attempt: (Moment & { kind: 'transfer' })['attempt'] }) {
  const { t } = useTranslation();
  const { kind, outcome, target_name: target } = attempt;
  return (
    <>
      <Badge variant="default">{t(`words.transfer.${outcome}`)}</Badge>
      {kind === 'direct_call' && <Text size="sm">{t('call.directCall')}</Text>}
      {target && (
        <Text size="sm" dir="auto">
          {t('calls.target')} {target}
        </Text>
      )}
    </>
  );
}

function Row({
  moment,
  id,
  wanted,
}: {
  readonly moment: Moment;
  readonly id: string;
  /** The words that the person searches for. */
  readonly wanted: string;
}) {
  const { t } = useTranslation();
  const wordsOf = useWordsOf();
  const { duration } = useNumbers();
  const Sign = SIGNS[moment.kind === 'event' ? moment.event : moment.kind] ?? IconPhone;
  return (
    <Group gap="sm" wrap="nowrap" align="baseline" component="li" id={id} tabIndex={-1}>
      <Text span size="xs" c="dimmed" w={40} ta="right" flex="none" className="tabular">
        {duration(moment.at / 1000)}
      </Text>
      {moment.kind === 'line' ? (
        <>
          <Text span size="xs" c="dimmed" w={48} flex="none">
            {t(`words.role.${moment.line.role}`)}
          </Text>
          <Highlight size="sm" dir="auto" className="breaks" highlight={wanted}>
            {moment.line.text}
          </Highlight>
        </>
      ) : (
        <Group gap="xs" align="baseline" c={isChapter(moment) ? undefined : 'dimmed'}>
          <Sign aria-hidden size={14} style={{ transform: 'translateY(2px)' }} />
          <Text span size="sm" fw={isChapter(moment) ? 600 : undefined}>
            {wordsOf(moment)}
          </Text>
          {moment.kind === 'transfer' && <Attempt attempt={moment.attempt} />}
        </Group>
      )}
    </Group>
  );
}

/**
 * All that happened and was said in a call, in one column by time: with a search inside, and with
 * chapters of consent and transfers.
 */
export function Course({
  call,
  lines,
}: {
  readonly call: GetCallResponse;
  /** The lines that this reader may see. */
  readonly lines: readonly Line[];
}) {
  const { t } = useTranslation();
  const wordsOf = useWordsOf();
  const { duration } = useNumbers();
  const [wanted, setWanted] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  const moments = courseOf(call, lines);
  const chapters = moments
    .map((moment, n) => ({ moment, id: idOf(n) }))
    .filter(({ moment }) => isChapter(moment));
  const words = wanted.trim();
  const low = words.toLowerCase();
  const found = low === '' ? 0 : lines.filter(({ text }) => text.toLowerCase().includes(low)).length;
  const jump = (): void => {
    const marks = list.current?.querySelectorAll('mark') ?? [];
    if (marks.length === 0) return;
    at.current = (at.current + 1) % marks.length;
    marks[at.current]?.scrollIntoView({ block: 'center' });
  };
  if (moments.length === 0) return <Text c="dimmed">{t('call.noEvents')}</Text>;
  return (
    <Stack gap="sm" align="stretch">
      {lines.length > 0 && (
        <Group gap="sm" role="search">
          <TextInput
            size="xs"
            w={220}
            data-page-search
            aria-label={t('call.searchInside')}
            placeholder={t('call.searchInside')}
            value={wanted}
            onChange={({ currentTarget }) => {
              at.current = -1;
              setWanted(currentTarget.value);
            }}
            onKeyDown={({ key }) => key === 'Enter' && jump()}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {low !== '' && t('call.found', { count: found })}
          </Text>
        </Group>
      )}
      {chapters.length > 0 && (
        <Group gap="sm" component="nav" aria-label={t('call.chapters')}>
          {chapters.map(({ moment, id }) => (
            <Anchor
              key={id}
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                const row = document.getElementById(id);
                row?.scrollIntoView({ block: 'center' });
                row?.focus({ preventScroll: true });
              }}
            >
              {duration(moment.at / 1000)} {wordsOf(moment)}
            </Anchor>
          ))}
        </Group>
      )}
      <Stack ref={list} gap={6} component={'ol'} m={0} p={0} style={{ listStyle: 'none' }}>
        {moments.map((moment, n) => (
          <Row key={n} id={idOf(n)} moment={moment} wanted={words} />
        ))}
      </Stack>
    </Stack>
  );
}
