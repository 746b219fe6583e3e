import { m } from '#i18n/messages.js';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { RichText } from '#app/ui/rich-text.tsx';

type SurgeTextProps = {
  html: string | null;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  error?: string;
};

/** The text about congestion fees and its box (S4), for parents and for the preview of a text. */
export function SurgeText({ html, isAccepted, onAccept, error }: SurgeTextProps) {
  return (
    <section aria-label={m.contract_surge_title()} className="rounded-md border border-hair bg-card p-5">
      <h2 className="text-lg font-bold">{m.contract_surge_title()}</h2>
      {html && <RichText html={html} className="mt-2" />}
      <CheckboxField
        name="surge_pricing"
        label={m.contract_surge_accept()}
        required
        className="mt-2"
        error={error}
        checked={isAccepted}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </section>
  );
}
