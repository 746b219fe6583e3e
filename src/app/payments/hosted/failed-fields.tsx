import { m } from '#i18n/messages.js';
import { company } from '#app/company/company.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { FieldsKind } from './use-fields.ts';

const TEXTS = { card: m.contract_fields_card_failed, bank: m.contract_fields_bank_failed };

/** In place of fields that did not come: why, and what a family can do. Nothing else of the page is lost. */
export function FailedFields({ kind, retry }: { kind: FieldsKind; retry: () => void }) {
  return (
    <Notice tone="warning" role="alert" title={m.contract_fields_failed_title()}>
      <p>{TEXTS[kind]()}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" onClick={retry}>
          {m.shell_try_again()}
        </Button>
        <a className={buttonClass('quiet')} href={`tel:+1-${company.dispatch_phone}`}>
          <Icon name="phone" />
          <span>{m.contract_fields_call({ phone: company.dispatch_phone })}</span>
        </a>
      </p>
    </Notice>
  );
}
