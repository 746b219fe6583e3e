import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { Address } from '#modules/students/students.contract.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/checkbox-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { AddressFields } from './address-fields.tsx';
import { addressLine, addressToForm, emptyAddress } from './address-form.ts';
import type { StudentValues } from './student-form.ts';

/**
 * Where the student lives: one of the family's saved addresses, or a new one.
 * @param saved  all saved addresses; only active ones are offered (accounts.md §4)
 */
export function StudentAddress({ saved }: { saved: readonly Address[] }) {
  const { setValue, clearErrors } = useFormContext<StudentValues>();
  const values = useWatch<StudentValues>() as StudentValues;
  const [isChoosing, setChoosing] = useState(false);
  const offered = saved.filter((address) => address.is_active);
  const chosen = values.address_id;

  function take(address: ReturnType<typeof addressToForm>, id: number | null) {
    setValue('address_id', id, { shouldDirty: true });
    for (const name of ['address', 'apt', 'city', 'state', 'zip'] as const) {
      setValue(name, address[name], { shouldDirty: true });
      clearErrors(name);
    }
    setChoosing(false);
  }

  if (chosen) {
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-hair bg-card px-4 py-3">
        <Icon name="pin" />
        <p className="min-w-0 flex-1 basis-48">{addressLine({ ...values, apt: values.apt ?? null })}</p>
        <Button look="secondary" onClick={() => take(emptyAddress, null)}>
          {m.account_address_clear()}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {offered.length > 0 && (
        <Button look="secondary" className="justify-self-start" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {isChoosing ? m.account_address_type_new() : m.account_address_select()}
        </Button>
      )}
      {isChoosing ? (
        <RadioGroup
          name="saved_address"
          label={m.account_address_saved()}
          choices={offered.map((address) => ({ value: String(address.id), label: address.address, textAfter: addressLine(address) }))}
          input={{
            onChange: (event) => {
              const address = offered.find((each) => String(each.id) === event.target.value);
              if (address) take(addressToForm(address), address.id);
            },
          }}
        />
      ) : (
        <AddressFields />
      )}
    </div>
  );
}
