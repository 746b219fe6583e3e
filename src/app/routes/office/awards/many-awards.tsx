import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { createAwards } from '#modules/aid/aid.contract.ts';
import { call } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useAct } from '#app/forms/use-act.ts';
import { useAskBeforeLeaving } from '#app/forms/use-ask-before-leaving.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';
import { TextareaField } from '#app/ui/fields/textarea-field.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useToast } from '#app/ui/toast.tsx';
import type { OfSchool } from './award-dialog.tsx';
import { grantedText } from '#modules/aid/award-texts.ts';
import { pasteProblem, readPasted, textOfFile, type PastedLine } from './pasted-awards.ts';

const columns: readonly Column<PastedLine>[] = [
  { key: 'line', header: m.office_award_line(), numeric: true, cell: ({ number }) => number },
  { key: 'child', header: m.office_award_child(), narrow: 'title', cell: ({ name }) => name },
  { key: 'grade', header: m.office_award_grade(), cell: ({ grade }) => grade || m.office_none() },
  {
    key: 'granted',
    header: m.office_award_granted(),
    cell: ({ award, granted }) => (award ? grantedText(award) : granted),
  },
  { key: 'note', header: m.office_award_note(), cell: ({ note }) => note || m.office_none() },
  {
    key: 'problem',
    header: m.office_award_problem(),
    cell: ({ problems }) =>
      problems.length > 0 ? <b className="text-red">{problems.join(' ')}</b> : m.office_none(),
  },
];

/** 500 lines with the longest names and notes. */
const FILE_BYTES_MAX = 1_000_000;

/** A CSV file fills the lines, where they can be mended before they are saved. */
function LinesFile({ onRead }: { onRead: (text: string) => void }) {
  const [file, setFile] = useState('');
  const [error, setError] = useState<string>();
  const read = async (chosen: File) => {
    const isLarge = chosen.size > FILE_BYTES_MAX;
    setFile(isLarge ? '' : chosen.name);
    setError(isLarge ? m.office_award_file_large() : undefined);
    if (!isLarge) onRead(textOfFile(await chosen.arrayBuffer()));
  };
  return (
    <FileField
      name="file"
      label={m.office_award_file()}
      note={m.office_award_file_note()}
      accept=".csv,text/csv"
      shown={file}
      error={error}
      onChange={({ target }) => {
        const [chosen] = target.files ?? [];
        if (chosen) void read(chosen);
        // The same file can be chosen again.
        target.value = '';
      }}
    />
  );
}

/** Awards of a paste or a file, saved whole or not at all (OF7.7). */
export function ManyAwards({ school, onClose }: { school: OfSchool; onClose: () => void }) {
  const [text, setText] = useState('');
  const [isAbove, setAbove] = useState(false);
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const mayPassBudget = useRight('money_write');
  useAskBeforeLeaving(text !== '');
  const lines = readPasted(text);
  const refusal = pasteProblem(lines);
  const save = async () => {
    const awards = lines.flatMap(({ award }) => award ?? []);
    const body = { ...school, awards, is_above_budget: isAbove };
    await once(body, (headers) => call(createAwards, { headers, body }));
    onClose();
    say(m.office_award_saved_many({ n: awards.length }));
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      size="wide"
      title={m.office_award_many_title()}
      description={m.office_award_many_text()}
      actions={
        <ConfirmActions
          text={m.office_award_many_save({ n: lines.length })}
          isBusy={isBusy}
          isOff={refusal !== ''}
          onConfirm={() => void act(save)}
          onClose={onClose}
        />
      }
    >
      <div className="grid gap-4">
        <LinesFile onRead={setText} />
        <TextareaField
          name="lines"
          label={m.office_award_paste()}
          value={text}
          rows={6}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status" className={text === '' ? 'text-ink-soft' : 'font-semibold'}>
          {refusal}
        </p>
        {mayPassBudget && (
          <CheckboxField
            name="is_above_budget"
            label={m.office_award_anyway()}
            note={m.office_award_anyway_note()}
            checked={isAbove}
            onChange={(event) => setAbove(event.target.checked)}
          />
        )}
        {lines.length > 0 && (
          <Table
            dense
            hideCaption
            caption={m.office_award_lines()}
            columns={columns}
            rows={lines}
            rowKey={({ number }) => number}
          />
        )}
        <ErrorNotice text={problem} />
      </div>
    </Dialog>
  );
}
