import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  transitionCallerRequest,
  type CallerRequestDetail,
  type TransitionRequest,
} from '../../api/generated';
import {
  countOpenCallerRequestsQueryKey,
  getCallerRequestQueryKey,
  listCallerRequestsQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../data/write';
import { Facts } from '../../parts/values/Facts';
import { Panel } from '../../parts/Panel';
import { Refusal } from '../../parts/Refusal';
import { FOUND, nextOf, one, STATUSES } from './words';

const SHOWN = ['status', 'status_note', 'processing_result.data_found_count'];

/** The queries that a new or changed request invalidates. */
export const CHANGED = [listCallerRequestsQueryKey(), countOpenCallerRequestsQueryKey()];

/**
 * Moves a request to its next status, with a note. The note is not kept in the browser: the API
 * stores it sealed.
 */
export function MoveRequest({
  of,
  clientId,
}: {
  readonly of: CallerRequestDetail;
  readonly clientId: string;
}) {
  const { t } = useTranslation();
  // The state when the person began to edit. If there is a newer one, the form shows both.
  const [seen, setSeen] = useState(of.revision_number);
  const isBehind = of.revision_number > seen;
  const [status, setStatus] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [found, setFound] = useState<string | null>(null);
  const [foundCount, setFoundCount] = useState<number | string>('');
  const [isErasing, setErasing] = useState(false);
  const [typed, setTyped] = useState('');
  const move = useWrite(
    async (body: TransitionRequest) =>
      (
        await transitionCallerRequest({
          path: { request_id: of.id },
          query: { client_id: clientId },
          body,
        })
      ).data,
    {
      changes: [...CHANGED, getCallerRequestQueryKey({ path: { request_id: of.id } })],
      onDone: ({ tracking_id, revision_number, status: became }) => {
        setSeen(revision_number);
        setStatus(null);
        setNote('');
        setFound(null);
        setFoundCount('');
        setErasing(false);
        setTyped('');
        notifications.show({
          message: t('requests.isNow', { id: tracking_id, status: t(`words.request.${became}`) }),
        });
      },
    },
  );
  const to = one(STATUSES, status);
  const mayErase = to === 'in_progress' && of.request_type === 'deletion' && of.identifier_kind === 'phone';
  const erases = mayErase && isErasing;
  const state = one(FOUND, found);
  const isReady = to !== undefined && note.trim() !== '' && (!erases || typed.trim() === of.tracking_id);
  const send = (): void => {
    if (!to) return;
    const result = {
      ...(state && { data_found_state: state }),
      ...(foundCount !== '' && { data_found_count: Number(foundCount) }),
    };
    move.send({
      expected_revision: seen,
      status: to,
      status_note: note.trim(),
      ...(erases ? { erase: true } : Object.keys(result).length > 0 && { processing_result: result }),
    });
  };
  const last = of.history.at(-1);
  return (
    <Panel title={t('requests.move')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBehind) send();
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('requests.newStatus')}
            data={nextOf(of.status).map((value) => ({ value, label: t(`words.request.${value}`) }))}
            value={status}
            error={move.problem?.fields['status']}
            onChange={setStatus}
          />
          <Textarea
            label={t('requests.note')}
            description={t('requests.noteHelp')}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={note}
            error={move.problem?.fields['status_note']}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {mayErase && (
            <Checkbox
              label={t('requests.erase')}
              description={t('requests.eraseHelp')}
              checked={isErasing}
              onChange={({ currentTarget }) => setErasing(currentTarget.checked)}
            />
          )}
          {erases ? (
            <TextInput
              label={t('actions.typeName', { name: of.tracking_id })}
              autoComplete="off"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          ) : (
            <Group grow align="flex-end">
              <Select
                label={t('requests.found')}
                placeholder={t('requests.asItIs')}
                clearable
                data={FOUND.map((value) => ({ value, label: t(`words.found.${value}`) }))}
                value={found}
                onChange={setFound}
              />
              <NumberInput
                label={t('requests.foundCount')}
                placeholder={t('requests.asItIs')}
                min={0}
                allowDecimal={false}
                value={foundCount}
                error={move.problem?.fields['processing_result.data_found_count']}
                onChange={setFoundCount}
              />
            </Group>
          )}
          <Refusal problem={move.problem} shown={SHOWN} />
          {isBehind && (
            <Alert variant="outline" color="yellow" title={t('requests.bothSides')}>
              <Stack gap="xs" align="flex-start">
                <Facts
                  caption={t('requests.bothSides')}
                  rows={[
                    [t('requests.yours'), to ? t(`words.request.${to}`) : '–'],
                    [t('requests.now'), t(`words.request.${of.status}`)],
                    [t('requests.nowNote'), last?.status_note],
                  ]}
                />
                <Text size="sm">{t('requests.bothSidesText')}</Text>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setSeen(of.revision_number);
                    move.reset();
                    if (to && !nextOf(of.status).includes(to)) setStatus(null);
                  }}
                >
                  {t('requests.goOn')}
                </Button>
              </Stack>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              color={erases ? 'red' : undefined}
              disabled={!isReady || isBehind}
              loading={move.isPending}
            >
              {t(erases ? 'requests.moveAndErase' : 'requests.move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
