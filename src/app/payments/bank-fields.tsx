import { m } from '#i18n/messages.js';
import { ACCOUNT_TYPES } from '#modules/billing/methods/methods.shapes.ts';
import { CityAndState } from '#app/addresses/address-fields.tsx';
import { FormInlineRadios, FormPhone, FormText } from '#app/forms/fields.tsx';

const accountTypes = { Checking: m.contract_bank_checking, Savings: m.contract_bank_savings };

function AccountNumbers() {
  return (
    <>
      <FormText
        name="routing_number"
        label={m.contract_bank_routing()}
        note={m.contract_bank_routing_note()}
        required
        inputMode="numeric"
        autoComplete="off"
        className="sm:col-span-3"
      />
      <FormText
        name="account_number"
        label={m.contract_bank_account()}
        note={m.contract_bank_account_note()}
        required
        inputMode="numeric"
        autoComplete="off"
        className="sm:col-span-3"
      />
      <FormInlineRadios
        name="account_type"
        label={m.contract_bank_account_type()}
        required
        choices={ACCOUNT_TYPES.map((value) => ({ value, label: accountTypes[value]() }))}
        className="sm:col-span-6"
      />
    </>
  );
}

function OwnerAddress() {
  return (
    <>
      <FormText
        name="address"
        label={m.account_address()}
        required
        autoComplete="street-address"
        className="sm:col-span-6"
      />
      <CityAndState />
      <FormText
        name="zip"
        label={m.account_zip()}
        required
        autoComplete="postal-code"
        className="sm:col-span-2"
      />
    </>
  );
}

export function BankFields({ isPhoneOptional = false }: { isPhoneOptional?: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <AccountNumbers />
      <FormText
        name="first_name"
        label={m.account_first_name()}
        required
        autoComplete="given-name"
        className="sm:col-span-3"
      />
      <FormText
        name="last_name"
        label={m.account_last_name()}
        required
        autoComplete="family-name"
        className="sm:col-span-3"
      />
      <OwnerAddress />
      <FormPhone
        name="phone"
        label={m.contract_bank_phone()}
        required={!isPhoneOptional}
        autoComplete="tel"
        className="sm:col-span-3"
      />
      <FormText
        name="email"
        label={m.account_email()}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        className="sm:col-span-3"
      />
    </div>
  );
}
