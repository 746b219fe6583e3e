import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { safeSitePath } from '#kit/text/site-path.ts';
import { passwordsMatch } from '#modules/accounts/accounts.shapes.ts';
import {
  checkResetLink,
  resetPassword,
  type ResetPasskeys,
} from '#modules/accounts/passwords/resets.contract.ts';
import { ApiError, isPassing } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { leaveSessionOf } from '#app/auth/session.ts';
import { schoolNames } from '#app/company/company.ts';
import { FormCheckbox } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useOneSubmit } from '#app/forms/use-one-submit.ts';
import { AccountFrame } from '#app/routes/account/account-frame.tsx';
import { NewPasswordFields } from '#app/accounts/new-password-fields.tsx';
import {
  useLeaveAfter,
  useSavedRedirect,
  postResetRedirect,
} from '#app/routes/account/post-reset-redirect.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useQueryOnce } from '#app/routes/account/use-query-once.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { z } from 'zod';
import { password, repeatedPassword } from '#kit/rules/fields.ts';
import { required } from '#kit/rules/presence.ts';
import { KeptPasskeys } from './kept-passkeys.tsx';

const newPasswordShape = z
  .object({ password: password(), password_confirmation: repeatedPassword() })
  .check(passwordsMatch('password'), passwordsMatch('password_confirmation'));

/** A family that the office has invited reads here what an account is for, as at the sign-up. */
const firstPasswordShape = newPasswordShape.safeExtend({ acknowledgement: z.boolean().check(required()) });

type NewPassword = z.input<typeof newPasswordShape> & { acknowledgement?: boolean };

export const meta = () => pageTitle(m.shell_title_reset_password());
// A slow start must not lose a typed password to the spinner in the page's place.
export const handle = { needsSession: true };

/** Back to the login, with the redirect and the reason for another login (accounts.md §2). */
function loginAfterReset(message: string): string {
  const redirectPath = postResetRedirect.read();
  postResetRedirect.forget();
  if (!redirectPath) return '/login';
  return `/login?${new URLSearchParams({ redirectPath, message }).toString()}`;
}

/** A dead link is used, older than an hour, or incomplete. */
function isLinkDead(error: unknown): boolean {
  const isAboutPassword = error instanceof ApiError && error.data.field_errors?.password !== undefined;
  return !isPassing(error) && !isAboutPassword;
}

/**
 * Checks the link on load and reads the passkeys. Only a clear refusal counts; the submit shows other errors.
 */
function useResetLink(link: { token?: string; email?: string } | undefined) {
  const [isDead, setDead] = useState(false);
  const [passkeys, setPasskeys] = useState<ResetPasskeys>();
  useEffect(() => {
    if (!link) return undefined;
    const { token, email } = link;
    if (!token || !email) {
      setDead(true);
      return undefined;
    }
    let isCurrent = true;
    callForOne(checkResetLink, { body: { token, email } }).then(
      (found) => isCurrent && setPasskeys(found),
      (error: unknown) => isCurrent && isLinkDead(error) && setDead(true),
    );
    return () => void (isCurrent = false);
  }, [link]);
  return { isDead, setDead, passkeys };
}

function DeadLink() {
  return (
    <Notice tone="danger" role="alert" title={m.account_reset_failed_title()} className="mb-4">
      <p>{m.server_reset_link_dead()}</p>
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
      >
        {m.account_reset_request_new()}
      </Link>
    </Notice>
  );
}

/** Invitations of staff and of families lead here too (OF8.4, OF3.1). */
const WORDS = {
  reset: {
    title: m.account_reset_password_title,
    doneTitle: m.account_reset_done_title,
    done: m.account_reset_done,
    login: m.account_reset_login_message,
    note: m.account_password_note,
  },
  staff: {
    title: m.account_invitation_title,
    doneTitle: m.account_invitation_done_title,
    done: m.account_invitation_done,
    login: m.account_invitation_login_message,
    note: m.account_password_note_staff,
  },
  family: {
    title: m.account_invitation_title,
    doneTitle: m.account_invitation_done_title,
    done: m.account_invitation_done,
    login: m.account_invitation_login_message,
    note: m.account_password_note,
  },
};
type Words = (typeof WORDS)['reset'];

type Sending = {
  link: ReturnType<typeof useQueryOnce>;
  removed: number[];
  setDead: (is: boolean) => void;
  words: Words;
  invites: ResetPasskeys['invites'];
};

function useNewPassword({ link, removed, setDead, words, invites }: Sending) {
  const form = useForm<NewPassword>({
    mode: 'onBlur',
    resolver: schemaResolver(invites === 'family' ? firstPasswordShape : newPasswordShape),
    defaultValues: { password: '', password_confirmation: '', acknowledgement: false },
  });
  const { state, submitOnce } = useOneSubmit();
  const navigate = useNavigate();
  useLeaveAfter(state === 'success', () => {
    void navigate(loginAfterReset(words.login()), { replace: true, state: { email: link?.email ?? '' } });
  });
  async function send({ acknowledgement: _read, ...values }: NewPassword) {
    const { token = '', email = '' } = link ?? {};
    await submitOnce(async () => {
      setDead(false);
      const removedToo = removed.length > 0 && { removed_passkey_ids: removed };
      await call(resetPassword, { body: { token, email, ...values, ...removedToo } });
      leaveSessionOf(email.toLowerCase());
    });
  }
  function explain(error: unknown): boolean {
    setDead(isLinkDead(error));
    return isLinkDead(error);
  }
  return { form, state, send, explain };
}

export default function ResetPassword() {
  const link = useQueryOnce(['token', 'email', 'redirectPath']);
  const { isDead, setDead, passkeys } = useResetLink(link);
  const [removed, setRemoved] = useState<number[]>([]);
  const invites = passkeys?.invites ?? null;
  const words = WORDS[invites ?? 'reset'];
  const { form, state, send, explain } = useNewPassword({ link, removed, setDead, words, invites });
  // The email may be read on another device than the device of the request.
  useSavedRedirect(safeSitePath(link?.redirectPath));
  return (
    <AccountFrame title={words.title()}>
      {isDead && <DeadLink />}
      <Form
        form={form}
        asksBeforeLeaving={false}
        onSubmit={send}
        onError={explain}
        label={words.title()}
        className="grid gap-4"
      >
        <NewPasswordFields
          note={words.note()}
          email={link?.email ?? ''}
          required
          readOnly={state !== 'idle'}
        />
        {passkeys && (
          <KeptPasskeys
            found={passkeys}
            removed={removed}
            onChange={setRemoved}
            readOnly={state !== 'idle'}
          />
        )}
        {invites === 'family' && (
          <FormCheckbox
            name="acknowledgement"
            label={m.account_acknowledgement({ schools: schoolNames() })}
            required
          />
        )}
        <Button type="submit" busy={state === 'loading'} isShut={state !== 'idle'} className="w-full">
          {m.account_reset_password_save()}
        </Button>
      </Form>
      {state === 'success' && (
        <Notice tone="success" role="status" title={words.doneTitle()} className="mt-4">
          {words.done()}
        </Notice>
      )}
    </AccountFrame>
  );
}
