import { useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { Address } from '#modules/students/students.contract.ts';
import { Button } from '#app/ui/button.tsx';
import { FieldError } from '#app/ui/fields/form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { AddressFields } from '#app/addresses/address-fields.tsx';
import { addressLine, addressToForm, emptyAddress } from '#app/addresses/address-form.ts';
import type { StudentValues } from './student-form.ts';
import { classNames } from '#app/ui/class-names.ts';

type Take = (address: ReturnType<typeof addressToForm>, id: number | null) => void;

function AddressList({ offered, onTake }: { offered: readonly Address[]; onTake: Take }) {
  const { formState } = useFormContext<StudentValues>();
  const errorId = useId();
  return (
    <div data-field="address">
      <ul className="grid gap-2.5" aria-label={m.account_address_saved()}>
        {offered.map((address) => (
          <li
            key={address.id}
            className={classNames(
              'flex flex-wrap items-center gap-x-4 gap-y-2',
              'rounded-md border border-hair bg-card px-4 py-2',
            )}
          >
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{addressLine(address)}</p>
            <Button
              look="secondary"
              aria-label={m.account_address_use_named({ address: addressLine(address) })}
              onClick={() => onTake(addressToForm(address), address.id)}
            >
              {m.account_address_use()}
            </Button>
          </li>
        ))}
      </ul>
      <FieldError id={errorId}>{formState.errors.address?.message}</FieldError>
    </div>
  );
}

function ChosenAddress({ chosen, onClear }: { chosen: number; onClear: () => void }) {
  const values = useWatch<StudentValues>() as StudentValues;
  return (
    <>
      <input type="hidden" name="address_id" value={chosen} />
      <Icon name="pin" />
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {addressLine({ ...values, apt: values.apt ?? null })}
      </p>
      <Button look="secondary" onClick={onClear}>
        {m.account_address_clear()}
      </Button>
    </>
  );
}

/** The button is gone after a choice; the focus moves to the button in the same place. */
function useFocusAfterChoice(chosen: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) box.current?.querySelector('button')?.focus();
    hasMoved.current = false;
  }, [chosen]);
  return { box, moved: () => void (hasMoved.current = true) };
}

/** @param saved  all saved addresses; only active addresses are offered (accounts.md §4) */
export function StudentAddress({ saved }: { saved: readonly Address[] }) {
  const { setValue, clearErrors } = useFormContext<StudentValues>();
  const chosen = useWatch<StudentValues, 'address_id'>({ name: 'address_id' });
  const [isChoosing, setChoosing] = useState(false);
  const { box, moved } = useFocusAfterChoice(chosen);
  const offered = saved.filter((address) => address.is_active);

  function take(address: ReturnType<typeof addressToForm>, id: number | null) {
    setValue('address_id', id, { shouldDirty: true });
    for (const name of ['address', 'apt', 'city', 'state', 'zip'] as const) {
      setValue(name, address[name], { shouldDirty: true });
      clearErrors(name);
    }
    setChoosing(false);
    moved();
  }

  if (chosen) {
    return (
      <div
        ref={box}
        className="flex flex-wrap items-center gap-3 rounded-md border border-hair bg-card px-4 py-3"
      >
        <ChosenAddress chosen={Number(chosen)} onClear={() => take(emptyAddress, null)} />
      </div>
    );
  }
  return (
    <div ref={box} className="grid gap-4">
      {offered.length > 0 && (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {isChoosing ? m.account_address_close() : m.account_address_select()}
        </Button>
      )}
      {isChoosing ? <AddressList offered={offered} onTake={take} /> : <AddressFields />}
    </div>
  );
}
