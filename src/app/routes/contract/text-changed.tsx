import { m } from '#i18n/messages.js';
import { Notice } from '#app/ui/notice.tsx';
import { useWizard } from './wizard-context.ts';

/** Says why the family stands before a text again that it had accepted (O4). */
export function TextChanged() {
  const { changed_text } = useWizard().draft.program;
  if (!changed_text) return null;
  return (
    <Notice tone="warning" role="alert" className="mb-6" title={m.contract_text_changed_title()}>
      {changed_text === 'contract' ? m.contract_text_changed_contract() : m.contract_text_changed_surge()}
    </Notice>
  );
}
