import { m } from '#i18n/messages.js';
import { AskService } from '../../parts/ask-service.tsx';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle(m.shell_title_forgot_password());

export default function ForgotPassword() {
  return <AskService title={m.account_forgot_password_title()} text={m.account_forgot_password_text()} />;
}
