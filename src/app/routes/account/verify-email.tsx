import { m } from '#i18n/messages.js';
import { AskService } from '../../parts/ask-service.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle(m.shell_title_verify_email());

export default function VerifyEmail() {
  return <AskService title={m.account_verify_email_title()} text={m.account_verify_email_text()} />;
}
