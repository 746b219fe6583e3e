import { m } from '#i18n/messages.js';
import { AskService } from '../../parts/ask-service.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle(m.shell_title_reset_password());

export default function ResetPassword() {
  return <AskService title={m.account_reset_password_title()} text={m.account_reset_password_text()} />;
}
