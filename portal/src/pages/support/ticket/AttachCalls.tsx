import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachSupportCalls } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';
import { COURSE_QUERIES } from './queries';

/** The route's maximum. */
const MOST_AT_ONCE = 20;

/** The ids in a text, either plain or in addresses of calls. */
const idsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,;]+/))]
    .map((it) => decodeURIComponent(/\/calls\/([^/?#]+)/.exec(it)?.[1] ?? it))
    .filter((it) => it !== '')
    .slice(0, MOST_AT_ONCE);

/** Attaches further calls to a ticket, by their ids or their addresses. */
export function AttachCalls({ ticketId }: { readonly ticketId: string }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const may = useMay();
  const [text, setText] = useState('');
  const attach = useWrite(
    async (call_ids: string[], key) =>
      (
        await attachSupportCalls({
          path: { ticket_id: ticketId },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
          body: { call_ids },
        })
      ).data,
    { changes: COURSE_QUERIES, onDone: () => setText('') },
  );
  if (!may('attachSupportCalls')) return null;
  const ids = idsIn(text);
  const absent = attach.answer?.items.filter(({ state }) => state === 'not_found') ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ids.length > 0) attach.send(ids);
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          className="grow"
          maw={420}
          label={t('ticket.attachCall')}
          placeholder={t('ticket.attachCallHint')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          type="submit"
          disabled={ids.length === 0}
          loading={attach.isPending}
        >
          {t('ticket.add')}
        </Button>
      </Group>
      {absent.length > 0 && (
        <Text size="sm" role="alert" className="breaks" mt={4}>
          {t('ticket.callsNotFound', { ids: absent.map(({ call_id }) => call_id).join(', ') })}
        </Text>
      )}
      <Refusal problem={attach.problem} />
    </form>
  );
}
