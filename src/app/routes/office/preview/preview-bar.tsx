import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { weekdayAndDay } from '#kit/local-time.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { Board, BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { readDay } from '#app/routes/office/season/objects/typed-fields.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { PreviewOptionFields, type PreviewOptions } from './preview-options.tsx';
import { previewPath, type PreviewAddress } from './preview-query.ts';
import { nextPriceChange } from './price-changes.ts';

type DayProps = { on: PlainDate; today: PlainDate; onDay: (on: PlainDate) => void };

/** Takes the days that fields of the office take, `today+30d` too (SE2.2). */
function DayField({ on, today, onDay }: DayProps) {
  const [typed, setTyped] = useState(formatDate(on));
  const [shown, setShown] = useState(on);
  if (shown !== on) {
    setShown(on);
    setTyped(formatDate(on));
  }
  const read = readDay(typed, today);
  const take = () => read && read !== on && onDay(read);
  return (
    <TextField
      name="preview_day"
      label={m.office_preview_day()}
      error={read ? undefined : m.office_preview_day_wrong()}
      autoComplete="off"
      className="w-44"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

function Steps({ on, school, onDay }: { school: BoardSchool } & Omit<DayProps, 'today'>) {
  const next = nextPriceChange(school, on);
  const step = (days: number) => () => onDay(addDays(on, days));
  return (
    <>
      <Button look="secondary" size="small" onClick={step(-1)}>
        {m.office_preview_day_before()}
      </Button>
      <Button look="secondary" size="small" onClick={step(1)}>
        {m.office_preview_day_after()}
      </Button>
      <Button
        look="secondary"
        size="small"
        disabledReason={next ? undefined : m.office_preview_no_price_change()}
        onClick={() => next && onDay(next)}
      >
        {m.office_preview_price_change()}
      </Button>
    </>
  );
}

/** Opens for colleagues with the right; a visitor is asked to log in first (SE7.6). */
function CopyLink({ address }: { address: PreviewAddress }) {
  const say = useToast();
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}${previewPath(address)}`).then(
      () => say(m.office_preview_copied()),
      () => say(m.office_preview_copy_failed()),
    );
  return (
    <Button look="secondary" size="small" icon="copy" onClick={() => void copy()}>
      {m.office_preview_copy()}
    </Button>
  );
}

const dayText = (on: PlainDate) => weekdayAndDay('UTC', new Date(`${on}T12:00:00Z`));

type PreviewBarProps = {
  board: Board;
  school: BoardSchool;
  address: PreviewAddress & { on: PlainDate };
  change: (address: PreviewAddress) => void;
  options: PreviewOptions;
  onOptions: (options: PreviewOptions) => void;
};

export function PreviewBar({ board, school, address, change, options, onOptions }: PreviewBarProps) {
  const { season, today, schools } = board;
  const { on } = address;
  const onDay = (day: PlainDate) => change({ ...address, on: day });
  return (
    <header className="border-b-2 border-line bg-card px-4 py-3 sm:px-8 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 text-lg font-bold wrap-anywhere">
          {m.office_preview_of({ season: season.text, day: dayText(on) })}
        </p>
        <span className="flex flex-wrap gap-2">
          <CopyLink address={{ ...address, school: school.path, open: options.isOpen || undefined }} />
          {/* Nothing typed in a preview is lost: nothing is kept. */}
          <LinkButton
            look="secondary"
            size="small"
            to={`/admin/seasons/${season.id}`}
            onClick={forgetUnsavedChanges}
          >
            {m.office_preview_close()}
          </LinkButton>
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-x-3 gap-y-2">
        <DayField on={on} today={today} onDay={onDay} />
        <Steps on={on} school={school} onDay={onDay} />
      </div>
      <Disclosure label={m.office_preview_options()}>
        <SelectField
          name="preview_school"
          label={m.office_preview_school()}
          className="sm:w-80"
          value={school.path}
          options={schools.map(({ path, name }) => ({ value: path, label: name }))}
          onChange={({ target }) => change({ season: season.id, school: target.value, on })}
        />
        <PreviewOptionFields options={options} onChange={onOptions} />
      </Disclosure>
    </header>
  );
}
