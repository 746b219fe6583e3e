import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { sandboxFunding } from '#kit/sandbox-fundings.ts';
import { CARD_TYPES, cardTypeBeginning, digitsOf, type CardType } from '#modules/billing/methods/card.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { FormSelect, FormText, useField } from '#app/forms/fields.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { expiryYears, groupDigits, MONTHS, type CardValues } from './card-form.ts';

function Brands({ known }: { known?: CardType }) {
  return (
    <>
      {CARD_TYPES.map((brand, i) => (
        <span key={brand}>
          {i > 0 && <span>{', '}</span>}
          <span className={known === brand ? 'rounded-sm bg-bus px-1 text-ink' : undefined}>{brand}</span>
        </span>
      ))}
      {known && <span className="sr-only">{`. ${m.contract_card_brand({ brand: known })}`}</span>}
    </>
  );
}

function positionAfter(grouped: string, digits: number): number {
  let at = 0;
  for (let seen = 0; at < grouped.length && seen < digits; at++) if (/\d/.test(grouped[at] ?? '')) seen += 1;
  return at;
}

type OnFunding = (funding: Funding | null) => void;

/** Numbers are typed here for the sandbox alone; null for no number. */
function useTellFunding(typed: string, onFunding: OnFunding | undefined): void {
  const funding = typed === '' ? null : sandboxFunding(digitsOf(typed));
  const tell = useEffectEvent((known: Funding | null) => onFunding?.(known));
  useEffect(() => {
    tell(funding);
    return () => tell(null);
  }, [funding]);
}

/** Groups the digits while typing and keeps the cursor at the same digit. */
function CardNumber({ onFunding }: { onFunding?: OnFunding }) {
  const { setValue, control } = useFormContext<CardValues>();
  const { input, error } = useField('number');
  const typed = useWatch({ control, name: 'number' });
  useTellFunding(typed, onFunding);
  return (
    <TextField
      label={m.contract_card_number()}
      required
      {...input}
      error={error}
      note={<Brands known={cardTypeBeginning(typed)} />}
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      maxLength={30}
      className="sm:col-span-6"
      onChange={(event) => {
        const box = event.target;
        const digitsBefore = box.value
          .slice(0, box.selectionStart ?? box.value.length)
          .replace(/\D/g, '').length;
        const grouped = groupDigits(box.value);
        setValue('number', grouped, { shouldDirty: true });
        const read = cardTypeBeginning(grouped);
        if (read !== cardTypeBeginning(typed)) setValue('type', read ?? '', { shouldValidate: false });
        const at = positionAfter(grouped, digitsBefore);
        box.setSelectionRange(at, at);
      }}
    />
  );
}

function ExpiryFields({ today }: { today: PlainDate }) {
  const option = (value: string) => ({ value, label: value.padStart(2, '0') });
  return (
    <>
      <FormSelect
        name="exp_month"
        label={m.contract_card_month()}
        required
        placeholder={m.contract_choose()}
        options={MONTHS.map(option)}
        autoComplete="cc-exp-month"
        className="sm:col-span-2"
      />
      <FormSelect
        name="exp_year"
        label={m.contract_card_year()}
        required
        placeholder={m.contract_choose()}
        options={expiryYears(today).map(option)}
        autoComplete="cc-exp-year"
        className="sm:col-span-2"
      />
    </>
  );
}

export function CardFields({ today, onFunding }: { today: PlainDate; onFunding?: OnFunding }) {
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <CardNumber onFunding={onFunding} />
      <FormSelect
        name="type"
        label={m.contract_card_type()}
        required
        note={m.contract_card_type_note()}
        placeholder={m.contract_choose()}
        options={CARD_TYPES.map((type) => ({ value: type, label: type }))}
        autoComplete="cc-type"
        className="sm:col-span-6"
      />
      <FormText
        name="name"
        label={m.contract_card_name()}
        required
        autoComplete="cc-name"
        className="sm:col-span-6"
      />
      <ExpiryFields today={today} />
      <FormText
        name="ccid"
        label={m.contract_card_code()}
        required
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={10}
        className="sm:col-span-2"
      />
    </div>
  );
}
