import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { findCallsOptions, findThingsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { FoundCallsResponse, SearchResponse } from '../../api/generated';
import { useClientId, useView } from '../../address/view';
import { rightsFor } from '../../session/rights';
import type { Session } from '../../session/session';
import { useLocale } from '../../texts/locale';
import type { Place } from './recent';

// While a person types, the time between keystrokes is shorter than this.
const PAUSE_MS = 250;
const MIN_LETTERS = 2;

type Row = FoundCallsResponse['items'][number];

/** The items that the API finds for a text, and how much was searched. */
export interface Found {
  readonly groups: readonly { readonly name: string; readonly places: readonly Place[] }[];
  /** Whether the text is a complete number whose calls the person may list. */
  readonly isNumber: boolean;
  /** Sentences about what was searched and what was not. */
  readonly notes: readonly string[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * Searches items and calls.
 * @param words whether to search summaries and transcripts of the range in view
 */
export function useFound(session: Session, text: string, words: boolean): Found {
  const { t } = useTranslation();
  const { client_id, start_date, end_date, zone } = useView();
  const { range }: { range?: string } = useSearch({ strict: false });
  const hasRange = range !== undefined;
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const isAsked = q.length >= MIN_LETTERS;
  const things = useQuery({ ...findThingsOptions({ query: { q } }), enabled: isAsked });
  const calls = useQuery({
    ...findCallsOptions({
      query: { q, client_id, ...(words && { words: true, start_date, end_date, timezone: zone }) },
    }),
    enabled: isAsked && client_id !== '' && rightsFor(session, client_id)('findCalls'),
  });
  const toPlace = usePlaces(session, client_id);
  const isCurrent = q === typed && isAsked;
  const groups = isCurrent ? [...toPlace.things(things.data), ...toPlace.calls(calls.data)] : [];
  return {
    groups: groups.filter(({ places }) => places.length > 0),
    isNumber: isCurrent && calls.data?.number === 'searched',
    notes: isCurrent ? notesOf(t, q, hasRange, things.data, calls.data) : [],
    isSearching: typed.length >= MIN_LETTERS && (!isCurrent || things.isLoading || calls.isLoading),
    hasFailed: isCurrent && (things.isError || calls.isError),
    retry: () => void Promise.all([things, calls].filter((it) => it.isError).map((it) => it.refetch())),
  };
}

type Texts = ReturnType<typeof useTranslation>['t'];

// Digits of a number, as written within its country.
const NATIONAL = /^0[\d\s()./-]{6,}$/;

function notesOf(
  t: Texts,
  q: string,
  hasRange: boolean,
  things?: SearchResponse,
  calls?: FoundCallsResponse,
): readonly string[] {
  const words = calls?.words;
  return [
    ...(things?.unavailable.length ? [t('palette.unavailable')] : []),
    ...(calls?.number === 'not_permitted' ? [t('palette.notPermitted')] : []),
    ...(NATIONAL.test(q) && calls?.number === 'no_number' ? [t('palette.countryCode')] : []),
    ...(words
      ? [
          t('palette.searched', { found: words.found, count: words.searched }),
          ...(words.complete ? [] : [t(hasRange ? 'palette.incomplete' : 'palette.incompleteDays')]),
        ]
      : []),
  ];
}

/** Text typed as a telephone number: the complete number, or at least its last three digits. */
const DIGITS = /^\+?[\d\s()./*-]+$/;

/**
 * The calls of a whole number, for people who may see numbers, and the calls whose number ends with
 * the typed digits, for everyone who may read the list: that one compares masked numbers, which
 * show these digits. Neither needs a request.
 */
export function useNumberPlaces(
  session: Session,
  text: string,
  isNumber: boolean,
): readonly Omit<Place, 'to'>[] {
  const { t } = useTranslation();
  const client_id = useClientId();
  const digits = text.replace(/\D/g, '');
  if (!DIGITS.test(text.trim()) || digits.length < 3 || !rightsFor(session, client_id)('listCalls'))
    return [];
  const place = (id: string, label: string, caller: string) => ({
    id,
    label,
    description: t('range.90'),
    search: { client_id, caller, range: '90' },
  });
  const ending = digits.slice(-3);
  return [
    ...(isNumber && text.trim().startsWith('+')
      ? [place('whole-number', t('palette.ofNumber'), `+${digits}`)]
      : []),
    place(`ending-${ending}`, t('palette.ending', { digits: ending }), ending),
  ];
}

/** Turns the items of a response into places. */
function usePlaces(session: Session, callsOf: string) {
  const { t } = useTranslation();
  const { zone } = useView();
  const at = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const toCall = (call: Row, description?: string): Place => {
    const caller = call.caller_display ?? t(`words.direction.${call.direction}`);
    const day = call.started_at_utc.slice(0, 10);
    return {
      id: `call-${call.call_id}${description ? '-words' : ''}`,
      label: `${at.format(new Date(call.started_at_utc))} · ${caller}`,
      description: description ?? call.project_name ?? call.project_id,
      ...(call.detail_available
        ? { to: '/calls/$callId', params: { callId: call.call_id }, search: { client_id: callsOf } }
        : {
            to: '/calls',
            search: { client_id: callsOf, search: call.call_id, range: `${day}..${day}`, zone: 'UTC' },
          }),
    };
  };
  const things = (found?: SearchResponse) =>
    found === undefined
      ? []
      : [
          {
            name: t('pages.clients'),
            places: found.clients.map(({ client_id, business_name }) => ({
              id: `client-${client_id}`,
              label: business_name,
              description: client_id,
              to: '/',
              search: { client_id },
            })),
          },
          {
            name: t('pages.projects'),
            places: found.projects.map(({ client_id, business_name, project_id, display_name }) => ({
              id: `project-${project_id}`,
              label: display_name,
              description: business_name,
              ...(rightsFor(session, client_id)('getProjectLifecycle')
                ? { to: '/projects/$projectId', params: { projectId: project_id }, search: { client_id } }
                : { to: '/calls', search: { client_id, project_id } }),
            })),
          },
          {
            name: t('pages.campaigns'),
            places: found.campaigns.map(({ client_id, business_name, campaign_id, name }) => ({
              id: `campaign-${campaign_id}`,
              label: name,
              description: business_name,
              to: '/campaigns/$campaignId',
              params: { campaignId: campaign_id },
              search: { client_id },
            })),
          },
          {
            name: t('pages.requests'),
            places: found.requests.map(({ client_id, business_name, request_id, tracking_id }) => ({
              id: `request-${request_id}`,
              label: tracking_id,
              description: business_name,
              to: '/requests',
              search: { client_id, request: request_id },
            })),
          },
        ];
  const calls = (found?: FoundCallsResponse) =>
    found === undefined
      ? []
      : [
          { name: t('pages.calls'), places: found.items.map((call) => toCall(call)) },
          {
            name: t('palette.withWords'),
            places: found.words?.items.map(({ call, excerpt }) => toCall(call, excerpt)) ?? [],
          },
        ];
  return { things, calls };
}
