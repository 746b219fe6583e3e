import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { readTextVersion, saveTextDraft, type TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { contractsText } from '#app/routes/office/season/texts/text-names.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { useMayWriteText } from './use-may-write-text.ts';

type Version = TextAnswer['versions'][number];
type VersionsProps = { text: TextAnswer; onBroughtBack: (html: string) => void };
type BringBackProps = { text: TextAnswer; version: Version; onDone: (html: string) => void };

/** An old version becomes the draft; a draft that would be lost is asked for first (SE4.7). */
function BringBack({ text, version, onDone }: BringBackProps) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const { field, kind, id, draft, draft_version } = text;
  const n = version.number;
  const bring = () =>
    act(async () => {
      const { html } = await callForOne(readTextVersion, { params: { hash: version.hash } });
      const params = { field, kind, id };
      await callForOne(saveTextDraft, { params, body: { html, version: draft_version } });
      say(m.office_text_brought_back({ n }));
      await queries.invalidateQueries();
      onDone(html);
    });
  return (
    <>
      <Button
        look="quiet"
        size="small"
        busy={isBusy}
        aria-label={m.office_text_bring_back_of({ n })}
        onClick={() => (draft ? setAsked(true) : void bring())}
      >
        {m.office_text_bring_back()}
      </Button>
      {!isAsked && <ErrorNotice text={problem} />}
      {isAsked && (
        <Dialog
          open
          title={m.office_text_bring_back_title({ n })}
          description={m.office_text_bring_back_text({ n, by: draft?.saved_by ?? '' })}
          onClose={() => setAsked(false)}
          actions={
            <ConfirmActions
              text={m.office_text_bring_back()}
              isBusy={isBusy}
              onConfirm={() => void bring()}
              onClose={() => setAsked(false)}
            />
          }
        >
          <ErrorNotice text={problem} />
        </Dialog>
      )}
    </>
  );
}

function InForceSince({ version: { at } }: { version: Version }) {
  const timeText = useCompanyTime();
  return <span>{at ? timeText(at) : m.office_text_from_start()}</span>;
}

function Note({ version: { note, approval } }: { version: Version }) {
  return (
    <>
      <span className="block wrap-anywhere">{note ?? m.office_none()}</span>
      {approval && <span className="block wrap-anywhere">{m.office_text_approved({ approval })}</span>}
    </>
  );
}

/** Every version of a text, kept for good (SE4.7). */
export function TextVersions({ text, onBroughtBack }: VersionsProps) {
  const mayWrite = useMayWriteText(text);
  const columns: Column<Version>[] = [
    {
      key: 'number',
      header: m.office_text_column_number(),
      narrow: 'title',
      cell: ({ number, is_in_force }) => (
        <b>{is_in_force ? m.office_text_number_now({ n: number }) : number}</b>
      ),
    },
    { key: 'at', header: m.office_text_column_at(), cell: (version) => <InForceSince version={version} /> },
    { key: 'by', header: m.office_text_column_by(), cell: ({ by }) => by ?? m.office_none() },
    { key: 'note', header: m.office_text_column_note(), cell: (version) => <Note version={version} /> },
    { key: 'words', header: m.office_text_column_words(), numeric: true, cell: ({ words }) => words },
    {
      key: 'changed',
      header: m.office_text_column_changed(),
      numeric: true,
      cell: ({ words_changed }) => words_changed,
    },
    {
      key: 'signed',
      header: m.office_texts_column_signed(),
      numeric: true,
      cell: ({ signed_by }) => contractsText(signed_by),
    },
  ];
  if (mayWrite)
    columns.push({
      key: 'acts',
      header: m.office_text_column_acts(),
      cell: (version) =>
        version.is_in_force ? null : <BringBack text={text} version={version} onDone={onBroughtBack} />,
    });
  if (text.versions.length === 0)
    return <EmptyState title={m.office_text_no_versions()}>{m.office_text_no_versions_text()}</EmptyState>;
  return (
    <Table
      dense
      hideCaption
      caption={m.office_text_versions()}
      columns={columns}
      rows={text.versions}
      rowKey={({ number }) => number}
    />
  );
}
