import { Button, Group, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSupportTicket, type CreateTicketRequest } from '../../api/generated';
import { getCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { keptSearch } from '../../address/search';
import { useView } from '../../address/view';
import { startUploads } from '../../data/uploads';
import { useWrite } from '../../data/write';
import { bind } from '../../forms/bind';
import { useDraft } from '../../forms/draft';
import { sendByKey } from '../../parts/keys';
import { Panel } from '../../parts/Panel';
import { ProjectSelect } from '../../parts/ProjectSelect';
import { Refusal } from '../../parts/Refusal';
import { Loaded } from '../../parts/States';
import { FileDrop } from '../../parts/support/FileDrop';
import { PersonalDataWarning, useTextCheck } from '../../parts/support/PersonalData';
import { TICKET_QUERIES } from '../../parts/support/queries';
import { CATEGORIES, one, PRIORITIES } from '../../parts/support/words';
import { CallLink } from '../../parts/values/CallLink';
import { Instant } from '../../parts/values/Instant';
import { PageHead } from '../../shell/PageHead';

const COLUMN = 860;
const SHOWN = ['subject', 'text', 'category', 'priority', 'project_id'];

interface Values {
  readonly subject: string;
  readonly text: string;
  readonly category: string;
  readonly priority: string;
  readonly project_id: string;
}

/** The call that the ticket is about, so that the person sees that it is attached. */
function AboutCall({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const call = useQuery(getCallOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <Loaded query={call} what={t('pages.call')} height={40}>
      {(it) => (
        <Text size="sm" component="div">
          {t('newTicket.about')}{' '}
          <CallLink callId={callId}>{it.caller_display ?? t('ticket.withheld')}</CallLink>
          {' · '}
          <Instant at={it.started_at_utc} /> · {it.project_name ?? it.project_id}
        </Text>
      )}
    </Loaded>
  );
}

function NewTicket({
  callId,
  projectId,
}: {
  readonly callId: string | undefined;
  readonly projectId: string | undefined;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const { client_id } = useView();
  const draft = useDraft<Values>(`new ticket ${callId ?? ''}`, {
    subject: '',
    text: '',
    category: callId === undefined ? 'question' : 'incident',
    priority: 'normal',
    project_id: projectId ?? '',
  });
  const { values } = draft;
  const [files, setFiles] = useState<readonly File[]>([]);
  const create = useWrite(
    async (body: CreateTicketRequest, key) =>
      (await createSupportTicket({ query: { client_id }, headers: { 'Idempotency-Key': key }, body })).data,
    {
      changes: TICKET_QUERIES,
      onDone: ({ ticket_id }) => {
        draft.clear();
        startUploads({ clientId: client_id, ticketId: ticket_id }, files);
        void navigate({
          to: '/support/$ticketId',
          params: { ticketId: ticket_id },
          search: keptSearch,
          replace: true,
        } as never);
      },
    },
  );
  const check = useTextCheck(`${values.subject}\n${values.text}`, () =>
    create.send({
      subject: values.subject.trim(),
      text: values.text.trim(),
      category: one(CATEGORIES, values.category) ?? 'question',
      priority: one(PRIORITIES, values.priority) ?? 'normal',
      ...(values.project_id !== '' && { project_id: values.project_id }),
      ...(callId !== undefined && { call_ids: [callId] }),
    }),
  );
  const field = bind(draft, create.problem?.fields);
  const isReady = values.subject.trim() !== '' && values.text.trim() !== '';
  // Partners, who have a directory of clients, never see tickets about privacy (support 2.3).
  const categories = CATEGORIES.filter((it) => it !== 'privacy' || !may('listPartnerClients'));
  const title = t('pages.newTicket');
  return (
    <>
      <PageHead title={title} help={t('help.newTicket')} chapter="support" />
      <Stack maw={COLUMN}>
        <Panel title={t('newTicket.whatHappened')}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (isReady) check.send();
            }}
          >
            <Stack>
              {callId !== undefined && <AboutCall callId={callId} />}
              <TextInput
                label={t('support.subject')}
                description={t('newTicket.subjectHelp')}
                required
                maxLength={200}
                data-autofocus
                dir="auto"
                {...field.text('subject')}
              />
              <FileDrop files={files} onChange={setFiles}>
                <Textarea
                  label={t('newTicket.text')}
                  description={t('newTicket.textHelp')}
                  required
                  autosize
                  minRows={5}
                  maxRows={20}
                  maxLength={20_000}
                  dir="auto"
                  {...field.text('text')}
                  onKeyDown={sendByKey}
                />
              </FileDrop>
              <div className="fields">
                <Select
                  label={t('support.category')}
                  allowDeselect={false}
                  data={categories.map((value) => ({ value, label: t(`support.categories.${value}`) }))}
                  {...field.choice('category', categories)}
                />
                <Select
                  label={t('support.priority')}
                  allowDeselect={false}
                  data={PRIORITIES.map((value) => ({ value, label: t(`support.priorities.${value}`) }))}
                  {...field.choice('priority', PRIORITIES)}
                />
                <ProjectSelect label={t('shell.project')} clearable {...field.emptied('project_id')} />
              </div>
              <Refusal problem={create.problem} shown={SHOWN} />
              <PersonalDataWarning check={check} />
              <Group justify="flex-end">
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/support" search={keptSearch} {...props} />}
                >
                  {t('actions.cancel')}
                </Button>
                <Button type="submit" disabled={!isReady} loading={check.isPending || create.isPending}>
                  {t('newTicket.send')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Stack>
    </>
  );
}

/** Opens a ticket: about a call if the address names one, and then about the project of the call. */
export function NewTicketPage() {
  const { client_id, project_id } = useView();
  const { call: callId }: { call?: string } = useSearch({ strict: false });
  const call = useQuery({
    ...getCallOptions({ path: { call_id: callId ?? '' }, query: { client_id } }),
    enabled: callId !== undefined,
  });
  if (call.isLoading) return <Skeleton height={480} />;
  return <NewTicket callId={callId} projectId={call.data?.project_id ?? project_id} />;
}
