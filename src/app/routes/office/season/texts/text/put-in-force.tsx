import { useMemo, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { readText, type TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { TextDifference } from '#app/routes/office/season/changes/text-difference.tsx';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import { placeName, wordsText } from '#app/routes/office/season/texts/text-names.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

type Other = TextAnswer['others'][number];

const NOTE_MAX = 200;
const APPROVAL_MAX = 500;

function OtherDifference({ other, html }: { other: Other; html: string }) {
  const { field, kind, id } = other;
  const query = useItems(readText, { params: { field, kind, id } });
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([own]) => own && <TextDifference label={placeName(other)} before={own.html} after={html} />}
    </Loaded>
  );
}

type SeveralProps = {
  others: readonly Other[];
  chosen: readonly number[];
  html: string;
  onChoose: (ids: number[]) => void;
};

/** The same text of other objects, each with what differs from its own (SE4.9). */
function Several({ others, chosen, html, onChoose }: SeveralProps) {
  const columns: readonly Column<Other>[] = [
    {
      key: 'use',
      header: m.office_text_several_column(),
      narrow: 'title',
      cell: (other) => (
        <CheckboxField
          name={`use-${other.id}`}
          label={placeName(other)}
          checked={chosen.includes(other.id)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, other.id] : chosen.filter((id) => id !== other.id))
          }
        />
      ),
    },
    {
      key: 'words',
      header: m.office_text_several_words(),
      numeric: true,
      cell: ({ words, is_same }) => (is_same ? m.office_text_same() : wordsText(words)),
    },
    {
      key: 'differs',
      header: m.office_text_several_differs(),
      cell: (other) => (
        <Disclosure label={m.office_text_differs({ place: placeName(other) })}>
          <OtherDifference other={other} html={html} />
        </Disclosure>
      ),
    },
  ];
  return (
    <Table dense caption={m.office_text_several()} columns={columns} rows={others} rowKey={({ id }) => id} />
  );
}

type ApprovalProps = { isGiven: boolean; onGive: (approval: string | undefined) => void };

/** What staff state of a lawyer's approval of bank terms that lack a point (SE4.11). */
function Approval({ isGiven, onGive }: ApprovalProps) {
  const [note, setNote] = useState('');
  return (
    <div className="mt-4 grid gap-2">
      <TextField
        name="approval"
        label={m.office_text_approval_note()}
        note={m.office_text_approval_hint()}
        maxLength={APPROVAL_MAX}
        value={note}
        onChange={({ target }) => {
          setNote(target.value);
          onGive(undefined);
        }}
      />
      <CheckboxField
        name="is_approved"
        label={m.office_text_approval()}
        disabled={note.trim() === ''}
        checked={isGiven}
        onChange={({ target }) =>
          onGive(target.checked ? `${m.office_text_approval()}: ${note.trim()}` : undefined)
        }
      />
    </div>
  );
}

type PutInForceProps = { text: TextAnswer; html: string; onClose: () => void; onDone: () => void };

/** The question before a text is in force, with its effects (SE4.5, SE4.10). */
export function PutInForce({ text, html, onClose, onDone }: PutInForceProps) {
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  const [approval, setApproval] = useState<string>();
  const { kind, id, field, version, others } = text;
  const changes = useMemo(
    () =>
      [{ id, version }, ...others.filter((other) => chosen.includes(other.id))].map((one): SentChange => ({
        op: 'update',
        kind,
        id: one.id,
        version: one.version,
        fields: { [field]: html || null },
      })),
    [kind, id, version, others, chosen, field, html],
  );
  const many = m.office_text_force_many({ n: changes.length });
  return (
    <ConfirmChanges
      size="wide"
      title={m.office_text_force_title()}
      description={changes.length === 1 ? m.office_text_force_one({ place: placeName(text) }) : many}
      confirmText={m.office_text_force()}
      doneText={m.office_text_forced()}
      changes={changes}
      changeTitle={note.trim() || undefined}
      approval={approval}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="mb-4">
        <TextField
          name="note"
          label={m.office_text_note()}
          note={m.office_text_note_hint()}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {field === 'ach_terms' && <Approval isGiven={approval !== undefined} onGive={setApproval} />}
        {others.length > 0 && (
          <div className="mt-4">
            <Several others={others} chosen={chosen} html={html} onChoose={setChosen} />
          </div>
        )}
      </div>
    </ConfirmChanges>
  );
}
