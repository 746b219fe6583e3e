import { m } from '#i18n/messages.js';
import { US_STATES } from '#kit/rules/fields.ts';
import { FormSelect, FormText, FormZip } from '#app/forms/fields.tsx';

const states = US_STATES.map((code) => ({ value: code, label: code }));

export function CityAndState() {
  return (
    <>
      <FormText
        name="city"
        label={m.account_city()}
        required
        autoComplete="address-level2"
        className="sm:col-span-2"
      />
      <FormSelect
        name="state"
        label={m.account_state()}
        required
        options={states}
        placeholder={m.account_choose_state()}
        autoComplete="address-level1"
        className="sm:col-span-2"
      />
    </>
  );
}

export function AddressFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <FormText
        name="address"
        label={m.account_address()}
        required
        autoComplete="address-line1"
        className="sm:col-span-4"
      />
      <FormText name="apt" label={m.account_apt()} autoComplete="address-line2" className="sm:col-span-2" />
      <CityAndState />
      <FormZip
        name="zip"
        label={m.account_zip()}
        required
        autoComplete="postal-code"
        className="sm:col-span-2"
      />
    </div>
  );
}
