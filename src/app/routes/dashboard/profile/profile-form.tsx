import { useState } from 'react';
import { useForm, useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { updateUser, type User, type ProfileChange } from '#modules/accounts/accounts.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { keepUser } from '#app/auth/session.ts';
import { FormPassword, FormPhone, FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { textPart, type FormPart } from '#app/forms/edit-conflict.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { NewPasswordFields } from '#app/accounts/new-password-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { email, optionalPhone, password, personName } from '#kit/rules/fields.ts';
import { confirmed, requiredIf } from '#kit/rules/presence.ts';

/** An empty password field leaves the password unchanged (W18). */
const passwordOrNone = () =>
  z
    .string()
    .transform((text) => text || undefined)
    .pipe(password().optional());

type Passwords = { password?: string | undefined; password_confirmation?: string | undefined };

const profileFormShape = z
  .object({
    first_name: personName(),
    last_name: personName(),
    email: email(),
    phone_home: optionalPhone(),
    phone_mobile: optionalPhone(),
    password: passwordOrNone(),
    password_confirmation: passwordOrNone(),
    current_password: z.string().max(255),
  })
  .check(
    requiredIf<Passwords>('password', (form) => Boolean(form.password_confirmation)),
    requiredIf<Passwords>('password_confirmation', (form) => Boolean(form.password)),
    confirmed<Passwords>({
      field: 'password',
      confirmation: 'password_confirmation',
      at: 'password',
      rule: 'password_confirmed',
    }),
    confirmed<Passwords>({
      field: 'password',
      confirmation: 'password_confirmation',
      rule: 'password_confirmed',
    }),
  );
type ProfileValues = z.input<typeof profileFormShape>;
type CheckedProfile = z.output<typeof profileFormShape>;

/** The part of the user that the form changes; a refusal brings the same part. */
type Profile = Pick<User, 'first_name' | 'last_name' | 'email' | 'phone_home' | 'phone_mobile' | 'version'>;

function profileToForm(user: Profile): ProfileValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone_home: user.phone_home ?? '',
    phone_mobile: user.phone_mobile ?? '',
    password: '',
    password_confirmation: '',
    current_password: '',
  };
}

const profileParts = (): FormPart<ProfileValues>[] => [
  textPart('first_name', m.account_first_name()),
  textPart('last_name', m.account_last_name()),
  textPart('email', m.account_email()),
  textPart('phone_home', m.account_phone_home()),
  textPart('phone_mobile', m.account_phone_cell()),
];

const seenProfile = (profile: Profile) => ({ version: profile.version, values: profileToForm(profile) });

const isMoved = ({ email }: Pick<ProfileValues, 'email'>, user: User): boolean =>
  email.trim().toLowerCase() !== user.email;

function isSensitive(
  values: Pick<ProfileValues, 'email' | 'password' | 'password_confirmation'>,
  user: User,
): boolean {
  return isMoved(values, user) || values.password !== '' || values.password_confirmation !== '';
}

/** The request without an unchanged email and without empty passwords (accounts.md §5, W18). */
function profileToBody(values: CheckedProfile, user: Pick<User, 'email'>): ProfileChange {
  const { email: wanted, password: chosen, password_confirmation, current_password, ...rest } = values;
  return {
    ...rest,
    ...(wanted !== user.email && { email: wanted }),
    ...(chosen && { password: chosen, password_confirmation }),
    ...(current_password && { current_password }),
  };
}

export type Saved = { newEmail?: string; hasNewPassword: boolean };

function PersonFields({ isClosed }: { isClosed: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormText name="first_name" label={m.account_first_name()} required autoComplete="given-name" />
      <FormText name="last_name" label={m.account_last_name()} required autoComplete="family-name" />
      <FormText
        name="email"
        label={m.account_email()}
        required
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        readOnly={isClosed}
        note={isClosed ? m.server_change_while_impersonating() : undefined}
        className="sm:col-span-2"
      />
      <FormPhone
        name="phone_home"
        label={m.account_phone_home()}
        note={m.account_phone_note()}
        autoComplete="tel-national"
      />
      <FormPhone
        name="phone_mobile"
        label={m.account_phone_cell()}
        note={m.account_phone_note()}
        autoComplete="tel-national"
      />
    </div>
  );
}

function PasswordFields() {
  const { isStaff } = useAuth();
  return (
    <div role="group" aria-labelledby="new-password" className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <h2 id="new-password" className="text-lg font-bold">
          {m.dashboard_profile_password_title()}
        </h2>
        <p className="text-sm text-ink-soft">{m.dashboard_profile_password_note()}</p>
      </div>
      <NewPasswordFields note={isStaff ? m.account_password_note_staff() : undefined} />
    </div>
  );
}

/** A new email always asks for the current password, a new password once the login is old. */
function useCurrentPassword(form: UseFormReturn<ProfileValues, unknown, CheckedProfile>, user: User) {
  const [email, password, password_confirmation] = useWatch({
    control: form.control,
    name: ['email', 'password', 'password_confirmation'],
  });
  const [isAsked, setAsked] = useState(user.needs_current_password);
  const values = { email, password, password_confirmation };
  const isShown = isMoved(values, user) || (isAsked && isSensitive(values, user));
  function onServerError(error: unknown): boolean {
    if (error instanceof ApiError && error.data.field_errors?.current_password) setAsked(true);
    return false;
  }
  return { isShown, onServerError };
}

function CurrentPassword() {
  return (
    <FormPassword
      name="current_password"
      label={m.dashboard_profile_current_password()}
      note={m.dashboard_profile_current_password_note()}
      required
      autoComplete="current-password"
    />
  );
}

export function ProfileForm({ user, onSaved }: { user: User; onSaved: (saved: Saved) => void }) {
  const form = useForm<ProfileValues, unknown, CheckedProfile>({
    mode: 'onBlur',
    resolver: schemaResolver(profileFormShape, 'user'),
    defaultValues: profileToForm(user),
  });
  const { isShown, onServerError } = useCurrentPassword(form, user);
  const { isImpersonating } = useAuth();
  const { isSubmitting } = useFormState({ control: form.control });
  const { save, dialog } = useVersionedSave<ProfileValues, CheckedProfile, Profile>({
    form,
    record: user,
    parts: profileParts,
    toSeen: seenProfile,
    send: async (values, version) => {
      const body = { ...profileToBody(values, user), version };
      const saved = await callForOne(updateUser, { params: { id: user.id }, body });
      keepUser(saved);
      return saved;
    },
    onSaved: (_saved, sent) =>
      onSaved({
        newEmail: sent.email === user.email ? undefined : sent.email,
        hasNewPassword: sent.password !== undefined,
      }),
  });
  return (
    <Card>
      <Form
        form={form}
        onSubmit={save}
        onError={onServerError}
        label={m.dashboard_profile_edit_title()}
        className="grid gap-6"
      >
        {dialog satisfies Elements}
        <PersonFields isClosed={isImpersonating} />
        {!isImpersonating && <PasswordFields />}
        {isShown && <CurrentPassword />}
        <div>
          <Button type="submit" busy={isSubmitting}>
            {m.dashboard_save()}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
