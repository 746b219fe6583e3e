import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { toDollars } from '#kit/money.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';

/** What the made-up family is (SE7.3). */
export type PreviewOptions = {
  hasSecondChild: boolean;
  /** in dollars, what any aid code brings; null: the amount is typed at checkout */
  aid: number | null;
  staffTerms: boolean;
  isFull: boolean;
  /** as if every school of the season sold */
  isOpen: boolean;
};

export const NO_OPTIONS: PreviewOptions = {
  hasSecondChild: false,
  aid: null,
  staffTerms: false,
  isFull: false,
  isOpen: false,
};

type OptionsProps = { options: PreviewOptions; onChange: (options: PreviewOptions) => void };

function AidField({ options, onChange }: OptionsProps) {
  const [typed, setTyped] = useState('');
  const amount = typedAmount(typed.trim());
  const aid = amount === undefined ? null : toDollars(amount);
  // Each letter would begin the pages anew.
  const take = () => aid !== options.aid && onChange({ ...options, aid });
  return (
    <TextField
      name="preview_aid"
      label={m.office_preview_aid()}
      note={m.office_preview_aid_note()}
      error={typed.trim() !== '' && aid === null ? m.office_preview_aid_wrong() : undefined}
      inputMode="decimal"
      autoComplete="off"
      className="sm:max-w-80"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

const BOXES = [
  ['hasSecondChild', m.office_preview_second_child],
  ['isFull', m.office_preview_full],
  ['isOpen', m.office_preview_open],
  ['staffTerms', m.office_preview_staff_terms],
] as const;

export function PreviewOptionFields({ options, onChange }: OptionsProps) {
  const sells = useRight('money_write');
  const offered = BOXES.filter(([name]) => sells || name !== 'staffTerms');
  return (
    <>
      <p className="mt-4 max-w-read text-sm text-ink-soft">{m.office_preview_family_note()}</p>
      <div className="flex flex-wrap gap-x-6">
        {offered.map(([name, label]) => (
          <CheckboxField
            key={name}
            name={`preview_${name}`}
            label={label()}
            checked={options[name]}
            onChange={({ target }) => onChange({ ...options, [name]: target.checked })}
          />
        ))}
      </div>
      <AidField options={options} onChange={onChange} />
    </>
  );
}
